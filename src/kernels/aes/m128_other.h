/*
 * In C, for processors other than x86-64: what the AES templates use of SSE, AES-NI and PCLMULQDQ, by the names and
 * with the meanings of the intrinsics (Intel SDM vol. 2). The AES functions compute the S-box in GF(2^8) for all 16
 * bytes at once (FIPS 197 sec. 5.1.1), so no index and no branch depends on data. They are made to be simple, not fast.
 */
#ifndef AB_KERNELS_AES_M128_OTHER_H
#define AB_KERNELS_AES_M128_OTHER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "ct/ct.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "words lie in memory as on x86-64");

typedef long long __m128i __attribute__((vector_size(16), may_alias));
typedef uint8_t m128_bytes __attribute__((vector_size(16)));
typedef int8_t m128_signed_bytes __attribute__((vector_size(16)));
typedef uint16_t m128_words16 __attribute__((vector_size(16)));
typedef uint32_t m128_words32 __attribute__((vector_size(16)));
typedef int32_t m128_signed32 __attribute__((vector_size(16)));
typedef uint64_t m128_words64 __attribute__((vector_size(16)));

#define M128_INLINE static inline __attribute__((always_inline))
#define M128_FUNCTION static __attribute__((noinline, unused))

/* ---- loads, stores, constants ---- */

M128_INLINE __m128i _mm_loadu_si128(const void *p)
{
    __m128i a;

    memcpy(&a, p, sizeof(a));
    return a;
}

M128_INLINE __m128i _mm_load_si128(const void *p)
{
    return _mm_loadu_si128(p);
}

M128_INLINE void _mm_storeu_si128(void *p, __m128i a)
{
    memcpy(p, &a, sizeof(a));
}

M128_INLINE __m128i _mm_set_epi64x(int64_t high, int64_t low)
{
    return (__m128i){ low, high };
}

M128_INLINE __m128i _mm_setzero_si128(void)
{
    return (__m128i){ 0, 0 };
}

M128_INLINE __m128i _mm_loadl_epi64(const void *p)
{
    int64_t low;

    memcpy(&low, p, sizeof(low));
    return _mm_set_epi64x(0, low);
}

M128_INLINE void _mm_storel_epi64(void *p, __m128i a)
{
    memcpy(p, &a, sizeof(a) / 2);
}

M128_INLINE __m128i _mm_set_epi32(int d, int c, int b, int a)
{
    return (__m128i)(m128_signed32){ a, b, c, d };
}

M128_INLINE __m128i _mm_set1_epi32(int a)
{
    return _mm_set_epi32(a, a, a, a);
}

M128_INLINE __m128i _mm_set1_epi8(char a)
{
    return (__m128i)((m128_bytes){ 0 } + (uint8_t)a);
}

M128_INLINE __m128i _mm_set_epi8(char p, char o, char n, char m, char l, char k, char j, char i, char h, char g, char f,
                                 char e, char d, char c, char b, char a)
{
    return (__m128i)(m128_signed_bytes){ (int8_t)a, (int8_t)b, (int8_t)c, (int8_t)d, (int8_t)e, (int8_t)f,
                                         (int8_t)g, (int8_t)h, (int8_t)i, (int8_t)j, (int8_t)k, (int8_t)l,
                                         (int8_t)m, (int8_t)n, (int8_t)o, (int8_t)p };
}

M128_INLINE __m128i _mm_cvtsi32_si128(int a)
{
    return _mm_set_epi32(0, 0, 0, a);
}

M128_INLINE __m128i _mm_cvtsi64_si128(int64_t a)
{
    return _mm_set_epi64x(0, a);
}

M128_INLINE int _mm_cvtsi128_si32(__m128i a)
{
    return ((m128_signed32)a)[0];
}

M128_INLINE int64_t _mm_cvtsi128_si64(__m128i a)
{
    return a[0];
}

M128_INLINE int64_t _mm_extract_epi64(__m128i a, int i)
{
    return a[i];
}

/* ---- logic, sums, shifts ---- */

M128_INLINE __m128i _mm_xor_si128(__m128i a, __m128i b)
{
    return a ^ b;
}

M128_INLINE __m128i _mm_or_si128(__m128i a, __m128i b)
{
    return a | b;
}

M128_INLINE __m128i _mm_and_si128(__m128i a, __m128i b)
{
    return a & b;
}

M128_INLINE __m128i _mm_add_epi32(__m128i a, __m128i b)
{
    return (__m128i)((m128_words32)a + (m128_words32)b);
}

M128_INLINE __m128i _mm_sub_epi32(__m128i a, __m128i b)
{
    return (__m128i)((m128_words32)a - (m128_words32)b);
}

