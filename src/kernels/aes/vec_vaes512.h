/* Four blocks a vector: AVX-512 F, BW, DQ, VL, VAES, VPCLMULQDQ. See vec_aesni.h. */
#ifndef AB_VEC_H
#define AB_VEC_H

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/aes/m128_moves.h"

#define AB_SYMBOL(name) name##_vaes512
#define VEC_REGISTER "v"

typedef __m512i vec;
enum { VEC_BLOCKS = 4, VEC_BYTES = 64, VEC_REGISTERS = 32 };

static inline vec vec_load(const void *p)
{
    return _mm512_loadu_si512(p);
}
static inline vec vec_load_aligned(const void *p)
{
    return vec_load(p);
}
static inline void vec_store(void *p, vec a)
{
    _mm512_storeu_si512(p, a);
}
static inline vec vec_zero(void)
{
    return _mm512_setzero_si512();
}
static inline vec vec_broadcast(__m128i a)
{
    return _mm512_broadcast_i32x4(a);
}
static inline __m128i vec_first(vec a)
{
    return _mm512_castsi512_si128(a);
}
static inline __m128i vec_last(vec a)
{
    return _mm512_extracti32x4_epi32(a, 3);
}
static inline __m128i vec_pick_block(vec a, size_t i)
{
    vec lanes = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0), first = _mm512_set1_epi64((int64_t)(2 * i));

    return vec_first(_mm512_permutexvar_epi64(_mm512_add_epi64(first, lanes), a));
}
static inline vec vec_shift_in(vec before, vec a)
{
    return _mm512_alignr_epi64(a, before, 6);
}
static inline vec vec_xor(vec a, vec b)
{
    return _mm512_xor_si512(a, b);
}
static inline vec vec_and(vec a, vec b)
{
    return _mm512_and_si512(a, b);
}
static inline vec vec_aesenc(vec a, vec k)
{
    return _mm512_aesenc_epi128(a, k);
}
static inline vec vec_aesenclast(vec a, vec k)
{
    return _mm512_aesenclast_epi128(a, k);
}
static inline vec vec_aesdec(vec a, vec k)
{
    return _mm512_aesdec_epi128(a, k);
}
static inline vec vec_aesdeclast(vec a, vec k)
{
    return _mm512_aesdeclast_epi128(a, k);
}
static inline vec vec_shuffle8(vec a, vec control)
{
    return _mm512_shuffle_epi8(a, control);
}
static inline vec vec_add32(vec a, vec b)
{
    return _mm512_add_epi32(a, b);
}
static inline vec vec_add64(vec a, vec b)
{
    return _mm512_add_epi64(a, b);
}
static inline vec vec_lane_index(void)
{
    return _mm512_set_epi64(0, 3, 0, 2, 0, 1, 0, 0);
}
static inline vec vec_last_byte_index(void)
{
    return _mm512_set_epi64(INT64_C(3) << 56, 0, INT64_C(2) << 56, 0, INT64_C(1) << 56, 0, 0, 0);
}

static inline vec vec_clmul_low(vec a, vec b)
{
    return _mm512_clmulepi64_epi128(a, b, 0x00);
}
static inline vec vec_clmul_high(vec a, vec b)
{
    return _mm512_clmulepi64_epi128(a, b, 0x11);
}
static inline vec vec_clmul_high_low(vec a, vec b)
{
    return _mm512_clmulepi64_epi128(a, b, 0x01);
}
static inline vec vec_swap64(vec a)
{
    return _mm512_shuffle_epi32(a, (_MM_PERM_ENUM)0x4e);
}
static inline vec vec_xor3(vec a, vec b, vec c)
{
    return _mm512_ternarylogic_epi64(a, b, c, 0x96);
}
static inline vec vec_from_block(__m128i a)
{
    return _mm512_zextsi128_si512(a);
}
static inline vec vec_pick(vec a, vec b, unsigned step)
{
    return _mm512_mask_blend_epi64(step == 1 ? 0xcc : 0xf0, a, b);
}

static inline __m128i vec_lane_block(const uint8_t *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}
static inline vec vec_from_lanes(const uint8_t *const in[], size_t offset)
{
    vec a = _mm512_zextsi128_si512(vec_lane_block(in[0] + offset));

    a = _mm512_inserti32x4(a, vec_lane_block(in[1] + offset), 1);
    a = _mm512_inserti32x4(a, vec_lane_block(in[2] + offset), 2);
    return _mm512_inserti32x4(a, vec_lane_block(in[3] + offset), 3);
}
static inline void vec_to_lanes(uint8_t *const out[], size_t offset, vec a, size_t n)
{
    _mm_storeu_si128((__m128i *)(void *)(out[0] + offset), vec_first(a));
    if (n > 1)
        _mm_storeu_si128((__m128i *)(void *)(out[1] + offset), _mm512_extracti32x4_epi32(a, 1));
    if (n > 2)
        _mm_storeu_si128((__m128i *)(void *)(out[2] + offset), _mm512_extracti32x4_epi32(a, 2));
    if (n > 3)
        _mm_storeu_si128((__m128i *)(void *)(out[3] + offset), vec_last(a));
}

