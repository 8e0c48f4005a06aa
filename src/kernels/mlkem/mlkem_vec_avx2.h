/* Vectors of 16 coefficients, for mlkem_ring_template.h. */
#ifndef AB_KERNELS_MLKEM_VEC_AVX2_H
#define AB_KERNELS_MLKEM_VEC_AVX2_H

#include <immintrin.h>
#include <stdint.h>

#include "kernels/inline.h"
#include "kernels/mlkem/mlkem_tables.h"

enum { VEC_LEN = 16 };

typedef int16_t vec __attribute__((vector_size(32), may_alias));
typedef int32_t wide_vec __attribute__((vector_size(32), may_alias));

#define TAIL ab_mlkem_tail_16
#define INVERSE_TAIL ab_mlkem_inverse_tail_16

INLINE vec load(const int16_t *p)
{
    return (vec)_mm256_loadu_si256((const __m256i *)(const void *)p);
}

INLINE void store(int16_t *p, vec v)
{
    _mm256_storeu_si256((__m256i *)(void *)p, (__m256i)v);
}

INLINE vec all(int16_t c)
{
    return (vec)_mm256_set1_epi16(c);
}

/* The low and the high word of products, and the high word of twice the product, rounded. */
INLINE vec mul_low(vec a, vec b)
{
    return (vec)_mm256_mullo_epi16((__m256i)a, (__m256i)b);
}

INLINE vec mul_high(vec a, vec b)
{
    return (vec)_mm256_mulhi_epi16((__m256i)a, (__m256i)b);
}

INLINE vec mul_round(vec a, vec b)
{
    return (vec)_mm256_mulhrs_epi16((__m256i)a, (__m256i)b);
}

/* The sum of the two products of each pair. */
INLINE wide_vec mul_pairs(vec a, vec b)
{
    return (wide_vec)_mm256_madd_epi16((__m256i)a, (__m256i)b);
}

/* Exchange the words of each pair. */
INLINE vec swap_pairs(vec a)
{
    return (vec)_mm256_or_si256(_mm256_slli_epi32((__m256i)a, 16), _mm256_srli_epi32((__m256i)a, 16));
}

/* The words of even places from the low halves of `even`, those of odd places from the low halves of `odd`. */
INLINE vec low_words(wide_vec even, wide_vec odd)
{
    return (vec)_mm256_blend_epi16((__m256i)even, _mm256_slli_epi32((__m256i)odd, 16), 0xaa);
}

/* Likewise from the high halves. */
INLINE vec high_words(wide_vec even, wide_vec odd)
{
    return (vec)_mm256_blend_epi16(_mm256_srli_epi32((__m256i)even, 16), (__m256i)odd, 0xaa);
}

/*
 * For 2 len consecutive words after each other, from *x on and on to *y: bring the first len of each to *x and the
 * others to *y. len is 8, then 4, then 2; join undoes it, in the opposite order.
 */
INLINE void split(vec *x, vec *y, unsigned len)
{
    __m256i a = (__m256i)*x, b = (__m256i)*y;

    if (len == 8) {
        *x = (vec)_mm256_permute2x128_si256(a, b, 0x20);
        *y = (vec)_mm256_permute2x128_si256(a, b, 0x31);
    } else if (len == 4) {
        *x = (vec)_mm256_unpacklo_epi64(a, b);
        *y = (vec)_mm256_unpackhi_epi64(a, b);
    } else {
        *x = (vec)_mm256_shuffle_ps((__m256)a, (__m256)b, 0x88);
        *y = (vec)_mm256_shuffle_ps((__m256)a, (__m256)b, 0xdd);
    }
}

INLINE void join(vec *x, vec *y, unsigned len)
{
    __m256i a = (__m256i)*x, b = (__m256i)*y;

    if (len == 2) {
        *x = (vec)_mm256_unpacklo_epi32(a, b);
        *y = (vec)_mm256_unpackhi_epi32(a, b);
    } else { /* exchanges, which undo themselves */
        split(x, y, len);
    }
}

#endif
