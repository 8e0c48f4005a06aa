/* What follows from the bytes of messages in step, for mldsa_sample_template.h. */
#ifndef AB_KERNELS_MLDSA_SAMPLE_AVX2_H
#define AB_KERNELS_MLDSA_SAMPLE_AVX2_H

#include <immintrin.h>
#include <string.h>

#include "ct/ct.h"
#include "kernels/inline.h"
#include "kernels/mldsa/mldsa_kernels.h"
#include "kernels/mldsa/mldsa_tables.h"

enum { CHUNK = 8 };

/* Append the words whose lanes are all ones in is_accepted. Which ones they are is public, their values need not be. */
INLINE unsigned append(int32_t *out, unsigned num, __m256i words, __m256i is_accepted)
{
    unsigned mask = (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(is_accepted));
    __m128i places;

    AB_PUBLIC(&mask, sizeof(mask));
    places = _mm_loadl_epi64((const __m128i *)(const void *)(ab_mldsa_compaction + 8 * (size_t)mask));
    words = _mm256_permutevar8x32_epi32(words, _mm256_cvtepu8_epi32(places));
    _mm256_storeu_si256((__m256i *)(void *)(out + num), words);
    return num + (unsigned)__builtin_popcount(mask);
}

/* Three bytes of a candidate in each word. */
static unsigned accept_uniform(int32_t *out, unsigned num, const uint8_t *in, unsigned len)
{
    const __m256i order = _mm256_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1, 4, 5, 6, -1, 7, 8, 9,
                                           -1, 10, 11, 12, -1, 13, 14, 15, -1);

    for (unsigned at = 0; at < len && num < AB_MLDSA_POLY; at += 24) {
        __m128i low = _mm_loadu_si128((const __m128i *)(const void *)(in + at));
        __m128i high = _mm_loadu_si128((const __m128i *)(const void *)(in + at + 8));
        __m256i v = _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);

        v = _mm256_and_si256(_mm256_shuffle_epi8(v, order), _mm256_set1_epi32(0x7fffff));
        num = append(out, num, v, _mm256_cmpgt_epi32(_mm256_set1_epi32(AB_MLDSA_Q), v));
    }
    return num;
}

/* CoeffFromHalfByte, algorithm 15, of 15 or 9 values. Eight half bytes are one word of the input. */
INLINE unsigned accept_bounded(int32_t *out, unsigned num, const uint8_t *in, unsigned len, unsigned eta)
{
    const __m256i shifts = _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28), etas = _mm256_set1_epi32((int)eta);
    const __m256i limit = _mm256_set1_epi32(eta == 2 ? 15 : 9);

    for (unsigned at = 0; at < len && num < AB_MLDSA_POLY; at += 4) {
        __m256i v, values, fifth;
        int32_t word;

        memcpy(&word, in + at, sizeof(word));
        v = values = _mm256_and_si256(_mm256_srlv_epi32(_mm256_set1_epi32(word), shifts), _mm256_set1_epi32(15));
        if (eta == 2) { /* modulo 5 */
            fifth = _mm256_srli_epi32(_mm256_mullo_epi16(v, _mm256_set1_epi32(13)), 6);
            values = _mm256_sub_epi32(v, _mm256_add_epi32(fifth, _mm256_slli_epi32(fifth, 2)));
        }
        num = append(out, num, _mm256_sub_epi32(etas, values), _mm256_cmpgt_epi32(limit, v));
    }
    return num;
}

#endif
