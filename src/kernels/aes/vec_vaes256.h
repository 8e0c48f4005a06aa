/* Two blocks a vector: AVX2, VAES, VPCLMULQDQ on 256-bit registers. See vec_aesni.h. */
#ifndef AB_VEC_H
#define AB_VEC_H

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

#define AB_SYMBOL(name) name##_vaes256
#define VEC_REGISTER "v"

typedef __m256i vec;
enum { VEC_BLOCKS = 2, VEC_BYTES = 32, VEC_REGISTERS = 16 };

static inline vec vec_load(const void *p)
{
    return _mm256_loadu_si256(p);
}
static inline vec vec_load_aligned(const void *p)
{
    return vec_load(p);
}
static inline void vec_store(void *p, vec a)
{
    _mm256_storeu_si256(p, a);
}
static inline vec vec_zero(void)
{
    return _mm256_setzero_si256();
}
static inline vec vec_broadcast(__m128i a)
{
    return _mm256_broadcastsi128_si256(a);
}
static inline __m128i vec_first(vec a)
{
    return _mm256_castsi256_si128(a);
}
static inline __m128i vec_last(vec a)
{
    return _mm256_extracti128_si256(a, 1);
}
static inline __m128i vec_pick_block(vec a, size_t i)
{
    return i == 0 ? vec_first(a) : vec_last(a);
}
static inline vec vec_shift_in(vec before, vec a)
{
    return _mm256_permute2x128_si256(before, a, 0x21);
}
static inline vec vec_xor(vec a, vec b)
{
    return _mm256_xor_si256(a, b);
}
static inline vec vec_and(vec a, vec b)
{
    return _mm256_and_si256(a, b);
}
static inline vec vec_aesenc(vec a, vec k)
{
    return _mm256_aesenc_epi128(a, k);
}
static inline vec vec_aesenclast(vec a, vec k)
{
    return _mm256_aesenclast_epi128(a, k);
}
static inline vec vec_aesdec(vec a, vec k)
{
    return _mm256_aesdec_epi128(a, k);
}
static inline vec vec_aesdeclast(vec a, vec k)
{
    return _mm256_aesdeclast_epi128(a, k);
}
static inline vec vec_shuffle8(vec a, vec control)
{
    return _mm256_shuffle_epi8(a, control);
}
static inline vec vec_add32(vec a, vec b)
{
    return _mm256_add_epi32(a, b);
}
static inline vec vec_add64(vec a, vec b)
{
    return _mm256_add_epi64(a, b);
}
static inline vec vec_lane_index(void)
{
    return _mm256_set_epi64x(0, 1, 0, 0);
}
static inline vec vec_last_byte_index(void)
{
    return _mm256_set_epi64x(INT64_C(1) << 56, 0, 0, 0);
}

static inline vec vec_clmul_low(vec a, vec b)
{
    return _mm256_clmulepi64_epi128(a, b, 0x00);
}
static inline vec vec_clmul_high(vec a, vec b)
{
    return _mm256_clmulepi64_epi128(a, b, 0x11);
}
static inline vec vec_clmul_high_low(vec a, vec b)
{
    return _mm256_clmulepi64_epi128(a, b, 0x01);
}
static inline vec vec_swap64(vec a)
{
    return _mm256_shuffle_epi32(a, 0x4e);
}
static inline vec vec_xor3(vec a, vec b, vec c)
{
    return vec_xor(vec_xor(a, b), c);
}
static inline vec vec_from_block(__m128i a)
{
    return _mm256_zextsi128_si256(a);
}
static inline vec vec_pick(vec a, vec b, unsigned step)
{
    return (void)step, _mm256_blend_epi32(a, b, 0xf0);
}

static inline vec vec_from_lanes(const uint8_t *const in[], size_t offset)
{
    return _mm256_set_m128i(_mm_loadu_si128((const __m128i *)(const void *)(in[1] + offset)),
                            _mm_loadu_si128((const __m128i *)(const void *)(in[0] + offset)));
}
static inline void vec_to_lanes(uint8_t *const out[], size_t offset, vec a, size_t n)
{
    _mm_storeu_si128((__m128i *)(void *)(out[0] + offset), vec_first(a));
    if (n > 1)
        _mm_storeu_si128((__m128i *)(void *)(out[1] + offset), vec_last(a));
}

