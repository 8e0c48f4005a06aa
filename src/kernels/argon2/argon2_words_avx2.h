/*
 * What argon2_vectors_template.h needs beyond words64_avx2.h, with AVX2; argon2_words_avx512.h has the same functions.
 */
#ifndef AB_KERNELS_ARGON2_WORDS_H
#define AB_KERNELS_ARGON2_WORDS_H

#include "kernels/inline.h"
#include "kernels/lanes/words64_avx2.h"

/* Twice the product of the lower halves of each word. */
INLINE words words_double_product(words a, words b)
{
    words product = _mm256_mul_epu32(a, b);

    return words_add(product, product);
}

/* Rotate right by 32, 24, 16 or 63; the last is to the left by 1. */
INLINE words words_turn(words a, unsigned n)
{
    if (n == 32)
        return _mm256_shuffle_epi32(a, 0xb1);
    if (n == 24)
        return words_shuffle(a, _mm_set_epi64x(0x0a09080f0e0d0c0b, 0x0201000706050403));
    if (n == 16)
        return words_shuffle(a, _mm_set_epi64x(0x09080f0e0d0c0b0a, 0x0100070605040302));
    return words_xor(words_add(a, a), words_shift_right(a, 63));
}

/* In each part: the upper word of a, then the lower one of b. */
INLINE words words_join(words a, words b)
{
    return _mm256_alignr_epi8(b, a, 8);
}

INLINE void words_store(uint64_t *p, words a)
{
    _mm256_store_si256((words *)(void *)p, a);
}

#endif
