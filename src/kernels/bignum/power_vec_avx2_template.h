/*
 * The vector operations of power_avx2_template.h: digits of 28 bits in 4 lanes. The file that includes this defines
 * WIDTH, the numbers in a vector: 1 or 2.
 */
#ifndef AB_KERNELS_POWER_VEC_AVX2_H
#define AB_KERNELS_POWER_VEC_AVX2_H

#include <immintrin.h>
#include <stdint.h>

#include "kernels/inline.h"

enum { NUM_LANES = 4, LANES = NUM_LANES / WIDTH, DIGIT = 28 };

typedef __m256i vec;

INLINE vec vec_all(uint64_t x)
{
    return _mm256_set1_epi64x((long long)x);
}

INLINE vec vec_load(const uint64_t *p)
{
    return _mm256_load_si256((const __m256i *)p);
}

INLINE void vec_store(uint64_t *p, vec x)
{
    _mm256_store_si256((__m256i *)p, x);
}

INLINE vec vec_add(vec a, vec b)
{
    return _mm256_add_epi64(a, b);
}

INLINE vec vec_and(vec a, vec b)
{
    return _mm256_and_si256(a, b);
}

INLINE vec vec_or(vec a, vec b)
{
    return _mm256_or_si256(a, b);
}

INLINE vec vec_shift_right(vec a, unsigned bits)
{
    return _mm256_srli_epi64(a, (int)bits);
}

/* products of the lower halves of the lanes */
INLINE vec vec_product(vec a, vec b)
{
    return _mm256_mul_epu32(a, b);
}

INLINE vec vec_equal(vec a, vec b)
{
    return _mm256_cmpeq_epi64(a, b);
}

/* ---- from lane to lane of each number ---- */

/* Broadcast lane 0 of each number to its lanes. */
INLINE vec vec_first(vec a)
{
    return WIDTH == 2 ? _mm256_unpacklo_epi64(a, a) : _mm256_broadcastq_epi64(_mm256_castsi256_si128(a));
}

/* The same for a lane that is a constant. */
INLINE vec vec_lane(vec a, unsigned lane)
{
    if (WIDTH == 2)
        return lane == 0 ? _mm256_unpacklo_epi64(a, a) : _mm256_unpackhi_epi64(a, a);
    return lane == 0   ? _mm256_permute4x64_epi64(a, 0x00)
           : lane == 1 ? _mm256_permute4x64_epi64(a, 0x55)
           : lane == 2 ? _mm256_permute4x64_epi64(a, 0xaa)
                       : _mm256_permute4x64_epi64(a, 0xff);
}

/* Move lane l + 1 to lane l, and zero to the last lane. */
INLINE vec vec_down(vec a)
{
    const vec zero = _mm256_setzero_si256();

    return WIDTH == 2 ? _mm256_unpackhi_epi64(a, zero)
                      : _mm256_blend_epi32(_mm256_permute4x64_epi64(a, 0x39), zero, 0xc0);
}

/* Move lane l to lane l + 1, and zero to lane 0. */
INLINE vec vec_up(vec a)
{
    const vec zero = _mm256_setzero_si256();

    return WIDTH == 2 ? _mm256_unpacklo_epi64(zero, a)
                      : _mm256_blend_epi32(_mm256_permute4x64_epi64(a, 0x93), zero, 0x03);
}

#endif