M128_INLINE __m128i _mm_add_epi64(__m128i a, __m128i b)
{
    return (__m128i)((m128_words64)a + (m128_words64)b);
}

M128_INLINE __m128i _mm_sub_epi64(__m128i a, __m128i b)
{
    return (__m128i)((m128_words64)a - (m128_words64)b);
}

M128_INLINE __m128i _mm_cmpgt_epi8(__m128i a, __m128i b)
{
    return (__m128i)((m128_signed_bytes)a > (m128_signed_bytes)b);
}

M128_INLINE __m128i _mm_srli_epi16(__m128i a, int n)
{
    return (__m128i)((m128_words16)a >> (uint16_t)n);
}

M128_INLINE __m128i _mm_slli_epi32(__m128i a, int n)
{
    return (__m128i)((m128_words32)a << (uint32_t)n);
}

M128_INLINE __m128i _mm_srli_epi32(__m128i a, int n)
{
    return (__m128i)((m128_words32)a >> (uint32_t)n);
}

M128_INLINE __m128i _mm_srai_epi32(__m128i a, int n)
{
    return (__m128i)((m128_signed32)a >> n);
}

M128_INLINE __m128i _mm_slli_epi64(__m128i a, int n)
{
    return (__m128i)((m128_words64)a << (uint64_t)n);
}

M128_INLINE __m128i _mm_srli_epi64(__m128i a, int n)
{
    return (__m128i)((m128_words64)a >> (uint64_t)n);
}

/* Counts of 64 and more give 0; they are public. */
M128_INLINE __m128i _mm_sll_epi64(__m128i a, __m128i n)
{
    return (uint64_t)n[0] < 64 ? _mm_slli_epi64(a, (int)n[0]) : _mm_setzero_si128();
}

M128_INLINE __m128i _mm_srl_epi64(__m128i a, __m128i n)
{
    return (uint64_t)n[0] < 64 ? _mm_srli_epi64(a, (int)n[0]) : _mm_setzero_si128();
}

/* ---- bytes and words in another order; the order is public ---- */

/* Byte i of the result is byte control[i] of a, 0 if control[i] is negative. */
M128_INLINE __m128i _mm_shuffle_epi8(__m128i a, __m128i control)
{
    m128_bytes from = (m128_bytes)a, place = (m128_bytes)control, to;

    for (unsigned i = 0; i < 16; i++)
        to[i] = (uint8_t)(place[i] & 0x80 ? 0 : from[place[i] & 15]);
    return (__m128i)to;
}

/* Bytes n to n + 15 of b, followed by a, followed by zeros. */
M128_INLINE __m128i _mm_alignr_epi8(__m128i a, __m128i b, int n)
{
    uint8_t both[48] = { 0 };

    _mm_storeu_si128(both, b);
    _mm_storeu_si128(both + 16, a);
    return _mm_loadu_si128(both + n);
}

/* All of a, n bytes further up or down. */
M128_INLINE __m128i _mm_slli_si128(__m128i a, int n)
{
    return _mm_alignr_epi8(a, _mm_setzero_si128(), 16 - n);
}

M128_INLINE __m128i _mm_srli_si128(__m128i a, int n)
{
    return _mm_alignr_epi8(_mm_setzero_si128(), a, n);
}

M128_INLINE __m128i _mm_shuffle_epi32(__m128i a, int order)
{
    m128_words32 from = (m128_words32)a;

    return (__m128i)(m128_words32){ from[order & 3], from[order >> 2 & 3], from[order >> 4 & 3], from[order >> 6 & 3] };
}

M128_INLINE __m128i _mm_unpacklo_epi64(__m128i a, __m128i b)
{
    return (__m128i){ a[0], b[0] };
}

M128_INLINE __m128i _mm_unpackhi_epi64(__m128i a, __m128i b)
{
    return (__m128i){ a[1], b[1] };
}

M128_INLINE __m128i _mm_unpackhi_epi32(__m128i a, __m128i b)
{
    m128_words32 x = (m128_words32)a, y = (m128_words32)b;

    return (__m128i)(m128_words32){ x[2], y[2], x[3], y[3] };
}

/* ---- carry-less product ---- */

M128_FUNCTION __m128i m128_clmul(uint64_t a, uint64_t b)
{
    uint64_t low = 0, high = 0;

    for (unsigned i = 0; i < 64; i++) {
        const uint64_t mask = ab_ct_mask(b >> i & 1);

        low ^= a << i & mask;
        high ^= a >> 1 >> (63 - i) & mask;
    }
    return _mm_set_epi64x((int64_t)high, (int64_t)low);
}

