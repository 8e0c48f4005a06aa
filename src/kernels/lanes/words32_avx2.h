/* Eight words of 32 bits, of as many messages: AVX2. words32_avx512.h has the same for sixteen. */
#ifndef AB_WORDS32_H
#define AB_WORDS32_H

#include "kernels/lanes/words_avx2.h"

#define AB_SYMBOL(name) name##_avx2

enum { WORDS = 8 };

static inline words words_set1(uint32_t x)
{
    return _mm256_set1_epi32((int)x);
}
static inline words words_add(words a, words b)
{
    return _mm256_add_epi32(a, b);
}

/* sum + (mask ? a : b), where a is known last: the two terms have no bit in common. */
static inline words words_add_selected(words sum, words mask, words a, words b)
{
    return words_add(words_early(words_add(sum, _mm256_andnot_si256(mask, b))), _mm256_and_si256(mask, a));
}

/* mask ? a : b for each bit */
static inline words words_select(words mask, words a, words b)
{
    return _mm256_or_si256(_mm256_and_si256(mask, a), _mm256_andnot_si256(mask, b));
}

/* a ^ (b | ~c) */
static inline words words_xor_or_not(words a, words b, words c)
{
    return _mm256_xor_si256(a, _mm256_or_si256(b, _mm256_xor_si256(c, _mm256_set1_epi32(-1))));
}

/* n is a constant from 1 to 31 */
static inline words words_rotate(words a, unsigned n)
{
    return _mm256_or_si256(_mm256_slli_epi32(a, (int)n), _mm256_srli_epi32(a, (int)(32 - n)));
}

static inline words words_shift_right(words a, unsigned n)
{
    return _mm256_srli_epi32(a, (int)n);
}

static inline words words_shift_left(words a, unsigned n)
{
    return _mm256_slli_epi32(a, (int)n);
}

static inline words words_swap_bytes(words a)
{
    return words_shuffle(a, _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203));
}

static inline words words_low32(words a, words b)
{
    return _mm256_unpacklo_epi32(a, b);
}
static inline words words_high32(words a, words b)
{
    return _mm256_unpackhi_epi32(a, b);
}

#endif
