/* 8 lanes of 64 bits with AVX-512 IFMA: four elements of each of two points, or one of each of eight. */
#ifndef AB_KERNELS_BIGNUM_IFMA_VEC8_H
#define AB_KERNELS_BIGNUM_IFMA_VEC8_H

#include <immintrin.h>
#include <stdint.h>

#include "kernels/inline.h"

typedef uint64_t vec __attribute__((vector_size(64)));
typedef int64_t signed_vec __attribute__((vector_size(64)));

enum { VEC_LANES = 8 };

/* Lanes of one point, in each half. */
INLINE __mmask8 vec_mask(unsigned lanes)
{
    return (__mmask8)(lanes * 0x11);
}

INLINE vec vec_set1(uint64_t x)
{
    return (vec)_mm512_set1_epi64((int64_t)x);
}

/* Aligned. */
INLINE vec vec_load(const void *p)
{
    return (vec)_mm512_load_si512(p);
}

INLINE void vec_store(void *p, vec a)
{
    _mm512_store_si512(p, (__m512i)a);
}

/* From which lane each comes, lane 0 first; of one point. */
INLINE vec vec_lanes(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    return (vec){ a, b, c, d, 4 + a, 4 + b, 4 + c, 4 + d };
}

INLINE vec vec_permute(vec a, vec lanes)
{
    return (vec)_mm512_permutexvar_epi64((__m512i)lanes, (__m512i)a);
}

/* sum + the lower or the upper 52 bits of a b. */
INLINE vec vec_madd_low(vec sum, vec a, vec b)
{
    return (vec)_mm512_madd52lo_epu64((__m512i)sum, (__m512i)a, (__m512i)b);
}

INLINE vec vec_madd_high(vec sum, vec a, vec b)
{
    return (vec)_mm512_madd52hi_epu64((__m512i)sum, (__m512i)a, (__m512i)b);
}

/* a - b where the mask has a bit, else r. */
INLINE vec vec_difference_in(__mmask8 mask, vec r, vec a, vec b)
{
    return (vec)_mm512_mask_sub_epi64((__m512i)r, mask, (__m512i)a, (__m512i)b);
}

/* a + b, a - b, b where the mask has a bit, else a. */
INLINE vec vec_add_in(__mmask8 mask, vec a, vec b)
{
    return (vec)_mm512_mask_add_epi64((__m512i)a, mask, (__m512i)a, (__m512i)b);
}

INLINE vec vec_sub_in(__mmask8 mask, vec a, vec b)
{
    return vec_difference_in(mask, a, a, b);
}

INLINE vec vec_take_in(__mmask8 mask, vec a, vec b)
{
    return (vec)_mm512_mask_mov_epi64((__m512i)a, mask, (__m512i)b);
}

#endif
