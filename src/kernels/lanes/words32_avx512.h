/* Sixteen words of 32 bits, of as many messages: AVX-512. See words32_avx2.h. */
#ifndef AB_WORDS32_H
#define AB_WORDS32_H

#include "kernels/lanes/words_avx512.h"

#define AB_SYMBOL(name) name##_avx512

enum { WORDS = 16 };

static inline words words_set1(uint32_t x)
{
    return _mm512_set1_epi32((int)x);
}
static inline words words_add(words a, words b)
{
    return _mm512_add_epi32(a, b);
}
static inline words words_xor3(words a, words b, words c)
{
    return _mm512_ternarylogic_epi32(a, b, c, 0x96);
}
static inline words words_select(words mask, words a, words b)
{
    return _mm512_ternarylogic_epi32(mask, a, b, 0xca);
}
static inline words words_majority(words a, words b, words c)
{
    return _mm512_ternarylogic_epi32(a, b, c, 0xe8);
}

static inline words words_xor_or_not(words a, words b, words c)
{
    return _mm512_ternarylogic_epi32(a, b, c, 0x2d);
}

static inline words words_add_selected(words sum, words mask, words a, words b)
{
    return words_add(sum, words_select(mask, a, b));
}

/* The intrinsic needs a literal; compilers recognise the instruction in this form. */
static inline words words_rotate(words a, unsigned n)
{
    typedef uint32_t lanes __attribute__((vector_size(64)));

    return (words)((lanes)a << n | (lanes)a >> (32 - n));
}

static inline words words_shift_right(words a, unsigned n)
{
    return _mm512_srli_epi32(a, n);
}

static inline words words_shift_left(words a, unsigned n)
{
    return _mm512_slli_epi32(a, n);
}

static inline words words_swap_bytes(words a)
{
    return words_shuffle(a, _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203));
}

static inline words words_low32(words a, words b)
{
    return _mm512_unpacklo_epi32(a, b);
}
static inline words words_high32(words a, words b)
{
    return _mm512_unpackhi_epi32(a, b);
}

#endif
