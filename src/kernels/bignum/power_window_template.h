/*
 * Exponentiation by fixed windows, the same for every implementation of products. The file that includes this defines
 * WINDOW_MUL and WINDOW_SQR, which take and return residues below R, and MONT, the struct ab_bignum_kernels whose
 * mont_mul makes the last product. It gets run().
 *
 * With windows of k bits the table holds base^0 to base^(2^k - 1); every entry is read for each window.
 */
#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "kernels/bignum/bignum_kernels.h"

enum { MAX_WORDS = AB_BIGNUM_MAX_WORDS, ALIGNMENT = 64, VECTOR = 4, STRIPE = 2 };

/* Entries are padded to whole stripes of two vectors. */
typedef uint64_t vector __attribute__((vector_size(8 * VECTOR)));

/* Return the k with the fewest products: 2^k for the table, num_bits / k for the windows. */
static unsigned window_bits(size_t num_bits)
{
    return num_bits > 1280 ? 6 : num_bits > 400 ? 5 : num_bits > 48 ? 4 : 2;
}

static size_t padded(size_t num_words)
{
    return (num_words + VECTOR * STRIPE - 1) / (VECTOR * STRIPE) * (VECTOR * STRIPE);
}

/* r = num vectors of the entry of this index. Registers hold them while the loop reads the whole table. */
static inline __attribute__((always_inline)) void pick_some(vector *r, const vector *table, size_t stride,
                                                            unsigned num_entries, uint64_t index, unsigned num)
{
    vector sum[2 * STRIPE] = { 0 }, at = { 0 }, wanted = { 0 };

    wanted += index;
    for (unsigned i = 0; i < num_entries; i++, table += stride, at += 1) {
        vector mask = (vector)(at == wanted);

#pragma GCC unroll 4 /* otherwise the sum is kept in memory */
        for (unsigned j = 0; j < num; j++)
            sum[j] |= table[j] & mask;
    }
#pragma GCC unroll 4
    for (unsigned j = 0; j < num; j++)
        r[j] = sum[j];
}

/* r = the entry of this index. */
static void pick(uint64_t *r, const uint64_t *table, unsigned num_entries, uint64_t index, size_t num_words)
{
    size_t stride = padded(num_words) / VECTOR, i = 0;

    for (; i + 2 * STRIPE <= stride; i += 2 * STRIPE)
        pick_some((vector *)r + i, (const vector *)table + i, stride, num_entries, index, 2 * STRIPE);
    if (i < stride)
        pick_some((vector *)r + i, (const vector *)table + i, stride, num_entries, index, STRIPE);
}

/* Return the window of k bits, no more than those of the table, that begins at bit number `at`; 0 if k is 0. */
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
    uint64_t *sum, *picked, *table; /* padded words each; the table has 2^window of them */
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
    unsigned num_entries = 1u << w->window;
    size_t at = 0;

    while (at + w->window < w->num_bits)
        at += w->window;
    pick(w->sum, w->table, num_entries, window_at(w->p->exponent, at, (unsigned)(w->num_bits - at), w->num_words),
         w->num_words);
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

/* Wipe what products left on the stack: the last one, of twice as many words as the modulus. */
static __attribute__((noinline)) void wipe_stack(void)
{
    uint64_t room[2 * MAX_WORDS + 256];

    ab_wipe(room, sizeof(room));
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
    wipe_stack();
    free(memory);
    return 1;
}
