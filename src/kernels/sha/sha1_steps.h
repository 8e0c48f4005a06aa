/*
 * The steps of SHA-1 with the SHA instructions, shared by the kernels of one message, of several (sha1_sha.c), and of
 * messages together with a cipher (src/kernels/aes_sha).
 */
#ifndef AB_KERNELS_SHA1_STEPS_H
#define AB_KERNELS_SHA1_STEPS_H

#include <immintrin.h>

#include "kernels/inline.h"
#include "kernels/sha/sha_kernels.h"

/* (A, B, C, D) and E, highest lane first. */
struct words {
    __m128i abcd, e;
};

INLINE struct words load_state(const uint32_t *state)
{
    __m128i dcba = _mm_loadu_si128((const __m128i *)state);

    return (struct words){ _mm_shuffle_epi32(dcba, 0x1b), _mm_slli_si128(_mm_cvtsi32_si128((int)state[4]), 12) };
}

INLINE void store_state(uint32_t *state, struct words s)
{
    _mm_storeu_si128((__m128i *)state, _mm_shuffle_epi32(s.abcd, 0x1b));
    state[4] = (uint32_t)_mm_extract_epi32(s.e, 3);
}

/* The instruction takes the stage (FIPS 180-4 sec. 4.1.1) as an immediate. */
INLINE __m128i four_rounds(__m128i abcd, __m128i e_and_w, unsigned stage)
{
    switch (stage) {
    case 0: return _mm_sha1rnds4_epu32(abcd, e_and_w, 0);
    case 1: return _mm_sha1rnds4_epu32(abcd, e_and_w, 1);
    case 2: return _mm_sha1rnds4_epu32(abcd, e_and_w, 2);
    default: return _mm_sha1rnds4_epu32(abcd, e_and_w, 3);
    }
}

/* The next four words after the sixteen in w (a ring whose oldest is w[i]); they replace the oldest. */
INLINE void extend(__m128i w[4], unsigned i)
{
    __m128i x = _mm_xor_si128(_mm_sha1msg1_epu32(w[i % 4], w[(i + 1) % 4]), w[(i + 2) % 4]);

    w[i % 4] = _mm_sha1msg2_epu32(x, w[(i + 3) % 4]);
}

#endif
