/* Vectors of words of any size, of as many messages: AVX2. words_avx512.h has the same. */
#ifndef AB_WORDS_H
#define AB_WORDS_H

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

typedef __m256i words;
enum { PARTS = 2 /* of 128 bits */ };

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

/* The majority of each bit. */
static inline words words_majority(words a, words b, words c)
{
    return _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(_mm256_or_si256(a, b), c));
}

/* The bytes of each part in this order. */
static inline words words_shuffle(words a, __m128i order)
{
    return _mm256_shuffle_epi8(a, _mm256_broadcastsi128_si256(order));
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

/* 16 bytes at each of p[0], p[step] ..., in this order */
static inline words words_load_every(unsigned step, const uint8_t *const p[], size_t at)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): fill_lanes sets all, as num_lanes >= 1 */
    words low = _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(p[0] + at)));

    return _mm256_inserti128_si256(low, _mm_loadu_si128((const __m128i *)(p[step] + at)), 1);
}

static inline void words_store_every(unsigned step, uint8_t *const p[], size_t at, words a)
{
    _mm_storeu_si128((__m128i *)(p[0] + at), _mm256_castsi256_si128(a));
    _mm_storeu_si128((__m128i *)(p[step] + at), _mm256_extracti128_si256(a, 1));
}

#endif
