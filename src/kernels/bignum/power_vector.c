/*
 * Powers by vectors of digits: conversion between words and digits, numbers computed from a modulus, the table and the
 * windows. Nearly all time is spent in mul and step of the method.
 */
#include "kernels/bignum/power_vector.h"

#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "kernels/wide.h"

enum { ALIGNMENT = 64, MAX_LANE_WORDS = 17 };

static size_t r_bits(const struct ab_vector_method *v)
{
    return (size_t)v->lane_bits * v->lanes_of_one;
}

/* Return 1 if R is above 2^8 n, but not by so much that R^2 / 2^(128 num_words) is above R. */
static int has_size(const struct ab_vector_method *v, size_t num_words)
{
    return 64 * num_words + 8 <= r_bits(v) && 4 * (r_bits(v) - 64 * num_words) < r_bits(v);
}

const struct ab_vector_method *ab_vector_find(const struct ab_vector_method *const *v, size_t num_words)
{
    while (*v != NULL && !has_size(*v, num_words))
        v++;
    return *v;
}

/* ---- words and digits ---- */

static uint64_t low_bits(uint64_t a, size_t num)
{
    return num < 64 ? a & (((uint64_t)1 << num) - 1) : a;
}

/* Return num < 64 bits of a from bit `at` on, with zeros beyond the end. */
static uint64_t bits_at(const uint64_t *a, size_t num_words, size_t at, size_t num)
{
    uint64_t low = at / 64 < num_words ? a[at / 64] >> at % 64 : 0;
    uint64_t high = at % 64 != 0 && at / 64 + 1 < num_words ? a[at / 64 + 1] << (64 - at % 64) : 0;

    return low_bits(low | high, num);
}

/* Return the place of digit k of lane l of number `which` in the vectors. */
static size_t place(const struct ab_vector_method *v, size_t which, size_t l, size_t k)
{
    return k * v->num_lanes + which * v->lanes_of_one + l;
}

static void to_digits(const struct ab_vector_method *v, uint64_t *digits, size_t which, const uint64_t *a,
                      size_t num_words)
{
    for (size_t l = 0; l < v->lanes_of_one; l++)
        for (size_t k = 0; k < v->num_digits; k++) {
            size_t at = l * v->lane_bits + k * v->digit_bits, left = v->lane_bits - k * v->digit_bits;

            digits[place(v, which, l, k)] = bits_at(a, num_words, at, left < v->digit_bits ? left : v->digit_bits);
        }
}

/* Sum the digits: the highest of a lane may use its spare bit. */
static void from_digits(const struct ab_vector_method *v, uint64_t *a, size_t num_words, const uint64_t *digits,
                        size_t which)
{
    uint128 sum = u128(0);
    size_t done = 0;

    for (size_t l = 0; l < v->lanes_of_one; l++)
        for (size_t k = 0; k < v->num_digits; k++) {
            size_t at = l * v->lane_bits + k * v->digit_bits;

            while (at >= 64 * (done + 1)) {
                if (done < num_words)
                    a[done] = u128_low(sum);
                sum = u128_right(sum, 64);
                done++;
            }
            sum = u128_add(sum, u128_left(u128(digits[place(v, which, l, k)]), at - 64 * done));
        }
    for (; done < num_words; done++, sum = u128_right(sum, 64))
        a[done] = u128_low(sum);
}

/* ---- one power ---- */

/* Memory for `width` powers. Arrays of digits are vectors; words has num_words + 1 + MAX_LANE_WORDS words. */
struct work {
    const struct ab_vector_method *v;
    const struct ab_power *p;
    size_t num_words, num_bits;
    size_t num_entries; /* entries of the table: base^0, base^1 ... */
    uint64_t exponent;  /* a public exponent */
    struct ab_vector_modulus m;
    uint64_t *n, *by_digit, *by_lane, *n_inverse, *index, *sum, *other, *table, *words;
};

