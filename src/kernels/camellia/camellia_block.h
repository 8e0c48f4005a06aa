/* Operations on a single block that camellia_rounds_template.h uses, named after those on vectors. */
#ifndef AB_KERNELS_CAMELLIA_CAMELLIA_BLOCK_H
#define AB_KERNELS_CAMELLIA_CAMELLIA_BLOCK_H

#include <immintrin.h>
#include <stdint.h>

typedef __m128i block_value;

static inline __m128i block_load_aligned(const void *p)
{
    return _mm_load_si128(p);
}
static inline __m128i block_broadcast(__m128i a)
{
    return a;
}
static inline __m128i block_set64(const uint8_t *p)
{
    return _mm_broadcastq_epi64(_mm_loadl_epi64((const __m128i *)(const void *)p));
}
static inline __m128i block_affine(__m128i a, __m128i m)
{
    return _mm_gf2p8affine_epi64_epi8(a, m, 0);
}
static inline __m128i block_affine_inverse(__m128i a, __m128i m)
{
    return _mm_gf2p8affineinv_epi64_epi8(a, m, 0);
}
static inline __m128i block_xor(__m128i a, __m128i b)
{
    return _mm_xor_si128(a, b);
}
static inline __m128i block_and(__m128i a, __m128i b)
{
    return _mm_and_si128(a, b);
}
static inline __m128i block_shuffle8(__m128i a, __m128i control)
{
    return _mm_shuffle_epi8(a, control);
}
static inline __m128i block_swap32(__m128i a)
{
    return _mm_shuffle_epi32(a, 0xb1);
}
static inline __m128i block_swap64(__m128i a)
{
    return _mm_shuffle_epi32(a, 0x4e);
}
static inline __m128i block_unpack_low64(__m128i a, __m128i b)
{
    return _mm_unpacklo_epi64(a, b);
}
static inline __m128i block_unpack_high64(__m128i a, __m128i b)
{
    return _mm_unpackhi_epi64(a, b);
}

#endif
