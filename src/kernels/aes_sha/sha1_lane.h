/* A message of SHA-1 in registers, advanced by four rounds at a time, between which a cipher's rounds are issued. */
#ifndef AB_KERNELS_AES_SHA_SHA1_LANE_H
#define AB_KERNELS_AES_SHA_SHA1_LANE_H

#include "kernels/sha/sha1_steps.h"

enum { SHA_GROUPS = 20 }; /* groups of four rounds in a block */

struct sha_lane {
    struct words s;             /* before the block */
    __m128i abcd, before, w[4]; /* now, and four rounds ago; the last sixteen words of the schedule */
};

INLINE void sha_load(struct sha_lane *l, const uint32_t *state)
{
    l->s = load_state(state);
}
INLINE void sha_store(uint32_t *state, const struct sha_lane *l)
{
    store_state(state, l->s);
}
INLINE void sha_begin(struct sha_lane *l)
{
    l->abcd = l->before = l->s.abcd;
}

/*
 * Group g of the block at `in`; the first four groups read a quarter of the block each. The chain is held in
 * registers: see sha1_sha.c.
 */
INLINE void sha_group(struct sha_lane *l, unsigned g, const uint8_t *in)
{
    const __m128i reverse = _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f);
    __m128i e;

    if (g < 4)
        l->w[g] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)in + g), reverse);
    else
        extend(l->w, g);
    e = g == 0 ? _mm_add_epi32(l->s.e, l->w[0]) : _mm_sha1nexte_epu32(l->before, l->w[g % 4]);
    l->before = l->abcd;
    l->abcd = four_rounds(l->abcd, e, g / 5);
    __asm__("" : "+x"(l->abcd), "+x"(l->before));
}

INLINE void sha_end(struct sha_lane *l)
{
    l->s.e = _mm_sha1nexte_epu32(l->before, l->s.e);
    l->s.abcd = _mm_add_epi32(l->abcd, l->s.abcd);
}

#endif
