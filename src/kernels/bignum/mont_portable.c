/*
 * Montgomery's product and square in C (P. L. Montgomery, "Modular multiplication without trial division", 1985), word
 * by word.
 */
#include <string.h>

#include "ct/ct.h"
#include "kernels/bignum/bignum_kernels.h"
#include "kernels/wide.h"

enum { MAX = AB_BIGNUM_MAX_WORDS };

/* t[0 .. num) += a[0 .. num) factor. Return the carry. */
static uint64_t add_product(uint64_t *t, const uint64_t *a, uint64_t factor, size_t num)
{
    uint64_t carry = 0;

    for (size_t i = 0; i < num; i++) {
        uint128 sum = u128_mul_add(a[i], factor, t[i], carry);

        t[i] = u128_low(sum);
        carry = u128_high(sum);
    }
    return carry;
}

/* *word += value. Return the carry. */
static uint64_t add_word(uint64_t *word, uint64_t value)
{
    *word += value;
    return *word < value;
}

/* r = t modulo n, for t with the word `over` above it, below 2n. */
static void subtract_once(uint64_t *r, const uint64_t *t, uint64_t over, const uint64_t *n, size_t num)
{
    uint64_t less[MAX], borrow = 0, keep;

    for (size_t i = 0; i < num; i++) {
        uint128 difference = u128_difference(t[i], n[i], borrow);

        less[i] = u128_low(difference);
        borrow = u128_high(difference) & 1;
    }
    keep = ab_ct_mask(borrow & ~over);
    for (size_t i = 0; i < num; i++)
        r[i] = ab_ct_select(keep, t[i], less[i]);
}

/* For each word of b, add its product with a, then the multiple of n that clears the lowest word. */
static void mul(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *n, uint64_t n_inverse, size_t num)
{
    uint64_t t[2 * MAX], over = 0;

    memset(t, 0, num * sizeof(*t));
    for (size_t i = 0; i < num; i++) {
        uint64_t high = add_product(t + i, a, b[i], num), carry = high + over;
        uint64_t out = carry < high;

        high = add_product(t + i, n, t[i] * n_inverse, num);
        t[i + num] = carry;
        over = out + add_word(&t[i + num], high);
    }
    subtract_once(r, t + num, over, n, num);
}

/* Compute the products of different words once, double them, and add the squares of words. */
static void square_words(uint64_t *t, const uint64_t *a, size_t num)
{
    uint64_t carry = 0, bit = 0;

    memset(t, 0, 2 * num * sizeof(*t));
    for (size_t i = 0; i < num; i++)
        t[i + num] = add_product(t + 2 * i + 1, a + i + 1, a[i], num - i - 1);
    for (size_t i = 0; i < num; i++) {
        uint64_t low = t[2 * i], high = t[2 * i + 1];
        uint128 square = u128_mul(a[i], a[i]), sum;

        sum = u128_sum(low << 1 | bit, u128_low(square), carry);
        t[2 * i] = u128_low(sum);
        sum = u128_sum(high << 1 | low >> 63, u128_high(square), u128_high(sum));
        t[2 * i + 1] = u128_low(sum);
        carry = u128_high(sum);
        bit = high >> 63;
    }
}

static void sqr(uint64_t *r, const uint64_t *a, const uint64_t *n, uint64_t n_inverse, size_t num)
{
    uint64_t t[2 * MAX], over = 0;

    square_words(t, a, num);
    for (size_t i = 0; i < num; i++) {
        uint64_t high = add_product(t + i, n, t[i] * n_inverse, num), carry = add_word(&high, over);

        over = carry + add_word(&t[i + num], high);
    }
    subtract_once(r, t + num, over, n, num);
}

const struct ab_bignum_kernels ab_bignum_portable = { { "portable", AB_LEVEL_NONE, 0, 1 },
                                                      .mont_mul = mul,
                                                      .mont_sqr = sqr };
