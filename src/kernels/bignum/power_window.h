/*
 * Exponentiation by fixed windows: the body for every instruction set of the products. Who includes it defines WINDOW_MUL and
 * WINDOW_SQR, which take and give residues below R, and MONT, the struct ab_bignum_kernels of which the last product is; and then
 * has run().
 *
 * With windows of k bits the table holds base^0 to base^(2^k - 1); every entry is read for each window.
 */
#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "kernels/bignum/bignum_kernels.h"

enum { MAX_WORDS = AB_BIGNUM_MAX_WORDS, ALIGNMENT = 64, VECTOR = 4, STRIPE = 4 * VECTOR };

/* Entries are padded to whole stripes, which pick() holds in registers while it goes through the table. */
typedef uint64_t vector __attribute__((vector_size(8 * VECTOR)));

/* The fewest products: 2^k for the table, num_bits / k for the windows. */
static unsigned window_bits(size_t num_bits)
{
    return num_bits > 1280 ? 6 : num_bits > 160 ? 5 : num_bits > 48 ? 4 : 2;
}

static size_t padded(size_t num_words)
{
    return (num_words + STRIPE - 1) / STRIPE * STRIPE;
}

/* r = the entry of this index. */
static void pick(uint64_t *r, const uint64_t *table, unsigned num_entries, uint64_t index, size_t num_words)
{
    size_t stride = padded(num_words) / VECTOR;

    for (size_t i = 0; i < stride; i += STRIPE / VECTOR) {
        const vector *entry = (const vector *)table + i;
        vector sum[STRIPE / VECTOR] = { 0 }, at = { 0 }, wanted = { 0 };

        wanted += index;
        for (unsigned j = 0; j < num_entries; j++, entry += stride, at += 1) {
            vector mask = (vector)(at == wanted);

            for (unsigned k = 0; k < STRIPE / VECTOR; k++)
                sum[k] |= entry[k] & mask;
        }
        memcpy((vector *)r + i, sum, sizeof(sum));
    }
}

/* The window of k bits whose lowest is number at. */
static uint64_t window_at(const uint64_t *exponent, size_t at, unsigned k, size_t num_words)
{
    uint64_t low = exponent[at / 64] >> at % 64;
    uint64_t high = at % 64 + k > 64 && at / 64 + 1 < num_words ? exponent[at / 64 + 1] << (64 - at % 64) : 0;

    return (low | high) & ((1u << k) - 1);
}

struct power {
    const struct ab_power *p;
    size_t num_words, num_bits;
    unsigned window;
    uint64_t *sum, *picked, *table; /* of padded words each; of the table 2^window */
};

static void mul(const struct power *w, uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    WINDOW_MUL(r, a, b, w->p->n, w->p->n_inverse, w->num_words);
}

static void sqr(const struct power *w, uint64_t *r, const uint64_t *a)
{
    WINDOW_SQR(r, a, w->p->n, w->p->n_inverse, w->num_words);
}

static void fill_table(const struct power *w)
{
    size_t stride = padded(w->num_words);
    uint64_t *entry = w->table + 2 * stride;

    w->sum[0] = 1;
    mul(w, w->table, w->p->rr, w->sum);
    mul(w, w->table + stride, w->p->base, w->p->rr);
    for (unsigned i = 2; i < 1u << w->window; i++, entry += stride)
        if (i % 2 == 0)
            sqr(w, entry, w->table + i / 2 * stride);
        else
            mul(w, entry, entry - stride, w->table + stride);
}

static void go_through(const struct power *w)
{
    size_t at = w->num_bits / w->window * w->window; /* the highest window may be short */
    unsigned num_entries = 1u << w->window, first_bits = (unsigned)(w->num_bits - at);

    if (first_bits == 0)
        memcpy(w->sum, w->table, w->num_words * sizeof(uint64_t));
    else
        pick(w->sum, w->table, 1u << first_bits, window_at(w->p->exponent, at, first_bits, w->num_words), w->num_words);
    while (at > 0) {
        at -= w->window;
        for (unsigned i = 0; i < w->window; i++)
            sqr(w, w->sum, w->sum);
        pick(w->picked, w->table, num_entries, window_at(w->p->exponent, at, w->window, w->num_words), w->num_words);
        mul(w, w->sum, w->sum, w->picked);
    }
}

static int any_size(size_t num_words)
{
    return num_words >= 1 && num_words <= MAX_WORDS;
}

static int run(const struct ab_power *p, size_t num_words, size_t num_bits)
{
    unsigned window = window_bits(num_bits);
    size_t stride = padded(num_words), len = ((1u << window) + 2) * stride * sizeof(uint64_t);
    unsigned char *memory = malloc(len + ALIGNMENT);
    struct power w = { p, num_words, num_bits, window, NULL, NULL, NULL };

    if (memory == NULL)
        return 0;
    w.sum = (uint64_t *)(((uintptr_t)memory + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1));
    w.picked = w.sum + stride;
    w.table = w.picked + stride;
    memset(w.sum, 0, len);
    fill_table(&w);
    go_through(&w);
    memset(w.picked, 0, num_words * sizeof(uint64_t));
    w.picked[0] = 1;
    MONT.mont_mul(p->result, w.sum, w.picked, p->n, p->n_inverse, num_words);
    ab_wipe(w.sum, len);
    free(memory);
    return 1;
}
