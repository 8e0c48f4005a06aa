/* Eight words of 64 bits, of as many messages: AVX-512. See words64_avx2.h. */
#ifndef AB_WORDS64_H
#define AB_WORDS64_H

#include "kernels/lanes/words_avx512.h"

enum { WORDS = 8 };

static inline words words_set1(uint64_t x)
{
    return _mm512_set1_epi64((long long)x);
}
static inline words words_add(words a, words b)
{
    return _mm512_add_epi64(a, b);
}
static inline words words_xor3(words a, words b, words c)
{
    return _mm512_ternarylogic_epi64(a, b, c, 0x96);
}
static inline words words_select(words mask, words a, words b)
{
    return _mm512_ternarylogic_epi64(mask, a, b, 0xca);
}
static inline words words_majority(words a, words b, words c)
{
    return _mm512_ternarylogic_epi64(a, b, c, 0xe8);
}

/* The intrinsic needs a literal; compilers recognise the instruction in this form. */
static inline words words_rotate_right(words a, unsigned n)
{
    typedef uint64_t lanes __attribute__((vector_size(64)));

    return (words)((lanes)a >> n | (lanes)a << (64 - n));
}

static inline words words_shift_right(words a, unsigned n)
{
    return _mm512_srli_epi64(a, n);
}

static inline words words_swap_bytes(words a)
{
    return words_shuffle(a, _mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607));
}

#endif
