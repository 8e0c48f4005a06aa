/* The SM4 kernels of GFNI with AVX-512, VAES and VPCLMULQDQ: 512-bit vectors, 32 blocks side by side. */
#include "kernels/aes/vec_vaes512.h"

#undef AB_SYMBOL
#define AB_SYMBOL(name) name##_gfni512

/* What the modes of AES do not need: the low words of the blocks, in turn, and one word in every quarter. */
static inline vec vec_unpack_low32(vec a, vec b)
{
    return _mm512_unpacklo_epi32(a, b);
}
static inline vec vec_set32(int32_t word)
{
    return _mm512_set1_epi32(word);
}
/* Each word to the right, so that byte i comes from place i + n / 8. */
#define vec_turn32(a, n) _mm512_ror_epi32(a, n)
#define vec_affine(a, matrix) _mm512_gf2p8affine_epi64_epi8(a, _mm512_set1_epi64((int64_t)(matrix)), 0)
#define vec_affine_inverse(a, matrix, constant) \
    _mm512_gf2p8affineinv_epi64_epi8(a, _mm512_set1_epi64((int64_t)(matrix)), constant)

#define BITS (AB_BIT_VAES | AB_BIT_VPCLMUL | AB_BIT_AES | AB_BIT_PCLMUL | AB_BIT_GFNI)
#define NEEDS { "gfni512", AB_LEVEL_AVX512, BITS, 0 }
#include "kernels/sm4/sm4_round_gfni.h"
#include "kernels/sm4/sm4_kernels_template.h"
