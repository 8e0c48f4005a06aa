/* Vectors of words of any size, of as many messages: AVX-512. See words_avx2.h. Logic of three operands has a size. */
#ifndef AB_WORDS_H
#define AB_WORDS_H

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

typedef __m512i words;
enum { PARTS = 4 /* of 128 bits */ };

static inline words words_xor(words a, words b)
{
    return _mm512_xor_si512(a, b);
}
static inline words words_early(words a)
{
    __asm__("" : "+v"(a));
    return a;
}

static inline words words_shuffle(words a, __m128i order)
{
    return _mm512_shuffle_epi8(a, _mm512_broadcast_i32x4(order));
}

static inline words words_low64(words a, words b)
{
    return _mm512_unpacklo_epi64(a, b);
}
static inline words words_high64(words a, words b)
{
    return _mm512_unpackhi_epi64(a, b);
}

static inline words words_load(const uint8_t *p)
{
    return _mm512_loadu_si512(p);
}

static inline void words_transpose_parts(words x[PARTS])
{
    words low01 = _mm512_shuffle_i64x2(x[0], x[1], 0x44), high01 = _mm512_shuffle_i64x2(x[0], x[1], 0xee);
    words low23 = _mm512_shuffle_i64x2(x[2], x[3], 0x44), high23 = _mm512_shuffle_i64x2(x[2], x[3], 0xee);

    x[0] = _mm512_shuffle_i64x2(low01, low23, 0x88);
    x[1] = _mm512_shuffle_i64x2(low01, low23, 0xdd);
    x[2] = _mm512_shuffle_i64x2(high01, high23, 0x88);
    x[3] = _mm512_shuffle_i64x2(high01, high23, 0xdd);
}

static inline words words_load_every(unsigned step, const uint8_t *const p[], size_t at)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): fill_lanes sets all, as num_lanes >= 1 */
    words a = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)(p[0] + at)));

    a = _mm512_inserti64x2(a, _mm_loadu_si128((const __m128i *)(p[step] + at)), 1);
    a = _mm512_inserti64x2(a, _mm_loadu_si128((const __m128i *)(p[2 * step] + at)), 2);
    return _mm512_inserti64x2(a, _mm_loadu_si128((const __m128i *)(p[3 * step] + at)), 3);
}

static inline void words_store_every(unsigned step, uint8_t *const p[], size_t at, words a)
{
    _mm_storeu_si128((__m128i *)(p[0] + at), _mm512_castsi512_si128(a));
    _mm_storeu_si128((__m128i *)(p[step] + at), _mm512_extracti64x2_epi64(a, 1));
    _mm_storeu_si128((__m128i *)(p[2 * step] + at), _mm512_extracti64x2_epi64(a, 2));
    _mm_storeu_si128((__m128i *)(p[3 * step] + at), _mm512_extracti64x2_epi64(a, 3));
}

#endif
