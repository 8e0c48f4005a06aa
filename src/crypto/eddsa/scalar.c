/*
 * Integers modulo the orders of Ed25519 and Ed448, by Barrett reduction (Menezes, van Oorschot, Vanstone, Handbook of
 * Applied Cryptography, algorithm 14.42) with words of 64 bits.
 */
#include "crypto/eddsa/scalar.h"

#include <string.h>

#include "ct/ct.h"
#include "kernels/wide.h"

enum { MAX = AB_SCALAR_MAX_WORDS };

const struct ab_order ab_order25519 = {
    .num_words = 4,
    .order = { 0x5812631a5cf5d3ed, 0x14def9dea2f79cd6, 0x0000000000000000, 0x1000000000000000 },
    .reciprocal = { 0xed9ce5a30a2c131b, 0x2106215d086329a7, 0xffffffffffffffeb, 0xffffffffffffffff,
                    0x000000000000000f },
};

const struct ab_order ab_order448 = {
    .num_words = 7,
    .order = { 0x2378c292ab5844f3, 0x216cc2728dc58f55, 0xc44edb49aed63690, 0xffffffff7cca23e9, 0xffffffffffffffff,
               0xffffffffffffffff, 0x3fffffffffffffff },
    .reciprocal = { 0xc873d6d54a7bb0e0, 0xe933d8d723a70aad, 0xbb124b65129c96fd, 0x00000008335dc163, 0x0000000000000000,
                    0x0000000000000000, 0x0000000000000000, 0x0000000000000004 },
};

/* r = a b, in 2 num words, for num words each. */
static void multiply(uint64_t *r, const uint64_t *a, const uint64_t *b, unsigned num)
{
    memset(r, 0, 2 * num * sizeof(*r));
    for (unsigned i = 0; i < num; i++) {
        uint64_t carry = 0;

        for (unsigned j = 0; j < num; j++) {
            uint128 sum = u128_mul_add(a[i], b[j], r[i + j], carry);

            r[i + j] = u128_low(sum);
            carry = u128_high(sum);
        }
        r[i + num] = carry;
    }
}

/* r = a - b. Return the borrow. */
static uint64_t subtract(uint64_t *r, const uint64_t *a, const uint64_t *b, unsigned num)
{
    uint64_t borrow = 0;

    for (unsigned i = 0; i < num; i++) {
        uint128 difference = u128_difference(a[i], b[i], borrow);

        r[i] = u128_low(difference);
        borrow = u128_high(difference) & 1;
    }
    return borrow;
}

/* Subtract the order from r, which has num_words + 1 words, if r is not below it. */
static void subtract_order(const struct ab_order *n, uint64_t *r)
{
    uint64_t less[MAX + 1] = { 0 }, keep = ab_ct_barrier(0 - subtract(less, r, n->order, n->num_words + 1));

    for (unsigned i = 0; i <= n->num_words; i++)
        r[i] = ab_ct_select(keep, r[i], less[i]);
}

/* out = x mod the order; out has num_words words, x twice as many. */
static void reduce(const struct ab_order *n, uint64_t *out, const uint64_t *x)
{
    uint64_t quotient[2 * (MAX + 1)], product[2 * (MAX + 1)], r[MAX + 1] = { 0 };
    unsigned num = n->num_words;

    multiply(quotient, x + num - 1, n->reciprocal, num + 1);
    multiply(product, quotient + num + 1, n->order, num + 1); /* the quotient is at most 2 too small */
    subtract(r, x, product, num + 1);
    subtract_order(n, r);
    subtract_order(n, r);
    memcpy(out, r, num * sizeof(*r));
    ab_wipe(quotient, sizeof(quotient));
    ab_wipe(product, sizeof(product));
    ab_wipe(r, sizeof(r));
}

/* Horner's rule from the highest bytes on, 8 num_words bytes at a time; the first piece may be shorter. */
void ab_scalar_reduce(const struct ab_order *n, uint8_t *r, const uint8_t *wide, size_t wide_len)
{
    size_t scalar_len = 8 * n->num_words, first = 0, end = wide_len;
    uint64_t x[2 * MAX] = { 0 };

    while (end - first > scalar_len)
        first += scalar_len;
    for (;; end = first, first -= scalar_len) {
        memset(x, 0, scalar_len);
        memcpy(x, wide + first, end - first);
        reduce(n, x + n->num_words, x);
        if (first == 0)
            break;
    }
    memcpy(r, x + n->num_words, scalar_len);
    ab_wipe(x, sizeof(x));
}

void ab_scalar_mul_add(const struct ab_order *n, uint8_t *r, const uint8_t *a, const uint8_t *b, const uint8_t *c)
{
    uint64_t words[3][MAX], x[2 * MAX] = { 0 }, carry = 0;
    size_t len = 8 * n->num_words;

    memcpy(words[0], a, len);
    memcpy(words[1], b, len);
    memcpy(words[2], c, len);
    multiply(x, words[0], words[1], n->num_words);
    for (unsigned i = 0; i < 2 * n->num_words; i++) {
        uint128 sum = u128_sum(x[i], i < n->num_words ? words[2][i] : 0, carry);

        x[i] = u128_low(sum);
        carry = u128_high(sum);
    }
    reduce(n, x, x);
    memcpy(r, x, len);
    ab_wipe(words, sizeof(words));
    ab_wipe(x, sizeof(x));
}

int ab_scalar_is_reduced(const struct ab_order *n, const uint8_t *a)
{
    uint64_t x[MAX], difference[MAX];

    memcpy(x, a, 8 * n->num_words);
    return (int)subtract(difference, x, n->order, n->num_words);
}
