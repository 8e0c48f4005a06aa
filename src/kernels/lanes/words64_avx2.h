/* Four words of 64 bits, of as many messages: AVX2. words64_avx512.h has the same for eight. */
#ifndef AB_WORDS64_H
#define AB_WORDS64_H

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

typedef __m256i words;
enum { WORDS = 4, PARTS = 2 /* of 128 bits */ };

static inline words words_set1(uint64_t x)
{
    return _mm256_set1_epi64x((long long)x);
}
static inline words words_add(words a, words b)
{
    return _mm256_add_epi64(a, b);
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

/* mask ? a : b for each bit */
static inline words words_select(words mask, words a, words b)
{
    return _mm256_xor_si256(_mm256_and_si256(mask, _mm256_xor_si256(a, b)), b);
}

/* The majority of each bit. */
static inline words words_majority(words a, words b, words c)
{
    return _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(_mm256_or_si256(a, b), c));
}

static inline words words_shuffle(words a, __m128i order)
{
    return _mm256_shuffle_epi8(a, _mm256_broadcastsi128_si256(order));
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

/* 16 bytes at each of p[0], p[2], in this order */
static inline words words_load_every_2nd(const uint8_t *const p[], size_t at)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): fill_lanes sets all, as num_lanes >= 1 */
    words low = _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(p[0] + at)));

    return _mm256_inserti128_si256(low, _mm_loadu_si128((const __m128i *)(p[2] + at)), 1);
}

static inline void words_store_every_2nd(uint8_t *const p[], size_t at, words a)
{
    _mm_storeu_si128((__m128i *)(p[0] + at), _mm256_castsi256_si128(a));
    _mm_storeu_si128((__m128i *)(p[2] + at), _mm256_extracti128_si256(a, 1));
}

#endif
