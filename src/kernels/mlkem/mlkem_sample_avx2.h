/* What follows from the bytes of messages in step, for mlkem_sample_template.h. */
#ifndef AB_KERNELS_MLKEM_SAMPLE_AVX2_H
#define AB_KERNELS_MLKEM_SAMPLE_AVX2_H

#include <immintrin.h>

#include "kernels/inline.h"
#include "kernels/mlkem/mlkem_binomial_avx2.h"
#include "kernels/mlkem/mlkem_kernels.h"
#include "kernels/mlkem/mlkem_tables.h"

enum { CHUNK = 16 };

/* Bring the words whose bits in mask are set to the front. */
INLINE __m128i compact(__m128i words, unsigned mask)
{
    __m128i even = _mm_loadl_epi64((const __m128i *)(const void *)(ab_mlkem_compaction + 8 * (size_t)mask));

    return _mm_shuffle_epi8(words, _mm_unpacklo_epi8(even, _mm_add_epi8(even, _mm_set1_epi8(1))));
}

INLINE unsigned append(int16_t *out, unsigned num, __m128i words, unsigned mask)
{
    _mm_storeu_si128((__m128i *)(void *)(out + num), compact(words, mask));
    return num + (unsigned)__builtin_popcount(mask);
}

static unsigned accept(int16_t *out, unsigned num, const uint8_t *in, unsigned len)
{
    /* Each pair of candidates has three bytes, of which both words have the middle one. */
    const __m256i order = _mm256_setr_epi8(0, 1, 1, 2, 3, 4, 4, 5, 6, 7, 7, 8, 9, 10, 10, 11, 4, 5, 5, 6, 7, 8, 8, 9,
                                           10, 11, 11, 12, 13, 14, 14, 15);

    for (unsigned at = 0; at < len && num < AB_MLKEM_POLY; at += 24) {
        __m128i low = _mm_loadu_si128((const __m128i *)(const void *)(in + at));
        __m128i high = _mm_loadu_si128((const __m128i *)(const void *)(in + at + 8)), is_below;
        __m256i v = _mm256_shuffle_epi8(_mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1), order), below;
        unsigned mask;

        v = _mm256_blend_epi16(_mm256_and_si256(v, _mm256_set1_epi16(0xfff)), _mm256_srli_epi16(v, 4), 0xaa);
        below = _mm256_cmpgt_epi16(_mm256_set1_epi16(AB_MLKEM_Q), v);
        is_below = _mm_packs_epi16(_mm256_castsi256_si128(below), _mm256_extracti128_si256(below, 1));
        mask = (unsigned)_mm_movemask_epi8(is_below);
        num = append(out, num, _mm256_castsi256_si128(v), mask & 0xff);
        num = append(out, num, _mm256_extracti128_si256(v, 1), mask >> 8);
    }
    return num;
}

#endif
