/*
 * The field of P-384 (SP 800-186 sec. 3.2.1.4), p = 2^384 - 2^128 - 2^96 + 2^32 - 1. An element is six words, any value below
 * 2^384; what runs over folds with 2^384 = 2^128 + 2^96 - 2^32 + 1.
 */
#ifndef AB_KERNELS_EC_P384_FIELD_H
#define AB_KERNELS_EC_P384_FIELD_H

#include "kernels/ec/words.h"

enum { NUM_WORDS = 6, SCALAR_BITS = 384, BASE_WINDOW = 5, BASE_DIGITS = 77 };

struct fe {
    uint64_t v[NUM_WORDS];
};
struct affine {
    struct fe x, y;
};

/* Made by generate/make_ec_table.py: multiples of the base point. */
extern const struct affine ab_p384_table[(BASE_DIGITS + 1) / 2][1 << (BASE_WINDOW - 1)] __attribute__((aligned(64)));
#define BASE_TABLE ab_p384_table

static const uint64_t PRIME[NUM_WORDS] = {
    0x00000000ffffffff, 0xffffffff00000000, 0xfffffffffffffffe,
    0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff,
};
static const uint64_t ORDER[NUM_WORDS] = {
    0xecec196accc52973, 0x581a0db248b0a77a, 0xc7634d81f4372ddf,
    0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff,
};
static const struct fe ZERO = { { 0 } };
static const struct fe ONE = { { 1 } };
static const struct fe CURVE_B = { {
    0x2a85c8edd3ec2aef,
    0xc656398d8a2ed19d,
    0x0314088f5013875a,
    0x181d9c6efe814112,
    0x988e056be3f82d19,
    0xb3312fa7e23ee7e4,
} };

/* 2^384 modulo p. */
enum { FOLD_WORDS = 3 };
#define FOLD_0 0xffffffff00000001
#define FOLD_1 0xffffffff

#endif