static inline void vec_transpose(vec a[VEC_BLOCKS])
{
    vec low01 = _mm512_shuffle_i32x4(a[0], a[1], 0x44), high01 = _mm512_shuffle_i32x4(a[0], a[1], 0xee);
    vec low23 = _mm512_shuffle_i32x4(a[2], a[3], 0x44), high23 = _mm512_shuffle_i32x4(a[2], a[3], 0xee);

    a[0] = _mm512_shuffle_i32x4(low01, low23, 0x88);
    a[1] = _mm512_shuffle_i32x4(low01, low23, 0xdd);
    a[2] = _mm512_shuffle_i32x4(high01, high23, 0x88);
    a[3] = _mm512_shuffle_i32x4(high01, high23, 0xdd);
}

static inline __mmask8 vec_block_mask(size_t n)
{
    return (__mmask8)((1u << (2 * n)) - 1);
}
static inline vec vec_load_blocks(const void *p, size_t n)
{
    return _mm512_maskz_loadu_epi64(vec_block_mask(n), p);
}
static inline void vec_store_blocks(void *p, vec a, size_t n)
{
    _mm512_mask_storeu_epi64(p, vec_block_mask(n), a);
}

static inline vec vec_unpack_low64(vec a, vec b)
{
    return _mm512_unpacklo_epi64(a, b);
}
static inline vec vec_unpack_high32(vec a, vec b)
{
    return _mm512_unpackhi_epi32(a, b);
}
static inline vec vec_unpack_high64(vec a, vec b)
{
    return _mm512_unpackhi_epi64(a, b);
}
static inline vec vec_shl32(vec a, int n)
{
    return _mm512_slli_epi32(a, (unsigned)n);
}
static inline vec vec_shr32(vec a, int n)
{
    return _mm512_srli_epi32(a, (unsigned)n);
}
static inline vec vec_sra32(vec a, int n)
{
    return _mm512_srai_epi32(a, (unsigned)n);
}
static inline vec vec_shl64(vec a, int n)
{
    return _mm512_slli_epi64(a, (unsigned)n);
}
static inline vec vec_shr64(vec a, int n)
{
    return _mm512_srli_epi64(a, (unsigned)n);
}
static inline vec vec_shl_bytes(vec a)
{
    return _mm512_bslli_epi128(a, VEC_BLOCKS);
}
static inline vec vec_shl64_lanes(vec a, unsigned n)
{
    return _mm512_sllv_epi64(a, _mm512_add_epi64(_mm512_set1_epi64(n), _mm512_set_epi64(3, 3, 2, 2, 1, 1, 0, 0)));
}
static inline vec vec_shr64_lanes(vec a, unsigned n)
{
    return _mm512_srlv_epi64(a,
                             _mm512_sub_epi64(_mm512_set_epi64(61, 61, 62, 62, 63, 63, 64, 64), _mm512_set1_epi64(n)));
}
static inline vec vec_in_last(__m128i a)
{
    return _mm512_maskz_broadcast_i32x4(0xf000, a);
}
static inline __m128i vec_sum(vec a)
{
    __m256i half = _mm256_xor_si256(_mm512_castsi512_si256(a), _mm512_extracti64x4_epi64(a, 1));

    return _mm_xor_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
}
static inline vec vec_keep_blocks(vec a, size_t n)
{
    return _mm512_maskz_mov_epi64(vec_block_mask(n), a);
}

/* Load n = 1..15 bytes of one block; the rest of it is zero, memory beyond them is not touched. */
static inline __m128i block_load_part(const void *p, size_t n)
{
    return _mm_maskz_loadu_epi8((__mmask16)((1u << n) - 1), p);
}
static inline void block_store_part(void *p, __m128i a, size_t n)
{
    _mm_mask_storeu_epi8(p, (__mmask16)((1u << n) - 1), a);
}

static inline __mmask64 vec_byte_mask(size_t n)
{
    return _bzhi_u64(~UINT64_C(0), (unsigned)n);
}
static inline vec vec_load_bytes(const void *p, size_t n)
{
    return _mm512_maskz_loadu_epi8(vec_byte_mask(n), p);
}
static inline void vec_store_bytes(void *p, vec a, size_t n)
{
    _mm512_mask_storeu_epi8(p, vec_byte_mask(n), a);
}
static inline vec vec_keep_bytes(vec a, size_t n)
{
    return _mm512_maskz_mov_epi8(vec_byte_mask(n), a);
}

#endif
