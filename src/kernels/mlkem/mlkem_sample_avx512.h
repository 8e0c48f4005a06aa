/* What follows from the bytes of messages in step, for mlkem_sample_template.h. */
#ifndef AB_KERNELS_MLKEM_SAMPLE_AVX512_H
#define AB_KERNELS_MLKEM_SAMPLE_AVX512_H

#include <immintrin.h>

#include "kernels/inline.h"
#include "kernels/mlkem/mlkem_binomial_avx2.h"
#include "kernels/mlkem/mlkem_kernels.h"

enum { CHUNK = 16 };

/* Words as double words: AVX-512 without VBMI2 compresses no shorter ones. */
static unsigned accept(int16_t *out, unsigned num, const uint8_t *in, unsigned len)
{
    /* Each pair of candidates has three bytes, of which both words have the middle one. */
    const __m256i order = _mm256_setr_epi8(0, 1, 1, 2, 3, 4, 4, 5, 6, 7, 7, 8, 9, 10, 10, 11, 4, 5, 5, 6, 7, 8, 8, 9,
                                           10, 11, 11, 12, 13, 14, 14, 15);

    for (unsigned at = 0; at < len && num < AB_MLKEM_POLY; at += 24) {
        __m128i low = _mm_loadu_si128((const __m128i *)(const void *)(in + at));
        __m128i high = _mm_loadu_si128((const __m128i *)(const void *)(in + at + 8));
        __m256i v = _mm256_shuffle_epi8(_mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1), order);
        __m512i words;
        __mmask16 mask;

        v = _mm256_blend_epi16(_mm256_and_si256(v, _mm256_set1_epi16(0xfff)), _mm256_srli_epi16(v, 4), 0xaa);
        mask = _mm256_cmplt_epi16_mask(v, _mm256_set1_epi16(AB_MLKEM_Q));
        words = _mm512_maskz_compress_epi32(mask, _mm512_cvtepu16_epi32(v));
        _mm256_storeu_si256((__m256i *)(void *)(out + num), _mm512_cvtepi32_epi16(words));
        num += (unsigned)__builtin_popcount(mask);
    }
    return num;
}

#endif
