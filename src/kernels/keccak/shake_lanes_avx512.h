/* Eight messages in step, for shake_lanes_template.h. */
#ifndef AB_KERNELS_KECCAK_SHAKE_LANES_AVX512_H
# define AB_KERNELS_KECCAK_SHAKE_LANES_AVX512_H

# include <immintrin.h>

# include "kernels/inline.h"
# include "kernels/keccak/keccak_kernels.h"
# include "kernels/keccak/transpose_avx512.h"

enum { LANES = AB_KECCAK_MAX_LANES_AVX512 };

# define permute_one ab_keccak_permute_avx512
# define permute_lanes ab_keccak_permute_x8_avx512
# define first_row_of_lanes ab_keccak_first_row_x8_avx512

INLINE void store_words(uint8_t *out, size_t row_len, const uint64_t words[][LANES])
{
    __m512i r[LANES];

    UNROLL
    for (unsigned i = 0; i < LANES; i++)
        r[i] = _mm512_load_si512(words[i]);
    ab_transpose_x8(r);
    UNROLL
    for (unsigned i = 0; i < LANES; i++)
        _mm512_storeu_si512(out + i * row_len, r[i]);
}

#endif
