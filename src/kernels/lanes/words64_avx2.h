/* Four words of 64 bits, of as many messages: AVX2. words64_avx512.h has the same for eight. */
#ifndef AB_WORDS64_H
#define AB_WORDS64_H

#include "kernels/lanes/words_avx2.h"

enum { WORDS = 4 };

static inline words words_set1(uint64_t x)
{
    return _mm256_set1_epi64x((long long)x);
}
static inline words words_add(words a, words b)
{
    return _mm256_add_epi64(a, b);
}

/* mask ? a : b for each bit */
static inline words words_select(words mask, words a, words b)
{
    return _mm256_xor_si256(_mm256_and_si256(mask, _mm256_xor_si256(a, b)), b);
}

/* n is a constant from 1 to 63; by a whole byte it is a shuffle. */
static inline words words_rotate_right(words a, unsigned n)
{
    if (n == 8)
        return words_shuffle(a, _mm_set_epi64x(0x080f0e0d0c0b0a09, 0x0007060504030201));
    return _mm256_or_si256(_mm256_srli_epi64(a, (int)n), _mm256_slli_epi64(a, (int)(64 - n)));
}

static inline words words_shift_right(words a, unsigned n)
{
    return _mm256_srli_epi64(a, (int)n);
}

static inline words words_swap_bytes(words a)
{
    return words_shuffle(a, _mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607));
}

#endif
