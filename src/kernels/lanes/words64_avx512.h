/* Eight words of 64 bits, of as many messages: AVX-512. See words64_avx2.h. */
#ifndef AB_WORDS64_H
#define AB_WORDS64_H

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

typedef __m512i words;
enum { WORDS = 8, PARTS = 4 /* of 128 bits */ };

static inline words words_early(words a)
{
    __asm__("" : "+v"(a));
    return a;
}
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
    const __m128i order = _mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607);

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

/* 16 bytes at each of p[0], p[2], p[4], p[6], in this order */
static inline words words_load_every_2nd(const uint8_t *const p[], size_t at)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): fill_lanes sets all, as num_lanes >= 1 */
    words a = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)(p[0] + at)));

    a = _mm512_inserti64x2(a, _mm_loadu_si128((const __m128i *)(p[2] + at)), 1);
    a = _mm512_inserti64x2(a, _mm_loadu_si128((const __m128i *)(p[4] + at)), 2);
    return _mm512_inserti64x2(a, _mm_loadu_si128((const __m128i *)(p[6] + at)), 3);
}

static inline void words_store_every_2nd(uint8_t *const p[], size_t at, words a)
{
    _mm_storeu_si128((__m128i *)(p[0] + at), _mm512_castsi512_si128(a));
    _mm_storeu_si128((__m128i *)(p[2] + at), _mm512_extracti64x2_epi64(a, 1));
    _mm_storeu_si128((__m128i *)(p[4] + at), _mm512_extracti64x2_epi64(a, 2));
    _mm_storeu_si128((__m128i *)(p[6] + at), _mm512_extracti64x2_epi64(a, 3));
}

#endif
