/*
 * The vector operations of the powers with AVX-512 IFMA: digits of 52 bits in 8 lanes. VPMADD52 multiplies the lowest
 * 52 bits of two lanes and adds the lower or the upper half of the product, which belongs to the next digit. The file
 * that includes this defines WIDTH, the numbers in a vector.
 */
#ifndef AB_KERNELS_POWER_VEC_IFMA_H
#define AB_KERNELS_POWER_VEC_IFMA_H

#include <immintrin.h>
#include <stdint.h>

#include "kernels/inline.h"

enum { NUM_LANES = 8, LANES = NUM_LANES / WIDTH, DIGIT = 52 };

typedef __m512i vec;

INLINE vec vec_all(uint64_t x)
{
    return _mm512_set1_epi64((long long)x);
}

INLINE vec vec_load(const uint64_t *p)
{
    return _mm512_load_si512(p);
}

INLINE void vec_store(uint64_t *p, vec x)
{
    _mm512_store_si512(p, x);
}

INLINE vec vec_add(vec a, vec b)
{
    return _mm512_add_epi64(a, b);
}

INLINE vec vec_and(vec a, vec b)
{
    return _mm512_and_si512(a, b);
}

INLINE vec vec_shift_right(vec a, unsigned bits)
{
    return _mm512_srli_epi64(a, bits);
}

/* sum + the lower half of a b */
INLINE vec vec_add_low(vec sum, vec a, vec b)
{
    return _mm512_madd52lo_epu64(sum, a, b);
}

INLINE vec vec_add_high(vec sum, vec a, vec b)
{
    return _mm512_madd52hi_epu64(sum, a, b);
}

/* sum | (mask & a) */
INLINE vec vec_or_masked(vec sum, vec mask, vec a)
{
    return _mm512_ternarylogic_epi64(sum, mask, a, 0xf8);
}

INLINE vec vec_equal(vec a, vec b)
{
    return _mm512_movm_epi64(_mm512_cmpeq_epi64_mask(a, b));
}

/* ---- from lane to lane of each number ---- */

/* Broadcast lane 0 of each number to its lanes. */
INLINE vec vec_first(vec a)
{
    return WIDTH == 2 ? _mm512_permutex_epi64(a, 0) : _mm512_broadcastq_epi64(_mm512_castsi512_si128(a));
}

/* a >> bits in lane 0, zero in the others. */
INLINE vec vec_first_shift_right(vec a, unsigned bits)
{
    const long long all = 64, by = bits;

    return _mm512_srlv_epi64(a, _mm512_set_epi64(all, all, all, WIDTH == 2 ? by : all, all, all, all, by));
}

/* The argument of vec_lane for lane 0. Add one for the next lane. */
INLINE vec vec_first_lane(void)
{
    return WIDTH == 2 ? _mm512_set_epi64(4, 4, 4, 4, 0, 0, 0, 0) : _mm512_setzero_si512();
}

INLINE vec vec_lane(vec a, vec lane)
{
    return _mm512_permutexvar_epi64(lane, a);
}

/* Move lane l + 1 to lane l, and zero to the last lane. */
INLINE vec vec_down(vec a)
{
    return WIDTH == 2 ? _mm512_maskz_permutex_epi64(0x77, a, 0x39) : _mm512_alignr_epi64(_mm512_setzero_si512(), a, 1);
}

/* Move lane l to lane l + 1, and zero to lane 0. */
INLINE vec vec_up(vec a)
{
    return WIDTH == 2 ? _mm512_maskz_permutex_epi64(0xee, a, 0x93) : _mm512_alignr_epi64(a, _mm512_setzero_si512(), 7);
}

#endif
