/* Vectors of 8 coefficients, for mldsa_ring_template.h. */
#ifndef AB_KERNELS_MLDSA_VEC_AVX2_H
#define AB_KERNELS_MLDSA_VEC_AVX2_H

#include <immintrin.h>
#include <stdint.h>

#include "kernels/inline.h"
#include "kernels/mldsa/mldsa_tables.h"

enum { VEC_LEN = 8 };

typedef int32_t vec __attribute__((vector_size(32), may_alias));
typedef int64_t wide_vec __attribute__((vector_size(32), may_alias));

#define TAIL ab_mldsa_tail_8
#define INVERSE_TAIL ab_mldsa_inverse_tail_8

INLINE vec load(const int32_t *p)
{
    return (vec)_mm256_loadu_si256((const __m256i *)(const void *)p);
}

INLINE void store(int32_t *p, vec v)
{
    _mm256_storeu_si256((__m256i *)(void *)p, (__m256i)v);
}

INLINE vec all(int32_t c)
{
    return (vec)_mm256_set1_epi32(c);
}

/* The odd words at even places. */
INLINE vec odd_words(vec a)
{
    return (vec)_mm256_castps_si256(_mm256_movehdup_ps(_mm256_castsi256_ps((__m256i)a)));
}

/* The products of the words at even places. */
INLINE wide_vec mul_even(vec a, vec b)
{
    return (wide_vec)_mm256_mul_epi32((__m256i)a, (__m256i)b);
}

/* The high halves of `even` at even places and those of `odd` at odd places. */
INLINE vec high_halves(wide_vec even, wide_vec odd)
{
    return (vec)_mm256_blend_epi32((__m256i)odd_words((vec)even), (__m256i)odd, 0xaa);
}

INLINE vec absolute(vec a)
{
    return (vec)_mm256_abs_epi32((__m256i)a);
}

/* Return 0 if no word is negative, and another value if one is. */
INLINE unsigned any_negative(vec a)
{
    return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps((__m256i)a));
}

/* Write the words of four vectors, 0 to 255, as bytes. */
INLINE void store_bytes(uint8_t *out, const vec v[4])
{
    __m256i low = _mm256_packs_epi32((__m256i)v[0], (__m256i)v[1]);
    __m256i high = _mm256_packs_epi32((__m256i)v[2], (__m256i)v[3]), bytes = _mm256_packus_epi16(low, high);

    bytes = _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    _mm256_storeu_si256((__m256i *)(void *)out, bytes);
}

INLINE vec load_bytes(const uint8_t *in)
{
    return (vec)_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)in));
}

/*
 * For 2 len consecutive words after each other, from *x on and on to *y: bring the first len of each to *x and the
 * others to *y. len is 4, then 2, then 1; join undoes it, in the opposite order.
 */
INLINE void split(vec *x, vec *y, unsigned len)
{
    __m256i a = (__m256i)*x, b = (__m256i)*y;

    if (len == 4) {
        *x = (vec)_mm256_permute2x128_si256(a, b, 0x20);
        *y = (vec)_mm256_permute2x128_si256(a, b, 0x31);
    } else if (len == 2) {
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

    if (len == 1) {
        *x = (vec)_mm256_unpacklo_epi32(a, b);
        *y = (vec)_mm256_unpackhi_epi32(a, b);
    } else { /* exchanges, which undo themselves */
        split(x, y, len);
    }
}

#endif
