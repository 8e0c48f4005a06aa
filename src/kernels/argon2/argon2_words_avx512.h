/* What argon2_vectors_template.h needs beyond words64_avx512.h, with AVX-512; see argon2_words_avx2.h. */
#ifndef AB_KERNELS_ARGON2_WORDS_H
#define AB_KERNELS_ARGON2_WORDS_H

#include "kernels/inline.h"
#include "kernels/lanes/words64_avx512.h"

INLINE words words_double_product(words a, words b)
{
    words product = _mm512_mul_epu32(a, b);

    return words_add(product, product);
}

INLINE words words_turn(words a, unsigned n)
{
    return words_rotate_right(a, n);
}

INLINE words words_join(words a, words b)
{
    return _mm512_alignr_epi8(b, a, 8);
}

INLINE void words_store(uint64_t *p, words a)
{
    _mm512_store_si512(p, a);
}

#endif
