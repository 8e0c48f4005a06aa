/* The Camellia kernels of GFNI with AVX-512: 512-bit vectors. camellia_gfni256.c says what the operations do. */
#include "kernels/aes/vec_vaes512.h"
#include "kernels/camellia/camellia_block.h"

#undef AB_SYMBOL
#define AB_SYMBOL(name) name##_gfni512

static inline vec vec_affine(vec a, vec m)
{
    return _mm512_gf2p8affine_epi64_epi8(a, m, 0);
}
static inline vec vec_affine_inverse(vec a, vec m)
{
    return _mm512_gf2p8affineinv_epi64_epi8(a, m, 0);
}
static inline vec vec_select(const uint8_t mask[64], vec a, vec b)
{
    return _mm512_ternarylogic_epi64(vec_load_aligned(mask), a, b, 0xca);
}
static inline vec vec_set64(const uint8_t *p)
{
    return _mm512_broadcastq_epi64(_mm_loadl_epi64((const __m128i *)(const void *)p));
}
static inline vec vec_swap32(vec a)
{
    return _mm512_shuffle_epi32(a, _MM_PERM_CDAB);
}
static inline vec vec_turn32(vec a)
{
    return _mm512_rol_epi32(a, 1);
}

typedef vec vec_value;
static inline __m128i block_select(const uint8_t mask[16], __m128i a, __m128i b)
{
    return _mm_ternarylogic_epi64(block_load_aligned(mask), a, b, 0xca);
}
static inline __m128i block_turn32(__m128i a)
{
    return _mm_rol_epi32(a, 1);
}
static inline __m128i block_xor3(__m128i a, __m128i b, __m128i c)
{
    return _mm_ternarylogic_epi64(a, b, c, 0x96);
}

#define NEEDS { "gfni512", AB_LEVEL_AVX512, AB_BIT_GFNI, 0 }
#include "kernels/camellia/camellia_kernels_template.h"
