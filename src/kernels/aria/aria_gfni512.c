/* The ARIA kernels of GFNI with AVX-512, VAES and VPCLMULQDQ: 512-bit vectors, 32 blocks in slices. */
#include "kernels/aes/vec_vaes512.h"

#undef AB_SYMBOL
#define AB_SYMBOL(name) name##_gfni512

/* What the modes of AES do not need, for vectors and for single blocks. m: matrices, one for each eight bytes. */
typedef vec vec_value;
static inline vec vec_affine(vec a, vec m)
{
    return _mm512_gf2p8affine_epi64_epi8(a, m, 0);
}
static inline vec vec_affine_inverse(vec a, vec m)
{
    return _mm512_gf2p8affineinv_epi64_epi8(a, m, 0);
}

typedef __m128i block_value;
static inline __m128i block_affine(__m128i a, __m128i m)
{
    return _mm_gf2p8affine_epi64_epi8(a, m, 0);
}
static inline __m128i block_affine_inverse(__m128i a, __m128i m)
{
    return _mm_gf2p8affineinv_epi64_epi8(a, m, 0);
}
static inline __m128i block_broadcast(__m128i a)
{
    return a;
}
static inline __m128i block_shuffle8(__m128i a, __m128i control)
{
    return _mm_shuffle_epi8(a, control);
}
static inline __m128i block_xor(__m128i a, __m128i b)
{
    return _mm_xor_si128(a, b);
}
static inline __m128i block_xor3(__m128i a, __m128i b, __m128i c)
{
    return _mm_ternarylogic_epi64(a, b, c, 0x96);
}

#define BITS (AB_BIT_VAES | AB_BIT_VPCLMUL | AB_BIT_AES | AB_BIT_PCLMUL | AB_BIT_GFNI)
#define NEEDS { "gfni512", AB_LEVEL_AVX512, BITS, 0 }
#include "kernels/aria/aria_rounds_gfni.h"
#include "kernels/aria/aria_kernels_template.h"
