/* The Camellia kernels of GFNI without AVX-512: 256-bit vectors. */
#include "kernels/aes/vec_vaes256.h"
#include "kernels/camellia/camellia_block.h"

#undef AB_SYMBOL
#define AB_SYMBOL(name) name##_gfni256

/* What the modes of AES do not need. m: matrices, one for each eight bytes. */
static inline vec vec_affine(vec a, vec m)
{
    return _mm256_gf2p8affine_epi64_epi8(a, m, 0);
}
static inline vec vec_affine_inverse(vec a, vec m)
{
    return _mm256_gf2p8affineinv_epi64_epi8(a, m, 0);
}
/* The bytes of a where the mask is 0xff, those of b where it is 0. */
static inline vec vec_select(const uint8_t mask[64], vec a, vec b)
{
    return _mm256_blendv_epi8(b, a, vec_load_aligned(mask));
}
/* The eight bytes at p in each half of a block. */
static inline vec vec_set64(const uint8_t *p)
{
    return _mm256_broadcastq_epi64(_mm_loadl_epi64((const __m128i *)(const void *)p));
}
/* Exchange the 32-bit words of each half of a block. */
static inline vec vec_swap32(vec a)
{
    return _mm256_shuffle_epi32(a, 0xb1);
}
/* Turn each 32-bit word by a bit to the left. */
static inline vec vec_turn32(vec a)
{
    return _mm256_or_si256(_mm256_add_epi32(a, a), _mm256_srli_epi32(a, 31));
}

typedef vec vec_value;
static inline __m128i block_select(const uint8_t mask[16], __m128i a, __m128i b)
{
    return _mm_blendv_epi8(b, a, block_load_aligned(mask));
}
static inline __m128i block_turn32(__m128i a)
{
    return _mm_or_si128(_mm_add_epi32(a, a), _mm_srli_epi32(a, 31));
}
static inline __m128i block_xor3(__m128i a, __m128i b, __m128i c)
{
    return _mm_xor_si128(_mm_xor_si128(a, b), c);
}

#define NEEDS { "gfni256", AB_LEVEL_AVX2, AB_BIT_GFNI, 0 }
#include "kernels/camellia/camellia_kernels_template.h"
