/* 4 lanes of 64 bits with AVX-512 IFMA: four elements side by side, of one point. */
#ifndef AB_KERNELS_BIGNUM_IFMA_VEC4_H
#define AB_KERNELS_BIGNUM_IFMA_VEC4_H

#include <immintrin.h>
#include <stdint.h>

#include "kernels/inline.h"

typedef uint64_t vec __attribute__((vector_size(32)));
typedef int64_t signed_vec __attribute__((vector_size(32)));

enum { VEC_LANES = 4 };

/* Lanes of one point, in the whole vector. */
INLINE __mmask8 vec_mask(unsigned lanes)
{
    return (__mmask8)(lanes);
}

INLINE vec vec_set1(uint64_t x)
{
    return (vec)_mm256_set1_epi64x((int64_t)x);
}

/* Aligned. */
INLINE vec vec_load(const void *p)
{
    return (vec)_mm256_load_si256((const __m256i *)p);
}

INLINE void vec_store(void *p, vec a)
{
    _mm256_store_si256((__m256i *)p, (__m256i)a);
}

/* From which lane each comes, lane 0 first; of one point. */
INLINE vec vec_lanes(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    return (vec){ a, b, c, d };
}

INLINE vec vec_permute(vec a, vec lanes)
{
    return (vec)_mm256_permutexvar_epi64((__m256i)lanes, (__m256i)a);
}

/* sum + the lower or the upper 52 bits of a b. */
INLINE vec vec_madd_low(vec sum, vec a, vec b)
{
    return (vec)_mm256_madd52lo_epu64((__m256i)sum, (__m256i)a, (__m256i)b);
}

INLINE vec vec_madd_high(vec sum, vec a, vec b)
{
    return (vec)_mm256_madd52hi_epu64((__m256i)sum, (__m256i)a, (__m256i)b);
}

/* a - b where the mask has a bit, else r. */
INLINE vec vec_difference_in(__mmask8 mask, vec r, vec a, vec b)
{
    return (vec)_mm256_mask_sub_epi64((__m256i)r, mask, (__m256i)a, (__m256i)b);
}

/* a + b, a - b, b where the mask has a bit, else a. */
INLINE vec vec_add_in(__mmask8 mask, vec a, vec b)
{
    return (vec)_mm256_mask_add_epi64((__m256i)a, mask, (__m256i)a, (__m256i)b);
}

INLINE vec vec_sub_in(__mmask8 mask, vec a, vec b)
{
    return vec_difference_in(mask, a, a, b);
}

INLINE vec vec_take_in(__mmask8 mask, vec a, vec b)
{
    return (vec)_mm256_mask_mov_epi64((__m256i)a, mask, (__m256i)b);
}

#endif
