/*
 * Barrett's reduction (Menezes, van Oorschot, Vanstone, Handbook of Applied Cryptography, 14.42) with words of 64 bits.
 */
#include "crypto/curve25519/scalar25519.h"

#include <string.h>

#include "ct/ct.h"

enum { WORDS = 4 };
__extension__ typedef unsigned __int128 uint128;

static const uint64_t ORDER[WORDS + 1] = { 0x5812631a5cf5d3ed, 0x14def9dea2f79cd6, 0, 0x1000000000000000, 0 };
/* 2^512 / order */
static const uint64_t RECIPROCAL[WORDS + 1] = {
    0xed9ce5a30a2c131b, 0x2106215d086329a7, 0xffffffffffffffeb, 0xffffffffffffffff, 0xf,
};

/* r = a b, num words each. */
static void multiply(uint64_t *r, const uint64_t *a, const uint64_t *b, unsigned num)
{
    memset(r, 0, 2 * num * sizeof(*r));
    for (unsigned i = 0; i < num; i++) {
        uint64_t carry = 0;

        for (unsigned j = 0; j < num; j++) {
            uint128 sum = (uint128)a[i] * b[j] + r[i + j] + carry;

            r[i + j] = (uint64_t)sum;
            carry = (uint64_t)(sum >> 64);
        }
        r[i + num] = carry;
    }
}

/* r = a - b, and the borrow. */
static uint64_t subtract(uint64_t *r, const uint64_t *a, const uint64_t *b, unsigned num)
{
    uint64_t borrow = 0;

    for (unsigned i = 0; i < num; i++) {
        uint128 difference = (uint128)a[i] - b[i] - borrow;

        r[i] = (uint64_t)difference;
        borrow = (uint64_t)(difference >> 64) & 1;
    }
    return borrow;
}

/* r -= order if that fits. */
static void subtract_order(uint64_t r[WORDS + 1])
{
    uint64_t less[WORDS + 1], keep = ab_ct_barrier(0 - subtract(less, r, ORDER, WORDS + 1));

    for (unsigned i = 0; i <= WORDS; i++)
        r[i] = ab_ct_select(keep, r[i], less[i]);
}

static void reduce(uint8_t out[32], const uint64_t x[2 * WORDS])
{
    uint64_t quotient[2 * (WORDS + 1)], product[2 * (WORDS + 1)], r[WORDS + 1];

    multiply(quotient, x + WORDS - 1, RECIPROCAL, WORDS + 1);
    multiply(product, quotient + WORDS + 1, ORDER, WORDS + 1); /* at most 2 too few times the order */
    subtract(r, x, product, WORDS + 1);
    subtract_order(r);
    subtract_order(r);
    memcpy(out, r, 32);
    ab_wipe(quotient, sizeof(quotient));
    ab_wipe(product, sizeof(product));
    ab_wipe(r, sizeof(r));
}

void ab_scalar25519_reduce(uint8_t r[32], const uint8_t wide[64])
{
    uint64_t x[2 * WORDS];

    memcpy(x, wide, sizeof(x));
    reduce(r, x);
    ab_wipe(x, sizeof(x));
}

void ab_scalar25519_mul_add(uint8_t r[32], const uint8_t a[32], const uint8_t b[32], const uint8_t c[32])
{
    uint64_t words[3][WORDS], x[2 * WORDS], carry = 0;

    memcpy(words[0], a, 32);
    memcpy(words[1], b, 32);
    memcpy(words[2], c, 32);
    multiply(x, words[0], words[1], WORDS);
    for (unsigned i = 0; i < 2 * WORDS; i++) {
        uint128 sum = (uint128)x[i] + (i < WORDS ? words[2][i] : 0) + carry;

        x[i] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
    }
    reduce(r, x);
    ab_wipe(words, sizeof(words));
    ab_wipe(x, sizeof(x));
}

int ab_scalar25519_is_reduced(const uint8_t a[32])
{
    uint64_t x[WORDS], difference[WORDS];

    memcpy(x, a, 32);
    return (int)subtract(difference, x, ORDER, WORDS);
}
