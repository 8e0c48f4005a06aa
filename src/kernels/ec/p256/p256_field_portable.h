/* The field of p256_field.h in C: elements below p in and out; r may be an argument. Secret. */
#ifndef AB_KERNELS_EC_P256_FIELD_PORTABLE_H
#define AB_KERNELS_EC_P256_FIELD_PORTABLE_H

#include "kernels/ec/p256/p256_field.h"
#include "kernels/ec/weierstrass/words_field_template.h"

static void fe_mul(struct fe *r, const struct fe *a, const struct fe *b)
{
    words_mont_mul(r->v, a->v, b->v, PRIME, 1, NUM_WORDS);
}

INLINE void fe_sqr(struct fe *r, const struct fe *a)
{
    fe_mul(r, a, a);
}

#endif
