/*
 * The steps of SHA-256 with the SHA instructions, shared by the kernels of one message, of several (sha256_sha.c), and
 * of messages together with a cipher (src/kernels/aes_sha).
 */
#ifndef AB_KERNELS_SHA256_STEPS_H
#define AB_KERNELS_SHA256_STEPS_H

#include <immintrin.h>

#include "kernels/inline.h"
#include "kernels/sha/sha_kernels.h"

/* The instructions keep the eight words as (A, B, E, F) and (C, D, G, H), highest lane first. */
struct halves {
    __m128i abef, cdgh;
};

INLINE struct halves load_state(const uint32_t state[8])
{
    __m128i dcba = _mm_loadu_si128((const __m128i *)state), hgfe = _mm_loadu_si128((const __m128i *)(state + 4));
    __m128i cdab = _mm_shuffle_epi32(dcba, 0xb1), efgh = _mm_shuffle_epi32(hgfe, 0x1b);

    return (struct halves){ _mm_alignr_epi8(cdab, efgh, 8), _mm_blend_epi16(efgh, cdab, 0xf0) };
}

/* The words in their order, lowest lane first: A to D, E to H. */
struct words {
    __m128i low, high;
};

INLINE struct words words_of(struct halves h)
{
    __m128i feba = _mm_shuffle_epi32(h.abef, 0x1b), dchg = _mm_shuffle_epi32(h.cdgh, 0xb1);

    return (struct words){ _mm_blend_epi16(feba, dchg, 0xf0), _mm_alignr_epi8(dchg, feba, 8) };
}

INLINE void store_words(uint32_t state[8], struct words w)
{
    _mm_storeu_si128((__m128i *)state, w.low);
    _mm_storeu_si128((__m128i *)(state + 4), w.high);
}

/*
 * Hold the values of the chain in registers: with several messages gcc spills them and lengthens the chain by the way
 * through memory.
 */
INLINE void hold(struct halves *h)
{
#ifdef __clang__
    (void)h; /* with it gcc would spill more */
#else
    __asm__("" : "+x"(h->abef), "+x"(h->cdgh));
#endif
}

/* Four rounds; wk: the four words of the schedule with their constants added. */
INLINE void four_rounds(struct halves *h, __m128i wk)
{
    h->cdgh = _mm_sha256rnds2_epu32(h->cdgh, h->abef, wk);
    h->abef = _mm_sha256rnds2_epu32(h->abef, h->cdgh, _mm_shuffle_epi32(wk, 0x0e));
    hold(h);
}

/* The next four words after the sixteen in w (a ring whose oldest is w[i]); they replace the oldest. */
INLINE void extend(__m128i w[4], unsigned i)
{
    __m128i oldest = _mm_sha256msg1_epu32(w[i % 4], w[(i + 1) % 4]);
    __m128i seven_back = _mm_alignr_epi8(w[(i + 3) % 4], w[(i + 2) % 4], 4);

    w[i % 4] = _mm_sha256msg2_epu32(_mm_add_epi32(oldest, seven_back), w[(i + 3) % 4]);
}

#endif
