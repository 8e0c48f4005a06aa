/* The SM4 kernels of AES-NI and PCLMULQDQ: 128-bit vectors, eight blocks side by side. */
#include "kernels/aes/vec_aesni.h"

/* What the modes of AES do not need: the low words of the blocks, in turn, and one word in every quarter. */
static inline vec vec_unpack_low32(vec a, vec b)
{
    return _mm_unpacklo_epi32(a, b);
}
static inline vec vec_set32(int32_t word)
{
    return _mm_set1_epi32(word);
}

#define NEEDS { "aesni", AB_LEVEL_SSE41, AB_BIT_AES | AB_BIT_PCLMUL, 0 }
#include "kernels/sm4/sm4_round_aes_template.h"
#include "kernels/sm4/sm4_kernels_template.h"
