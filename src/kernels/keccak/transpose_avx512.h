/* Between states side by side and states one after another, with AVX-512. */
#ifndef AB_KERNELS_KECCAK_TRANSPOSE_AVX512_H
# define AB_KERNELS_KECCAK_TRANSPOSE_AVX512_H

# include <immintrin.h>

# include "kernels/inline.h"

/* Transpose: exchange elements between pairs of rows, then quarters, then halves. */
INLINE void ab_transpose_x8(__m512i r[8])
{
    __m512i p[8], q[8];

    UNROLL
    for (unsigned i = 0; i < 8; i += 2) {
        p[i] = _mm512_unpacklo_epi64(r[i], r[i + 1]);
        p[i + 1] = _mm512_unpackhi_epi64(r[i], r[i + 1]);
    }
    UNROLL
    for (unsigned i = 0; i < 2; i++)
        UNROLL
        for (unsigned j = 0; j < 8; j += 4) {
            q[j + i] = _mm512_shuffle_i64x2(p[j + i], p[j + i + 2], 0x88);
            q[j + i + 2] = _mm512_shuffle_i64x2(p[j + i], p[j + i + 2], 0xdd);
        }
    UNROLL
    for (unsigned i = 0; i < 4; i++) {
        r[i] = _mm512_shuffle_i64x2(q[i], q[i + 4], 0x88);
        r[i + 4] = _mm512_shuffle_i64x2(q[i], q[i + 4], 0xdd);
    }
}

#endif
