/* A message of SHA-256 in registers, advanced by four rounds at a time, between which a cipher's rounds are issued. */
#ifndef AB_KERNELS_AES_SHA_SHA256_LANE_H
#define AB_KERNELS_AES_SHA_SHA256_LANE_H

#include "kernels/sha/sha256_steps.h"

enum { SHA_GROUPS = 16 }; /* groups of four rounds in a block */

struct sha_lane {
    struct halves h, start; /* now, and before the block */
    __m128i w[4];           /* the last sixteen words of the schedule */
};

INLINE void sha_load(struct sha_lane *l, const uint32_t *state)
{
    l->h = load_state(state);
}
INLINE void sha_store(uint32_t *state, const struct sha_lane *l)
{
    store_words(state, words_of(l->h));
}
INLINE void sha_begin(struct sha_lane *l)
{
    l->start = l->h;
}

/* Group g of the block at `in`; the first four groups read a quarter of the block each. */
INLINE void sha_group(struct sha_lane *l, unsigned g, const uint8_t *in)
{
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);

    if (g < 4)
        l->w[g] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)in + g), swap);
    else
        extend(l->w, g);
    four_rounds(&l->h, _mm_add_epi32(l->w[g % 4], ((const __m128i *)ab_sha256_k)[g]));
}

INLINE void sha_end(struct sha_lane *l)
{
    l->h.abef = _mm_add_epi32(l->h.abef, l->start.abef);
    l->h.cdgh = _mm_add_epi32(l->h.cdgh, l->start.cdgh);
}

#endif
