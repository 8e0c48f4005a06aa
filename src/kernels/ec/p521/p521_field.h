/*
 * The field of P-521 (SP 800-186 sec. 3.2.1.5), p = 2^521 - 1. An element is nine words, any value below 2^522; what runs over
 * 2^521 is added at the other end.
 */
#ifndef AB_KERNELS_EC_P521_FIELD_H
# define AB_KERNELS_EC_P521_FIELD_H

# include "kernels/ec/words.h"

enum { NUM_WORDS = 9, SCALAR_BITS = 521, BASE_WINDOW = 5, BASE_DIGITS = 105 };
enum { TOP_BITS = 521 - 8 * 64, TOP_MASK = (1 << TOP_BITS) - 1 };

struct fe {
    uint64_t v[NUM_WORDS];
};
struct affine {
    struct fe x, y;
} __attribute__((aligned(32))); /* whole vectors, for take_entry */

/* Made by generate/make_ec_table.py: multiples of the base point. */
extern const struct affine ab_p521_table[(BASE_DIGITS + 1) / 2][1 << (BASE_WINDOW - 1)] __attribute__((aligned(64)));
# define BASE_TABLE ab_p521_table

static const uint64_t PRIME[NUM_WORDS] = {
    UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, TOP_MASK,
};
static const uint64_t ORDER[NUM_WORDS] = {
    0xbb6fb71e91386409, 0x3bb5c9b8899c47ae, 0x7fcc0148f709a5d0, 0x51868783bf2f966b, 0xfffffffffffffffa,
    0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff, 0x00000000000001ff,
};
static const struct fe ZERO = { { 0 } };
static const struct fe ONE = { { 1 } };
static const struct fe CURVE_B = { {
    0xef451fd46b503f00,
    0x3573df883d2c34f1,
    0x1652c0bd3bb1bf07,
    0x56193951ec7e937b,
    0xb8b489918ef109e1,
    0xa2da725b99b315f3,
    0x929a21a0b68540ee,
    0x953eb9618e1c9a1f,
    0x51,
} };

/* Any nine words to an element: what is above 2^521 folds. */
INLINE void fe_fold(struct fe *r, const uint64_t w[NUM_WORDS])
{
    struct fe over = { { w[NUM_WORDS - 1] >> TOP_BITS } }, low;

    memcpy(low.v, w, sizeof(low.v));
    low.v[NUM_WORDS - 1] &= TOP_MASK;
    words_add(r->v, low.v, over.v, NUM_WORDS);
}

/* An odd a is a - 1 + 2^521 modulo p. */
INLINE void fe_half(struct fe *r, const struct fe *a)
{
    uint64_t odd = a->v[0] & 1;

    UNROLL for (unsigned i = 0; i < NUM_WORDS - 1; i++)
        r->v[i] = a->v[i] >> 1 | a->v[i + 1] << 63;
    r->v[NUM_WORDS - 1] = (a->v[NUM_WORDS - 1] >> 1) + (odd << (TOP_BITS - 1));
}

#endif
