/* The arithmetic of p256_field.h in C. */
#ifndef AB_KERNELS_EC_P256_FIELD_PORTABLE_H
#define AB_KERNELS_EC_P256_FIELD_PORTABLE_H

#include "kernels/ec/p256_field.h"

INLINE void fe_add(struct fe *r, const struct fe *a, const struct fe *b)
{
    words_mod_add(r->v, a->v, b->v, PRIME, NUM_WORDS);
}

INLINE void fe_sub(struct fe *r, const struct fe *a, const struct fe *b)
{
    words_mod_sub(r->v, a->v, b->v, PRIME, NUM_WORDS);
}

INLINE void fe_half(struct fe *r, const struct fe *a)
{
    words_mod_half(r->v, a->v, PRIME, NUM_WORDS);
}

static void fe_mul(struct fe *r, const struct fe *a, const struct fe *b)
{
    words_mont_mul(r->v, a->v, b->v, PRIME, 1, NUM_WORDS);
}

INLINE void fe_sqr(struct fe *r, const struct fe *a)
{
    fe_mul(r, a, a);
}

#endif
