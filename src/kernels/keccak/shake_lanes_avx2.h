/* Four messages in step, for shake_lanes_template.h. */
#ifndef AB_KERNELS_KECCAK_SHAKE_LANES_AVX2_H
# define AB_KERNELS_KECCAK_SHAKE_LANES_AVX2_H

# include <immintrin.h>

# include "kernels/inline.h"
# include "kernels/keccak/keccak_kernels.h"
# include "kernels/keccak/transpose_avx2.h"

enum { LANES = AB_KECCAK_MAX_LANES_AVX2 };

# define permute_one ab_keccak_permute_bmi2
# define permute_lanes ab_keccak_permute_x4_avx2
# define first_row_of_lanes ab_keccak_first_row_x4_avx2

INLINE void store_words(uint8_t *out, size_t row_len, const uint64_t words[][LANES])
{
    __m256i r[LANES];

    UNROLL
    for (unsigned i = 0; i < LANES; i++)
        r[i] = _mm256_load_si256((const __m256i *)(const void *)words[i]);
    ab_transpose_x4(r);
    UNROLL
    for (unsigned i = 0; i < LANES; i++)
        _mm256_storeu_si256((__m256i *)(void *)(out + i * row_len), r[i]);
}

#endif