/* t = (n f + 1) / 2^num_bits with f = -1/n modulo 2^num_bits: Montgomery's reduction of 1, word by word. */
static void reduced_one(uint64_t *t, const struct ab_power *p, size_t num_words, size_t num_bits)
{
    size_t len = num_words + 1 + MAX_LANE_WORDS;

    memset(t, 0, len * sizeof(*t));
    t[0] = 1;
    for (size_t i = 0; 64 * i < num_bits; i++) {
        uint64_t f = low_bits(t[i] * p->n_inverse, num_bits - 64 * i);
        uint128 sum = u128(0);

        for (size_t j = 0; i + j < len; j++, sum = u128_right(sum, 64)) {
            sum = u128_add(sum, u128_mul_add(f, j < num_words ? p->n[j] : 0, t[i + j], 0));
            t[i + j] = u128_low(sum);
        }
    }
    for (size_t i = 0; i < num_words; i++)
        t[i] = bits_at(t, len, num_bits + 64 * i, 63) | bits_at(t, len, num_bits + 64 * i + 63, 1) << 63;
}

static void put_modulus(const struct work *w, size_t which)
{
    const struct ab_vector_method *v = w->v;
    const struct ab_power *p = &w->p[which];

    to_digits(v, w->n, which, p->n, w->num_words);
    for (size_t l = 0; l < v->lanes_of_one; l++)
        w->n_inverse[place(v, which, l, 0)] = low_bits(p->n_inverse, v->digit_bits);
    if (v->lanes_of_one == 1)
        return;
    reduced_one(w->words, p, w->num_words, v->digit_bits);
    to_digits(v, w->by_digit, which, w->words, w->num_words);
    reduced_one(w->words, p, w->num_words, v->lane_bits);
    to_digits(v, w->by_lane, which, w->words, w->num_words);
}

static void mul(const struct work *w, uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    w->v->mul(r, a, b, &w->m);
}

static size_t len(const struct work *w)
{
    return (size_t)w->v->num_digits * w->v->num_lanes;
}

/* other = 2^e in each number. */
static void put_power_of_2(const struct work *w, size_t e)
{
    size_t l = 0, k = 0;

    for (; e >= w->v->lane_bits; l++)
        e -= w->v->lane_bits;
    for (; e >= w->v->digit_bits; k++)
        e -= w->v->digit_bits;
    memset(w->other, 0, len(w) * sizeof(uint64_t));
    for (size_t which = 0; which < w->v->width; which++)
        w->other[place(w->v, which, l, k)] = (uint64_t)1 << e;
}

/*
 * table[i] = base^i R. With S = 2^(64 num_words), rr is S^2. Its Montgomery square is S^4 / R; the Montgomery product
 * of that and R^4 / S^4 is R^2.
 */
static void fill_table(const struct work *w)
{
    uint64_t *first = w->table + len(w), *entry = first;

    for (size_t which = 0; which < w->v->width; which++)
        to_digits(w->v, w->sum, which, w->p[which].rr, w->num_words);
    mul(w, w->sum, w->sum, w->sum);
    put_power_of_2(w, 4 * (r_bits(w->v) - 64 * w->num_words));
    mul(w, w->sum, w->sum, w->other);
    put_power_of_2(w, 0);
    mul(w, w->table, w->sum, w->other);
    for (size_t which = 0; which < w->v->width; which++)
        to_digits(w->v, w->other, which, w->p[which].base, w->num_words);
    mul(w, first, w->other, w->sum);
    for (size_t i = 2; i < w->num_entries; i++, entry += len(w))
        mul(w, entry + len(w), entry, first);
}

static void go_through(const struct work *w)
{
    size_t window = w->v->window, at = 0;

    memcpy(w->sum, w->table, len(w) * sizeof(uint64_t));
    while (at < w->num_bits)
        at += window;
    while (at > 0) {
        size_t left = w->num_bits - (at -= window), num = left < window ? left : window;

        for (size_t which = 0; which < w->v->width; which++)
            for (size_t l = 0; l < w->v->lanes_of_one; l++)
                w->index[place(w->v, which, l, 0)] = bits_at(w->p[which].exponent, w->num_words, at, num);
        w->v->step(w->sum, w->table, w->index, &w->m);
    }
}

