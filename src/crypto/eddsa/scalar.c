/*
 * Integers modulo the orders of Ed25519 and Ed448, by Barrett reduction (Menezes, van Oorschot, Vanstone, Handbook of
 * Applied Cryptography, algorithm 14.42) with words of 64 bits.
 */
#include "crypto/eddsa/scalar.h"

#include <string.h>

#include "crypto/bignum/bignum.h"
#include "ct/ct.h"

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

/* Subtract the order from r, which has num_words + 1 words, if r is not below it. */
static void subtract_order(const struct ab_order *n, uint64_t *r)
{
    uint64_t less[MAX + 1] = { 0 }, borrow = ab_words_sub(less, r, n->order, n->num_words + 1);

    ab_words_select(r, ab_ct_mask(borrow), r, less, n->num_words + 1);
}

/* out = x mod the order; out has num_words words, x twice as many. */
static void reduce(const struct ab_order *n, uint64_t *out, const uint64_t *x)
{
    uint64_t quotient[2 * (MAX + 1)], product[2 * (MAX + 1)], r[MAX + 1] = { 0 };
    unsigned num = n->num_words;

    ab_words_mul(quotient, x + num - 1, num + 1, n->reciprocal, num + 1);
    ab_words_mul(product, quotient + num + 1, num + 1, n->order, num + 1); /* the quotient is at most 2 too small */
    ab_words_sub(r, x, product, num + 1);
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
    uint64_t factors[2][MAX], term[2 * MAX] = { 0 }, x[2 * MAX];
    size_t len = 8 * n->num_words;

    memcpy(factors[0], a, len);
    memcpy(factors[1], b, len);
    memcpy(term, c, len);
    ab_words_mul(x, factors[0], n->num_words, factors[1], n->num_words);
    ab_words_add(x, x, term, 2 * n->num_words);
    reduce(n, x, x);
    memcpy(r, x, len);
    ab_wipe(factors, sizeof(factors));
    ab_wipe(term, sizeof(term));
    ab_wipe(x, sizeof(x));
}

int ab_scalar_is_reduced(const struct ab_order *n, const uint8_t *a)
{
    uint64_t x[MAX];

    memcpy(x, a, 8 * n->num_words);
    return (int)(ab_words_lt(x, n->order, n->num_words) & 1);
}
