/* Vectors of 32 coefficients, for mlkem_ring_template.h. */
#ifndef AB_KERNELS_MLKEM_VEC_AVX512_H
#define AB_KERNELS_MLKEM_VEC_AVX512_H

#include <immintrin.h>
#include <stdint.h>

#include "kernels/inline.h"
#include "kernels/mlkem/mlkem_tables.h"

enum { VEC_LEN = 32 };

typedef int16_t vec __attribute__((vector_size(64), may_alias));
typedef int32_t wide_vec __attribute__((vector_size(64), may_alias));

#define TAIL ab_mlkem_tail_32
#define INVERSE_TAIL ab_mlkem_inverse_tail_32

INLINE vec load(const int16_t *p)
{
    return (vec)_mm512_loadu_si512(p);
}

INLINE void store(int16_t *p, vec v)
{
    _mm512_storeu_si512(p, (__m512i)v);
}

INLINE vec all(int16_t c)
{
    return (vec)_mm512_set1_epi16(c);
}

/* The low and the high word of products, and the high word of twice the product, rounded. */
INLINE vec mul_low(vec a, vec b)
{
    return (vec)_mm512_mullo_epi16((__m512i)a, (__m512i)b);
}

INLINE vec mul_high(vec a, vec b)
{
    return (vec)_mm512_mulhi_epi16((__m512i)a, (__m512i)b);
}

INLINE vec mul_round(vec a, vec b)
{
    return (vec)_mm512_mulhrs_epi16((__m512i)a, (__m512i)b);
}

/* The sum of the two products of each pair. */
INLINE wide_vec mul_pairs(vec a, vec b)
{
    return (wide_vec)_mm512_madd_epi16((__m512i)a, (__m512i)b);
}

/* Exchange the words of each pair. */
INLINE vec swap_pairs(vec a)
{
    return (vec)_mm512_rol_epi32((__m512i)a, 16);
}

/* The words of even places from the low halves of `even`, those of odd places from the low halves of `odd`. */
INLINE vec low_words(wide_vec even, wide_vec odd)
{
    return (vec)_mm512_mask_blend_epi16(0xaaaaaaaau, (__m512i)even, _mm512_slli_epi32((__m512i)odd, 16));
}

/* Likewise from the high halves. */
INLINE vec high_words(wide_vec even, wide_vec odd)
{
    return (vec)_mm512_mask_blend_epi16(0xaaaaaaaau, _mm512_srli_epi32((__m512i)even, 16), (__m512i)odd);
}

/*
 * For 2 len consecutive words after each other, from *x on and on to *y: bring the first len of each to *x and the
 * others to *y. len is 16, then 8, 4 and 2; join undoes it, in the opposite order.
 */
INLINE void split(vec *x, vec *y, unsigned len)
{
    __m512i a = (__m512i)*x, b = (__m512i)*y;

    if (len == 16) {
        *x = (vec)_mm512_shuffle_i64x2(a, b, 0x44);
        *y = (vec)_mm512_shuffle_i64x2(a, b, 0xee);
    } else if (len == 8) {
        *x = (vec)_mm512_shuffle_i64x2(a, b, 0x88);
        *y = (vec)_mm512_shuffle_i64x2(a, b, 0xdd);
    } else if (len == 4) {
        *x = (vec)_mm512_unpacklo_epi64(a, b);
        *y = (vec)_mm512_unpackhi_epi64(a, b);
    } else {
        *x = (vec)_mm512_shuffle_ps((__m512)a, (__m512)b, 0x88);
        *y = (vec)_mm512_shuffle_ps((__m512)a, (__m512)b, 0xdd);
    }
}

INLINE void join(vec *x, vec *y, unsigned len)
{
    __m512i a = (__m512i)*x, b = (__m512i)*y;

    if (len == 2) {
        *x = (vec)_mm512_unpacklo_epi32(a, b);
        *y = (vec)_mm512_unpackhi_epi32(a, b);
    } else if (len == 8) {
        *x = (vec)_mm512_permutex2var_epi64(a, _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11), b);
        *y = (vec)_mm512_permutex2var_epi64(a, _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15), b);
    } else { /* exchanges, which undo themselves */
        split(x, y, len);
    }
}

#endif