static inline void vec_transpose(vec a[VEC_BLOCKS])
{
    vec low = _mm256_permute2x128_si256(a[0], a[1], 0x20);

    a[1] = _mm256_permute2x128_si256(a[0], a[1], 0x31);
    a[0] = low;
}

static inline vec vec_load_blocks(const void *p, size_t n)
{
    if (n == VEC_BLOCKS)
        return vec_load(p);
    return n == 0 ? vec_zero() : _mm256_zextsi128_si256(_mm_loadu_si128(p));
}
static inline void vec_store_blocks(void *p, vec a, size_t n)
{
    if (n == VEC_BLOCKS)
        vec_store(p, a);
    else if (n != 0)
        _mm_storeu_si128(p, vec_first(a));
}

static inline vec vec_unpack_low64(vec a, vec b)
{
    return _mm256_unpacklo_epi64(a, b);
}
static inline vec vec_unpack_high32(vec a, vec b)
{
    return _mm256_unpackhi_epi32(a, b);
}
static inline vec vec_unpack_high64(vec a, vec b)
{
    return _mm256_unpackhi_epi64(a, b);
}
static inline vec vec_shl32(vec a, int n)
{
    return _mm256_slli_epi32(a, n);
}
static inline vec vec_shr32(vec a, int n)
{
    return _mm256_srli_epi32(a, n);
}
static inline vec vec_sra32(vec a, int n)
{
    return _mm256_srai_epi32(a, n);
}
static inline vec vec_shl64(vec a, int n)
{
    return _mm256_slli_epi64(a, n);
}
static inline vec vec_shr64(vec a, int n)
{
    return _mm256_srli_epi64(a, n);
}
static inline vec vec_shl_bytes(vec a)
{
    return _mm256_bslli_epi128(a, VEC_BLOCKS);
}
static inline vec vec_shl64_lanes(vec a, unsigned n)
{
    return _mm256_sllv_epi64(a, _mm256_add_epi64(_mm256_set1_epi64x(n), _mm256_set_epi64x(1, 1, 0, 0)));
}
static inline vec vec_shr64_lanes(vec a, unsigned n)
{
    return _mm256_srlv_epi64(a, _mm256_sub_epi64(_mm256_set_epi64x(63, 63, 64, 64), _mm256_set1_epi64x(n)));
}
static inline vec vec_in_last(__m128i a)
{
    return _mm256_inserti128_si256(_mm256_setzero_si256(), a, 1);
}
static inline __m128i vec_sum(vec a)
{
    return _mm_xor_si128(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));
}
static inline vec vec_keep_blocks(vec a, size_t n)
{
    if (n == VEC_BLOCKS)
        return a;
    return n == 0 ? vec_zero() : _mm256_zextsi128_si256(vec_first(a));
}

#include "kernels/aes/partial_block.h"

static inline vec vec_load_bytes(const void *p, size_t n)
{
    const uint8_t *from = p;
    __m128i low, high = _mm_setzero_si128();

    if (n >= 32)
        return vec_load(p);
    if (n < 16)
        return n == 0 ? vec_zero() : _mm256_zextsi128_si256(block_load_part(p, n));
    low = _mm_loadu_si128(p);
    if (n > 16)
        high = block_load_part(from + 16, n - 16);
    return _mm256_set_m128i(high, low);
}
static inline void vec_store_bytes(void *p, vec a, size_t n)
{
    uint8_t *to = p;

    if (n >= 32) {
        vec_store(p, a);
        return;
    }
    if (n >= 16) {
        _mm_storeu_si128(p, vec_first(a));
        a = _mm256_zextsi128_si256(_mm256_extracti128_si256(a, 1));
        to += 16;
        n -= 16;
    }
    if (n != 0)
        block_store_part(to, vec_first(a), n);
}
static inline vec vec_keep_bytes(vec a, size_t n)
{
    const __m128i index = _mm_set_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    const vec indices = _mm256_set_m128i(_mm_add_epi8(index, _mm_set1_epi8(16)), index);

    return _mm256_and_si256(a, _mm256_cmpgt_epi8(_mm256_set1_epi8((char)n), indices));
}

#endif
