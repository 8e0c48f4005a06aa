/* Sixteen words of 32 bits, of as many messages: AVX-512. See words32_avx2.h. */
#ifndef AB_WORDS32_H
#define AB_WORDS32_H

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

#define AB_SYMBOL(name) name##_avx512

typedef __m512i words;
enum { WORDS = 16, PARTS = 4 /* of 128 bits */ };

static inline words words_early(words a)
{
    __asm__("" : "+v"(a));
    return a;
}
static inline words words_set1(uint32_t x)
{
    return _mm512_set1_epi32((int)x);
}
static inline words words_add(words a, words b)
{
    return _mm512_add_epi32(a, b);
}
static inline words words_xor(words a, words b)
{
    return _mm512_xor_si512(a, b);
}
static inline words words_xor3(words a, words b, words c)
{
    return _mm512_ternarylogic_epi32(a, b, c, 0x96);
}
static inline words words_select(words mask, words a, words b)
{
    return _mm512_ternarylogic_epi32(mask, a, b, 0xca);
}
static inline words words_xor_or_not(words a, words b, words c)
{
    return _mm512_ternarylogic_epi32(a, b, c, 0x2d);
}
static inline words words_majority(words a, words b, words c)
{
    return _mm512_ternarylogic_epi32(a, b, c, 0xe8);
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

static inline words words_swap_bytes(words a)
{
    const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);

    return _mm512_shuffle_epi8(a, _mm512_broadcast_i32x4(order));
}

static inline words words_low32(words a, words b)
{
    return _mm512_unpacklo_epi32(a, b);
}
static inline words words_high32(words a, words b)
{
    return _mm512_unpackhi_epi32(a, b);
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

/* 16 bytes at each of p[0], p[4], p[8], p[12], in this order */
static inline words words_load_every_4th(const uint8_t *const p[], size_t at)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): fill_lanes sets all, as num_lanes >= 1 */
    words a = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)(p[0] + at)));

    a = _mm512_inserti32x4(a, _mm_loadu_si128((const __m128i *)(p[4] + at)), 1);
    a = _mm512_inserti32x4(a, _mm_loadu_si128((const __m128i *)(p[8] + at)), 2);
    return _mm512_inserti32x4(a, _mm_loadu_si128((const __m128i *)(p[12] + at)), 3);
}

static inline void words_store_every_4th(uint8_t *const p[], size_t at, words a)
{
    _mm_storeu_si128((__m128i *)(p[0] + at), _mm512_castsi512_si128(a));
    _mm_storeu_si128((__m128i *)(p[4] + at), _mm512_extracti32x4_epi32(a, 1));
    _mm_storeu_si128((__m128i *)(p[8] + at), _mm512_extracti32x4_epi32(a, 2));
    _mm_storeu_si128((__m128i *)(p[12] + at), _mm512_extracti32x4_epi32(a, 3));
}

#endif
