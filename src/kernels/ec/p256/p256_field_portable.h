/* The field of p256_field.h in C. Elements are below p in and out; r may be an argument. Secret. */
#ifndef AB_KERNELS_EC_P256_FIELD_PORTABLE_H
#define AB_KERNELS_EC_P256_FIELD_PORTABLE_H

#include "kernels/ec/p256/p256_field.h"
#include "kernels/ec/weierstrass/words_field_template.h"

/* r = the number r0 ... r3, high modulo p, for a number below 2p. */
INLINE void subtract_once(struct fe *r, uint64_t r0, uint64_t r1, uint64_t r2, uint64_t r3, uint64_t high)
{
    const uint64_t words[NUM_WORDS] = { r0, r1, r2, r3 };

    words_subtract_once(r->v, words, high, PRIME, NUM_WORDS);
}

NOINLINE void fe_mul(struct fe *r, const struct fe *a, const struct fe *b)
{
    words_mont_mul(r->v, a->v, b->v, PRIME, 1, NUM_WORDS);
}

INLINE void fe_sqr(struct fe *r, const struct fe *a)
{
    fe_mul(r, a, a);
}

#endif
