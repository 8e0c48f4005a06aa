/* Moves between a word of 64 bits and a vector, and masks of 64 bits, which 32-bit x86 has no instructions for. */
#ifndef AB_KERNELS_M128_MOVES_H
#define AB_KERNELS_M128_MOVES_H

#ifdef __i386__

# include <immintrin.h>
# include <stdint.h>

static inline __m128i _mm_cvtsi64_si128(int64_t a)
{
    return _mm_set_epi64x(0, a);
}

static inline int64_t _mm_cvtsi128_si64(__m128i a)
{
    int64_t low;

    _mm_storel_epi64((__m128i *)(void *)&low, a);
    return low;
}

/* i is 0 or 1. */
static inline int64_t _mm_extract_epi64(__m128i a, int i)
{
    return _mm_cvtsi128_si64(i == 0 ? a : _mm_unpackhi_epi64(a, a));
}

/* The lowest n bits of a; n is public. */
static inline uint64_t _bzhi_u64(uint64_t a, uint32_t n)
{
    return n < 64 ? a & (((uint64_t)1 << n) - 1) : a;
}

#endif
#endif
