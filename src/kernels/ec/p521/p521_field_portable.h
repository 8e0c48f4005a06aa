/* The field of p521_field.h in C. r may be an argument. Secret. */
#ifndef AB_KERNELS_EC_P521_FIELD_PORTABLE_H
#define AB_KERNELS_EC_P521_FIELD_PORTABLE_H

#include <string.h>

#include "kernels/ec/p521/p521_field.h"

INLINE void fe_add(struct fe *r, const struct fe *a, const struct fe *b)
{
    struct fe sum;

    words_add(sum.v, a->v, b->v, NUM_WORDS);
    fe_fold(r, sum.v);
}

/* Adding 4p, which is above any element, keeps the difference positive. */
INLINE void fe_sub(struct fe *r, const struct fe *a, const struct fe *b)
{
    static const uint64_t multiple[NUM_WORDS] = {
        (uint64_t)-4, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, 0x7ff,
    };
    struct fe sum;

    words_add(sum.v, a->v, multiple, NUM_WORDS);
    words_sub(sum.v, sum.v, b->v, NUM_WORDS);
    fe_fold(r, sum.v);
}

/* r = w modulo p, for w below 2^1044: the sum of its lowest 521 bits and of the others is below 2^524. */
INLINE void fe_reduce(struct fe *r, const uint64_t w[2 * NUM_WORDS])
{
    uint64_t low[NUM_WORDS], high[NUM_WORDS];

    memcpy(low, w, sizeof(low));
    low[NUM_WORDS - 1] &= TOP_MASK;
    for (unsigned i = 0; i < NUM_WORDS; i++)
        high[i] = w[NUM_WORDS - 1 + i] >> TOP_BITS | w[NUM_WORDS + i] << (64 - TOP_BITS);
    words_add(low, low, high, NUM_WORDS);
    fe_fold(r, low);
}

NOINLINE void fe_mul(struct fe *r, const struct fe *a, const struct fe *b)
{
    uint64_t w[2 * NUM_WORDS];

    words_mul(w, a->v, b->v, NUM_WORDS);
    fe_reduce(r, w);
}

NOINLINE void fe_sqr(struct fe *r, const struct fe *a)
{
    uint64_t w[2 * NUM_WORDS];

    words_sqr(w, a->v, NUM_WORDS);
    fe_reduce(r, w);
}

#endif
