/*
 * One block a vector. These are the operations in which every *_template.h is written. The including file defines
 * __m128i and its operations first.
 */
#ifndef AB_VEC_H
#define AB_VEC_H

#include <stddef.h>
#include <stdint.h>

typedef __m128i vec;
enum { VEC_BLOCKS = 1, VEC_BYTES = 16, VEC_REGISTERS = 16 };

static inline vec vec_load(const void *p)
{
    return _mm_loadu_si128(p);
}
/* p is 16-byte aligned. */
static inline vec vec_load_aligned(const void *p)
{
    return _mm_load_si128(p);
}
static inline void vec_store(void *p, vec a)
{
    _mm_storeu_si128(p, a);
}
static inline vec vec_zero(void)
{
    return _mm_setzero_si128();
}
/* The same 128-bit value in each block. */
static inline vec vec_broadcast(__m128i a)
{
    return a;
}
static inline __m128i vec_first(vec a)
{
    return a;
}
static inline __m128i vec_last(vec a)
{
    return a;
}
/* Block i; i is public. */
static inline __m128i vec_pick_block(vec a, size_t i)
{
    (void)i;
    return a;
}
/* The blocks moved up by one: the last block of `before`, then all blocks of a but its last. */
static inline vec vec_shift_in(vec before, vec a)
{
    (void)a;
    return before;
}
static inline vec vec_xor(vec a, vec b)
{
    return _mm_xor_si128(a, b);
}
static inline vec vec_and(vec a, vec b)
{
    return _mm_and_si128(a, b);
}
static inline vec vec_aesenc(vec a, vec k)
{
    return _mm_aesenc_si128(a, k);
}
static inline vec vec_aesenclast(vec a, vec k)
{
    return _mm_aesenclast_si128(a, k);
}
static inline vec vec_aesdec(vec a, vec k)
{
    return _mm_aesdec_si128(a, k);
}
static inline vec vec_aesdeclast(vec a, vec k)
{
    return _mm_aesdeclast_si128(a, k);
}
static inline vec vec_shuffle8(vec a, vec control)
{
    return _mm_shuffle_epi8(a, control);
}
static inline vec vec_add32(vec a, vec b)
{
    return _mm_add_epi32(a, b);
}
static inline vec vec_add64(vec a, vec b)
{
    return _mm_add_epi64(a, b);
}
/* {0, 1, 2 ...}: block i holds i in its low 64 bits. */
static inline vec vec_lane_index(void)
{
    return _mm_setzero_si128();
}
/* Block i holds i in its last byte. */
static inline vec vec_last_byte_index(void)
{
    return _mm_setzero_si128();
}

/* Carry-less products of 64-bit halves; each name tells the half of a, then of b. */
static inline vec vec_clmul_low(vec a, vec b)
{
    return _mm_clmulepi64_si128(a, b, 0x00);
}
static inline vec vec_clmul_high(vec a, vec b)
{
    return _mm_clmulepi64_si128(a, b, 0x11);
}
static inline vec vec_clmul_high_low(vec a, vec b)
{
    return _mm_clmulepi64_si128(a, b, 0x01);
}
static inline vec vec_swap64(vec a)
{
    return _mm_shuffle_epi32(a, 0x4e);
}
static inline vec vec_xor3(vec a, vec b, vec c)
{
    return vec_xor(vec_xor(a, b), c);
}
/* The block in the first lane, zeros in the others. */
static inline vec vec_from_block(__m128i a)
{
    return a;
}
/* Block i comes from a if i & step is 0, otherwise from b. */
static inline vec vec_pick(vec a, vec b, unsigned step)
{
    return (void)b, (void)step, a;
}

/* Block i is at in[i] + offset. */
static inline vec vec_from_lanes(const uint8_t *const in[], size_t offset)
{
    return vec_load(in[0] + offset);
}
/* The first n = 1..VEC_BLOCKS blocks; block i goes to out[i] + offset. */
static inline void vec_to_lanes(uint8_t *const out[], size_t offset, vec a, size_t n)
{
    (void)n;
    vec_store(out[0] + offset, a);
}

/* Exchange block j of a[i] and block i of a[j]. */
static inline void vec_transpose(vec a[VEC_BLOCKS])
{
    (void)a;
}

/* Load n = 0..VEC_BLOCKS blocks; lanes beyond them are zero, memory beyond them is not touched. */
static inline vec vec_load_blocks(const void *p, size_t n)
{
    return n == 0 ? vec_zero() : vec_load(p);
}
static inline void vec_store_blocks(void *p, vec a, size_t n)
{
    if (n != 0)
        vec_store(p, a);
}

/* In each block: its low, or high, 64 bits of a, then those of b. */
static inline vec vec_unpack_low64(vec a, vec b)
{
    return _mm_unpacklo_epi64(a, b);
}
static inline vec vec_unpack_high32(vec a, vec b)
{
    return _mm_unpackhi_epi32(a, b);
}
static inline vec vec_unpack_high64(vec a, vec b)
{
    return _mm_unpackhi_epi64(a, b);
}
/* Shift each 32-bit quarter or 64-bit half by n bits, or all of each block by VEC_BLOCKS bytes. */
static inline vec vec_shl32(vec a, int n)
{
    return _mm_slli_epi32(a, n);
}
static inline vec vec_shr32(vec a, int n)
{
    return _mm_srli_epi32(a, n);
}
static inline vec vec_sra32(vec a, int n)
{
    return _mm_srai_epi32(a, n);
}
static inline vec vec_shl64(vec a, int n)
{
    return _mm_slli_epi64(a, n);
}
static inline vec vec_shr64(vec a, int n)
{
    return _mm_srli_epi64(a, n);
}
static inline vec vec_shl_bytes(vec a)
{
    return _mm_slli_si128(a, VEC_BLOCKS);
}
/* Shift both 64-bit halves of block i by n + i bits to the left, or by 64 - n - i to the right (64 bits leave 0). */
static inline vec vec_shl64_lanes(vec a, unsigned n)
{
    return _mm_sll_epi64(a, _mm_cvtsi32_si128((int)n));
}
static inline vec vec_shr64_lanes(vec a, unsigned n)
{
    return _mm_srl_epi64(a, _mm_cvtsi32_si128(64 - (int)n));
}
/* Zero except for the last block, which is a; and the xor of all blocks. */
static inline vec vec_in_last(__m128i a)
{
    return a;
}
static inline __m128i vec_sum(vec a)
{
    return a;
}
/* The first n = 0..VEC_BLOCKS blocks of a, zeros after them. */
static inline vec vec_keep_blocks(vec a, size_t n)
{
    return n == 0 ? vec_zero() : a;
}

#include "kernels/aes/partial_block.h"

/* n = 0..VEC_BYTES bytes, zeros beyond them. */
static inline vec vec_load_bytes(const void *p, size_t n)
{
    if (n >= 16)
        return vec_load(p);
    return n == 0 ? vec_zero() : block_load_part(p, n);
}
static inline void vec_store_bytes(void *p, vec a, size_t n)
{
    if (n >= 16)
        vec_store(p, a);
    else if (n != 0)
        block_store_part(p, a, n);
}
/* The first n bytes of a, the others zero. */
static inline vec vec_keep_bytes(vec a, size_t n)
{
    const __m128i index = _mm_set_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);

    return _mm_and_si128(a, _mm_cmpgt_epi8(_mm_set1_epi8((char)n), index));
}

#endif
