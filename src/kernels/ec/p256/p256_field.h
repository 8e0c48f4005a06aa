/*
 * The field of P-256 (SP 800-186 sec. 3.2.1.3), p = 2^256 - 2^224 + 2^192 + 2^96 - 1, in Montgomery's form: an element a
 * is kept as a 2^256 modulo p, below p. p is -1 modulo 2^64, so the factor of a reduction's row is the lowest word
 * itself.
 */
#ifndef AB_KERNELS_EC_P256_FIELD_H
#define AB_KERNELS_EC_P256_FIELD_H

#include "kernels/bignum/invert.h"
#include "kernels/ec/words.h"

enum { NUM_WORDS = 4, SCALAR_BITS = 256, BASE_WINDOW = 6, BASE_DIGITS = 43 };

struct fe {
    uint64_t v[NUM_WORDS];
};
struct affine {
    struct fe x, y;
};

/* Made by generate/make_ec_table.py: multiples of the base point, in Montgomery's form. */
extern const struct affine ab_p256_table[(BASE_DIGITS + 1) / 2][1 << (BASE_WINDOW - 1)] __attribute__((aligned(64)));
extern const struct affine ab_p256_odd_table[BASE_DIGITS / 2][1 << (BASE_WINDOW - 1)] __attribute__((aligned(64)));
#define BASE_TABLE ab_p256_table
#define ODD_TABLE ab_p256_odd_table

static const uint64_t PRIME[NUM_WORDS] = { 0xffffffffffffffff, 0xffffffff, 0, 0xffffffff00000001 };
static const uint64_t ORDER[NUM_WORDS] = { 0xf3b9cac2fc632551, 0xbce6faada7179e84, 0xffffffffffffffff,
                                           0xffffffff00000000 };
static const struct ab_invert256_modulus PRIME_LIMBS = {
    { 0x3fffffffffffffff, 0x3ffffffff, 0, 0x3fffffc000000040, 0xff },
    0x3fffffffffffffff,
};
static const struct fe ZERO = { { 0 } };
static const struct fe ONE = { { 1, 0xffffffff00000000, 0xffffffffffffffff, 0xfffffffe } };
static const struct fe CURVE_B = { { 0xd89cdf6229c4bddf, 0xacf005cd78843090, 0xe5a220abf7212ed6, 0xdc30061d04874834 } };

#endif
