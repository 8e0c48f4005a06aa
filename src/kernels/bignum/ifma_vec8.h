/* Vectors of 8 lanes of 64 bits with AVX-512 IFMA: four elements of each of two points, or one of each of eight. */
#ifndef AB_KERNELS_BIGNUM_IFMA_VEC8_H
#define AB_KERNELS_BIGNUM_IFMA_VEC8_H

#include <immintrin.h>
#include <stdint.h>

#include "kernels/inline.h"

enum { VEC_LANES = 8 };
typedef __m512i vec_register;
/* _mm512_permutexvar_epi64, _mm512_madd52lo_epu64, _mm512_madd52hi_epu64, _mm512_mask_{add,sub,mov}_epi64 */
#define VEC_INTRINSIC(name) _mm512_##name

#include "kernels/bignum/ifma_vec_template.h"

INLINE vec vec_set1(uint64_t x)
{
    return (vec)_mm512_set1_epi64((int64_t)x);
}

/* The mask of lanes that are equal. */
INLINE __mmask8 vec_is_equal(vec a, vec b)
{
    return _mm512_cmpeq_epi64_mask((__m512i)a, (__m512i)b);
}

/* The operand of vec_permute that takes lanes a, b, c and d of each point to lanes 0 to 3 of that point. */
INLINE vec vec_lanes(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    return (vec){ a, b, c, d, 4 + a, 4 + b, 4 + c, 4 + d };
}

#endif
