/* The centred binomial distributions of ML-KEM (FIPS 203 algorithm 8) with AVX2: sums of bits in fields of a vector. */
#ifndef AB_KERNELS_MLKEM_BINOMIAL_AVX2_H
#define AB_KERNELS_MLKEM_BINOMIAL_AVX2_H

#include <immintrin.h>

#include "kernels/inline.h"
#include "kernels/mlkem/mlkem_kernels.h"

INLINE __m256i and_shifted(__m256i v, int shift, int mask)
{
    return _mm256_and_si256(_mm256_srli_epi32(v, shift), _mm256_set1_epi32(mask));
}

INLINE void store_bytes(int16_t *out, __m128i v)
{
    _mm256_storeu_si256((__m256i *)(void *)out, _mm256_cvtepi8_epi16(v));
}

/*
 * Four bits a coefficient, 128 bytes: fields of two bits get the sums of two, fields of four their difference plus 3.
 */
static void binomial_2(ab_mlkem_poly out, const uint8_t *in)
{
    const __m256i three = _mm256_set1_epi8(3);

    for (unsigned i = 0; i < AB_MLKEM_POLY; i += 64, in += 32) {
        __m256i v = _mm256_loadu_si256((const __m256i *)(const void *)in), even, odd, low, high;

        v = _mm256_add_epi8(and_shifted(v, 0, 0x55555555), and_shifted(v, 1, 0x55555555));
        v = _mm256_sub_epi8(_mm256_add_epi8(and_shifted(v, 0, 0x33333333), _mm256_set1_epi8(0x33)),
                            and_shifted(v, 2, 0x33333333));
        even = _mm256_sub_epi8(and_shifted(v, 0, 0x0f0f0f0f), three);
        odd = _mm256_sub_epi8(and_shifted(v, 4, 0x0f0f0f0f), three);
        low = _mm256_unpacklo_epi8(even, odd);
        high = _mm256_unpackhi_epi8(even, odd);
        store_bytes(out + i, _mm256_castsi256_si128(low));
        store_bytes(out + i + 16, _mm256_castsi256_si128(high));
        store_bytes(out + i + 32, _mm256_extracti128_si256(low, 1));
        store_bytes(out + i + 48, _mm256_extracti128_si256(high, 1));
    }
}

/*
 * Six bits a coefficient, 192 bytes; four coefficients to the low 24 bits of each double word. Fields of three bits get
 * the sums of three, then every other one its difference from the next, plus 3.
 */
static void binomial_3(ab_mlkem_poly out, const uint8_t *in)
{
    const __m256i order = _mm256_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1, 4, 5, 6, -1, 7, 8, 9,
                                           -1, 10, 11, 12, -1, 13, 14, 15, -1);
    const __m256i three = _mm256_set1_epi16(3);

    for (unsigned i = 0; i < AB_MLKEM_POLY; i += 32, in += 24) {
        __m128i first = _mm_loadu_si128((const __m128i *)(const void *)in);
        __m128i last = _mm_loadu_si128((const __m128i *)(const void *)(in + 8));
        __m256i v = _mm256_shuffle_epi8(_mm256_inserti128_si256(_mm256_castsi128_si256(first), last, 1), order);
        __m256i low, high, pairs01, pairs23;

        v = _mm256_add_epi32(_mm256_add_epi32(and_shifted(v, 0, 0x249249), and_shifted(v, 1, 0x249249)),
                             and_shifted(v, 2, 0x249249));
        v = _mm256_sub_epi32(_mm256_add_epi32(and_shifted(v, 0, 0x1c71c7), _mm256_set1_epi32(0x0c30c3)),
                             and_shifted(v, 3, 0x1c71c7));
        pairs01 = _mm256_or_si256(and_shifted(v, 0, 7),
                                  _mm256_and_si256(_mm256_slli_epi32(v, 10), _mm256_set1_epi32(0x70000)));
        pairs23 = _mm256_or_si256(and_shifted(v, 12, 7), and_shifted(v, 2, 0x70000));
        low = _mm256_sub_epi16(_mm256_unpacklo_epi32(pairs01, pairs23), three);
        high = _mm256_sub_epi16(_mm256_unpackhi_epi32(pairs01, pairs23), three);
        _mm256_storeu_si256((__m256i *)(void *)(out + i), _mm256_permute2x128_si256(low, high, 0x20));
        _mm256_storeu_si256((__m256i *)(void *)(out + i + 16), _mm256_permute2x128_si256(low, high, 0x31));
    }
}

#endif