M128_INLINE __m128i _mm_clmulepi64_si128(__m128i a, __m128i b, int halves)
{
    return m128_clmul((uint64_t)a[halves & 1], (uint64_t)b[halves >> 4 & 1]);
}

/* ---- AES ---- */

/* x a modulo x^8 + x^4 + x^3 + x + 1, in each byte: FIPS 197 sec. 4.2.1. */
M128_INLINE m128_bytes m128_double(m128_bytes a)
{
    return (a << 1) ^ ((a >> 7) * 0x1b);
}

M128_FUNCTION m128_bytes m128_multiply(m128_bytes a, m128_bytes b)
{
    m128_bytes product = { 0 };

    for (unsigned i = 0; i < 8; i++) {
        product ^= a & (0 - (b & 1));
        a = m128_double(a);
        b >>= 1;
    }
    return product;
}

M128_FUNCTION m128_bytes m128_square(m128_bytes a, unsigned num)
{
    for (unsigned i = 0; i < num; i++)
        a = m128_multiply(a, a);
    return a;
}

/* a^254, which is 1/a, and 0 for 0. */
M128_FUNCTION m128_bytes m128_invert(m128_bytes a)
{
    m128_bytes a2 = m128_square(a, 1), a3 = m128_multiply(a2, a), a12 = m128_square(a3, 2);
    m128_bytes a15 = m128_multiply(a12, a3), a240 = m128_square(a15, 4);

    return m128_multiply(m128_multiply(a240, a12), a2);
}

M128_INLINE m128_bytes m128_rotate(m128_bytes a, unsigned n)
{
    return (a << (uint8_t)n) | (a >> (uint8_t)(8 - n));
}

/* SubBytes and its inverse: FIPS 197 sec. 5.1.1 and 5.3.2. */
M128_FUNCTION m128_bytes m128_substitute(m128_bytes a)
{
    m128_bytes b = m128_invert(a);

    return b ^ m128_rotate(b, 1) ^ m128_rotate(b, 2) ^ m128_rotate(b, 3) ^ m128_rotate(b, 4) ^ 0x63;
}

M128_FUNCTION m128_bytes m128_substitute_back(m128_bytes a)
{
    return m128_invert(m128_rotate(a, 1) ^ m128_rotate(a, 3) ^ m128_rotate(a, 6) ^ 0x05);
}

/* Bytes in the order of ShiftRows (step 5) and of its inverse (step 13): sec. 5.1.2 and 5.3.1. */
M128_INLINE m128_bytes m128_shift_rows(m128_bytes a, unsigned step)
{
    m128_bytes b;

    for (unsigned i = 0; i < 16; i++)
        b[i] = a[i * step % 16];
    return b;
}

/* Each column n bytes on. */
M128_INLINE m128_bytes m128_turn_columns(m128_bytes a, unsigned n)
{
    return (m128_bytes)((m128_words32)a >> 8 * n | (m128_words32)a << (32 - 8 * n));
}

/* MixColumns: 2 a0 + 3 a1 + a2 + a3 and so on, sec. 5.1.3. */
M128_INLINE m128_bytes m128_mix_columns(m128_bytes a)
{
    m128_bytes next = m128_turn_columns(a, 1);

    return m128_double(a ^ next) ^ next ^ m128_turn_columns(a, 2) ^ m128_turn_columns(a, 3);
}

/* Its inverse is MixColumns after 5 a0 + 4 a2 and so on: sec. 5.3.3, since 14 9 13 11 is that product. */
M128_INLINE m128_bytes m128_mix_columns_back(m128_bytes a)
{
    return m128_mix_columns(a ^ m128_double(m128_double(a ^ m128_turn_columns(a, 2))));
}

M128_FUNCTION __m128i _mm_aesenclast_si128(__m128i a, __m128i key)
{
    return (__m128i)m128_substitute(m128_shift_rows((m128_bytes)a, 5)) ^ key;
}

M128_FUNCTION __m128i _mm_aesenc_si128(__m128i a, __m128i key)
{
    return (__m128i)m128_mix_columns(m128_substitute(m128_shift_rows((m128_bytes)a, 5))) ^ key;
}

M128_FUNCTION __m128i _mm_aesdeclast_si128(__m128i a, __m128i key)
{
    return (__m128i)m128_substitute_back(m128_shift_rows((m128_bytes)a, 13)) ^ key;
}

M128_FUNCTION __m128i _mm_aesdec_si128(__m128i a, __m128i key)
{
    return (__m128i)m128_mix_columns_back(m128_substitute_back(m128_shift_rows((m128_bytes)a, 13))) ^ key;
}

M128_FUNCTION __m128i _mm_aesimc_si128(__m128i a)
{
    return (__m128i)m128_mix_columns_back((m128_bytes)a);
}

#endif
