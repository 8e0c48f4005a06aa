/* Vectors of 4 lanes of 64 bits with AVX-512 IFMA and VL: four elements of one point. */
#ifndef AB_KERNELS_BIGNUM_IFMA_VEC4_H
#define AB_KERNELS_BIGNUM_IFMA_VEC4_H

#include <immintrin.h>
#include <stdint.h>

#include "kernels/inline.h"

enum { VEC_LANES = 4 };
typedef __m256i vec_register;
/* _mm256_permutexvar_epi64, _mm256_madd52lo_epu64, _mm256_madd52hi_epu64, _mm256_mask_{add,sub,mov}_epi64 */
#define VEC_INTRINSIC(name) _mm256_##name

#include "kernels/bignum/ifma_vec_template.h"

INLINE vec vec_set1(uint64_t x)
{
    return (vec)_mm256_set1_epi64x((int64_t)x);
}

/* The operand of vec_permute that takes lanes a, b, c and d to lanes 0 to 3. */
INLINE vec vec_lanes(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    return (vec){ a, b, c, d };
}

#endif
