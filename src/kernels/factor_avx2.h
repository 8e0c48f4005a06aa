/*
 * What _mm256_mul_epu32 multiplies, for clang: it makes products of whole lanes of such, and where it knows that upper
 * halves are zero, but not in the loop of the product, comes to multiply them, too. So it shall not know.
 */
#ifndef AB_KERNELS_FACTOR_AVX2_H
#define AB_KERNELS_FACTOR_AVX2_H

#include <immintrin.h>

#include "kernels/inline.h"

INLINE __m256i factor_avx2(__m256i a)
{
#ifdef __clang__
    __asm__("" : "+x"(a));
#endif
    return a;
}

#endif
