/* Eight words of 32 bits, of as many messages: AVX2. words32_avx512.h has the same for sixteen. */
#ifndef AB_WORDS32_H
#define AB_WORDS32_H

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

#define AB_SYMBOL(name) name##_avx2

typedef __m256i words;
enum { WORDS = 8, PARTS = 2 /* of 128 bits */ };

static inline words words_set1(uint32_t x)
{
    return _mm256_set1_epi32((int)x);
}
static inline words words_add(words a, words b)
{
    return _mm256_add_epi32(a, b);
}
static inline words words_xor(words a, words b)
{
    return _mm256_xor_si256(a, b);
}
static inline words words_xor3(words a, words b, words c)
{
    return _mm256_xor_si256(_mm256_xor_si256(a, b), c);
}

/* Keep the compiler from moving terms of a sum across this point, which would lengthen the path from the late ones. */
static inline words words_early(words a)
{
    __asm__("" : "+v"(a));
    return a;
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

/* The majority of each bit. */
static inline words words_majority(words a, words b, words c)
{
    return _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(_mm256_or_si256(a, b), c));
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

static inline words words_swap_bytes(words a)
{
    const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);

    return _mm256_shuffle_epi8(a, _mm256_broadcastsi128_si256(order));
}

static inline words words_low32(words a, words b)
{
    return _mm256_unpacklo_epi32(a, b);
}
static inline words words_high32(words a, words b)
{
    return _mm256_unpackhi_epi32(a, b);
}
static inline words words_low64(words a, words b)
{
    return _mm256_unpacklo_epi64(a, b);
}
static inline words words_high64(words a, words b)
{
    return _mm256_unpackhi_epi64(a, b);
}

static inline words words_load(const uint8_t *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}

/* Part i of vector j becomes part j of vector i. */
static inline void words_transpose_parts(words x[PARTS])
{
    words low = _mm256_permute2x128_si256(x[0], x[1], 0x20), high = _mm256_permute2x128_si256(x[0], x[1], 0x31);

    x[0] = low;
    x[1] = high;
}

/* 16 bytes at each of p[0], p[4], in this order */
static inline words words_load_every_4th(const uint8_t *const p[], size_t at)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): fill_lanes sets all, as num_lanes >= 1 */
    words low = _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(p[0] + at)));

    return _mm256_inserti128_si256(low, _mm_loadu_si128((const __m128i *)(p[4] + at)), 1);
}

static inline void words_store_every_4th(uint8_t *const p[], size_t at, words a)
{
    _mm_storeu_si128((__m128i *)(p[0] + at), _mm256_castsi256_si128(a));
    _mm_storeu_si128((__m128i *)(p[4] + at), _mm256_extracti128_si256(a, 1));
}

#endif
