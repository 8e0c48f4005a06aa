/* The SM4 kernels of VAES and VPCLMULQDQ without AVX-512: 256-bit vectors, sixteen blocks side by side. */
#include "kernels/aes/vec_vaes256.h"

/* What the modes of AES do not need: the low words of the blocks, in turn, and one word in every quarter. */
static inline vec vec_unpack_low32(vec a, vec b)
{
    return _mm256_unpacklo_epi32(a, b);
}
static inline vec vec_set32(int32_t word)
{
    return _mm256_set1_epi32(word);
}

#define NEEDS { "vaes256", AB_LEVEL_AVX2, AB_BIT_VAES | AB_BIT_VPCLMUL | AB_BIT_AES | AB_BIT_PCLMUL, 0 }
#include "kernels/sm4/sm4_round_aes_template.h"
#include "kernels/sm4/sm4_kernels_template.h"