/* Raise to the public exponent bit by bit. */
static void go_through_public(const struct work *w)
{
    const uint64_t *base = w->table + len(w);

    memcpy(w->sum, base, len(w) * sizeof(uint64_t));
    for (unsigned at = 63 - (unsigned)__builtin_clzll(w->exponent); at-- > 0;) {
        mul(w, w->sum, w->sum, w->sum);
        if (w->exponent >> at & 1)
            mul(w, w->sum, w->sum, base);
    }
}

/* Reduce words, below 4n, modulo n. */
static void subtract_n(const struct work *w, const uint64_t *n)
{
    uint64_t *less = w->words + w->num_words + 1;

    for (unsigned i = 0; i < 3; i++) {
        uint64_t borrow = 0;

        for (size_t j = 0; j <= w->num_words; j++) {
            uint128 difference = u128_difference(w->words[j], j < w->num_words ? n[j] : 0, borrow);

            less[j] = u128_low(difference);
            borrow = u128_high(difference) & 1;
        }
        for (size_t j = 0; j <= w->num_words; j++)
            w->words[j] = ab_ct_select(ab_ct_mask(borrow), w->words[j], less[j]);
    }
}

static void put_results(const struct work *w)
{
    put_power_of_2(w, 0);
    mul(w, w->sum, w->sum, w->other);
    for (size_t which = 0; which < w->v->width; which++) {
        from_digits(w->v, w->words, w->num_words + 1, w->sum, which);
        subtract_n(w, w->p[which].n);
        memcpy(w->p[which].result, w->words, w->num_words * sizeof(uint64_t));
    }
}

static uint64_t *take(uint64_t **memory, size_t num)
{
    uint64_t *p = *memory;

    *memory += num;
    return p;
}

static void share_out(struct work *w, uint64_t *memory)
{
    uint64_t **const numbers[] = { &w->n, &w->by_digit, &w->by_lane, &w->sum, &w->other };

    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        *numbers[i] = take(&memory, len(w));
    w->table = take(&memory, w->num_entries * len(w));
    w->n_inverse = take(&memory, AB_VECTOR_MAX_LANES);
    w->index = take(&memory, AB_VECTOR_MAX_LANES);
    w->words = memory;
    w->m = (struct ab_vector_modulus){ w->n, w->by_digit, w->by_lane, w->n_inverse };
}

/* Wipe what products left on the stack, which is at most one. */
static __attribute__((noinline)) void wipe_stack(void)
{
    uint64_t room[1024];

    ab_wipe(room, sizeof(room));
}

static int run(struct work *w, void (*raise)(const struct work *w))
{
    size_t num = (5 + w->num_entries) * len(w) + 2 * AB_VECTOR_MAX_LANES + 2 * (w->num_words + 1) + MAX_LANE_WORDS;
    unsigned char *memory = malloc(num * sizeof(uint64_t) + ALIGNMENT);
    uint64_t *aligned = (uint64_t *)(((uintptr_t)memory + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1));

    if (memory == NULL)
        return 0;
    share_out(w, aligned);
    for (size_t which = 0; which < w->v->width; which++)
        put_modulus(w, which);
    fill_table(w);
    raise(w);
    put_results(w);
    ab_wipe(aligned, num * sizeof(uint64_t));
    wipe_stack();
    free(memory);
    return 1;
}

int ab_vector_power(const struct ab_vector_method *v, const struct ab_power *p, size_t num_words, size_t num_bits)
{
    struct work w = {
        .v = v, .p = p, .num_words = num_words, .num_bits = num_bits, .num_entries = (size_t)1 << v->window
    };

    return run(&w, go_through);
}

int ab_vector_power_public(const struct ab_vector_method *v, const struct ab_power *p, size_t num_words,
                           uint64_t exponent)
{
    struct work w = { .v = v, .p = p, .num_words = num_words, .num_entries = 2, .exponent = exponent };

    return run(&w, go_through_public);
}
