/* Between states side by side and states one after another, with AVX2. */
#ifndef AB_KERNELS_KECCAK_TRANSPOSE_AVX2_H
#define AB_KERNELS_KECCAK_TRANSPOSE_AVX2_H

#include <immintrin.h>

#include "kernels/inline.h"

/* Transpose rows of four words to columns. */
INLINE void ab_transpose_x4(__m256i r[4])
{
    __m256i low01 = _mm256_unpacklo_epi64(r[0], r[1]), high01 = _mm256_unpackhi_epi64(r[0], r[1]);
    __m256i low23 = _mm256_unpacklo_epi64(r[2], r[3]), high23 = _mm256_unpackhi_epi64(r[2], r[3]);

    r[0] = _mm256_permute2x128_si256(low01, low23, 0x20);
    r[1] = _mm256_permute2x128_si256(high01, high23, 0x20);
    r[2] = _mm256_permute2x128_si256(low01, low23, 0x31);
    r[3] = _mm256_permute2x128_si256(high01, high23, 0x31);
}

#endif
