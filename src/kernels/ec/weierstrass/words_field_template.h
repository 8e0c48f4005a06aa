/*
 * Sum, difference and half of field elements that are words below PRIME, in and out. Before this come NUM_WORDS, PRIME
 * and struct fe.
 */
#ifndef AB_KERNELS_EC_WEIERSTRASS_WORDS_FIELD_TEMPLATE_H
#define AB_KERNELS_EC_WEIERSTRASS_WORDS_FIELD_TEMPLATE_H

#include "kernels/ec/words.h"

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

#endif
