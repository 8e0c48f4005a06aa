/* Vectors of 16 coefficients, for mldsa_ring_template.h. */
#ifndef AB_KERNELS_MLDSA_VEC_AVX512_H
# define AB_KERNELS_MLDSA_VEC_AVX512_H

# include <immintrin.h>
# include <stdint.h>

# include "kernels/inline.h"
# include "kernels/mldsa/mldsa_tables.h"

enum { VEC_LEN = 16 };

typedef int32_t vec __attribute__((vector_size(64), may_alias));
typedef int64_t wide_vec __attribute__((vector_size(64), may_alias));

# define TAIL ab_mldsa_tail_16
# define INVERSE_TAIL ab_mldsa_inverse_tail_16

INLINE vec load(const int32_t *p)
{
    return (vec)_mm512_loadu_si512(p);
}

INLINE void store(int32_t *p, vec v)
{
    _mm512_storeu_si512(p, (__m512i)v);
}

INLINE vec all(int32_t c)
{
    return (vec)_mm512_set1_epi32(c);
}

/* The odd words at even places. */
INLINE vec odd_words(vec a)
{
    return (vec)_mm512_castps_si512(_mm512_movehdup_ps(_mm512_castsi512_ps((__m512i)a)));
}

/* The products of the words at even places. */
INLINE wide_vec mul_even(vec a, vec b)
{
    return (wide_vec)_mm512_mul_epi32((__m512i)a, (__m512i)b);
}

/* The high halves of `even` at even places and those of `odd` at odd places. */
INLINE vec high_halves(wide_vec even, wide_vec odd)
{
    return (vec)_mm512_mask_blend_epi32(0xaaaa, (__m512i)odd_words((vec)even), (__m512i)odd);
}

INLINE vec absolute(vec a)
{
    return (vec)_mm512_abs_epi32((__m512i)a);
}

/* Return 0 if no word is negative, and another value if one is. */
INLINE unsigned any_negative(vec a)
{
    return _mm512_movepi32_mask((__m512i)a);
}

/* Write the words of four vectors, 0 to 255, as bytes. */
INLINE void store_bytes(uint8_t *out, const vec v[4])
{
    UNROLL
    for (unsigned i = 0; i < 4; i++)
        _mm_storeu_si128((__m128i *)(void *)(out + i * VEC_LEN), _mm512_cvtepi32_epi8((__m512i)v[i]));
}

INLINE vec load_bytes(const uint8_t *in)
{
    return (vec)_mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(const void *)in));
}

/*
 * For 2 len consecutive words after each other, from *x on and on to *y: bring the first len of each to *x and the
 * others to *y. len is 8, then 4, 2 and 1; join undoes it, in the opposite order.
 */
INLINE void split(vec *x, vec *y, unsigned len)
{
    __m512i a = (__m512i)*x, b = (__m512i)*y;

    if (len == 8) {
        *x = (vec)_mm512_shuffle_i64x2(a, b, 0x44);
        *y = (vec)_mm512_shuffle_i64x2(a, b, 0xee);
    } else if (len == 4) {
        *x = (vec)_mm512_shuffle_i64x2(a, b, 0x88);
        *y = (vec)_mm512_shuffle_i64x2(a, b, 0xdd);
    } else if (len == 2) {
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

    if (len == 1) {
        *x = (vec)_mm512_unpacklo_epi32(a, b);
        *y = (vec)_mm512_unpackhi_epi32(a, b);
    } else if (len == 4) {
        *x = (vec)_mm512_permutex2var_epi64(a, _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11), b);
        *y = (vec)_mm512_permutex2var_epi64(a, _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15), b);
    } else { /* exchanges, which undo themselves */
        split(x, y, len);
    }
}

#endif
