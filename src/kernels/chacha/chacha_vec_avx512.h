/* The vectors of chacha_template.h with AVX-512: one word of each of VEC_BLOCKS blocks. */
#ifndef AB_KERNELS_CHACHA_VEC_AVX512_H
# define AB_KERNELS_CHACHA_VEC_AVX512_H

# include <immintrin.h>
# include <stdint.h>

# include "kernels/inline.h"

enum { VEC_BLOCKS = 16, MAX_ROWS = 4, WEAVE_CHAINS = 4, HALF_WOVEN = 32 };

typedef __m512i vec;

INLINE vec vec_add(vec a, vec b)
{
    return _mm512_add_epi32(a, b);
}

INLINE vec vec_xor(vec a, vec b)
{
    return _mm512_xor_si512(a, b);
}

INLINE vec vec_rotate(vec a, int n)
{
    return n == 16   ? _mm512_rol_epi32(a, 16)
           : n == 12 ? _mm512_rol_epi32(a, 12)
           : n == 8  ? _mm512_rol_epi32(a, 8)
                     : _mm512_rol_epi32(a, 7);
}

/* Half of two quarter rounds side by side. */
INLINE void vec_half_rounds(vec *to0, vec *to1, vec *from0, vec *from1, vec *turned0, vec *turned1, int n)
{
    *to0 = vec_add(*to0, *from0);
    *to1 = vec_add(*to1, *from1);
    *turned0 = vec_rotate(vec_xor(*turned0, *to0), n);
    *turned1 = vec_rotate(vec_xor(*turned1, *to1), n);
}

INLINE void vec_two_quarter_rounds(vec *a0, vec *a1, vec *b0, vec *b1, vec *c0, vec *c1, vec *d0, vec *d1)
{
    vec_half_rounds(a0, a1, b0, b1, d0, d1, 16);
    vec_half_rounds(c0, c1, d0, d1, b0, b1, 12);
    vec_half_rounds(a0, a1, b0, b1, d0, d1, 8);
    vec_half_rounds(c0, c1, d0, d1, b0, b1, 7);
}

INLINE vec vec_all(uint32_t word)
{
    return _mm512_set1_epi32((int)word);
}

/* lo, hi := the 64-bit counters of the blocks from this one on. */
INLINE void vec_counters(const uint32_t counter[2], vec *lo, vec *hi)
{
    const vec number = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const vec sum = vec_add(vec_all(counter[0]), number), high = vec_all(counter[1]);

    *lo = sum;
    *hi = _mm512_mask_add_epi32(high, _mm512_cmplt_epu32_mask(sum, number), high, vec_all(1));
}

/* fours[k] := words 0 to 3, of which x has one each, of the blocks k, 4 + k, 8 + k and 12 + k. */
INLINE void vec_join_fours(vec fours[4], const vec x[4])
{
    const vec a = _mm512_unpacklo_epi32(x[0], x[1]), b = _mm512_unpackhi_epi32(x[0], x[1]);
    const vec c = _mm512_unpacklo_epi32(x[2], x[3]), d = _mm512_unpackhi_epi32(x[2], x[3]);

    fours[0] = _mm512_unpacklo_epi64(a, c);
    fours[1] = _mm512_unpackhi_epi64(a, c);
    fours[2] = _mm512_unpacklo_epi64(b, d);
    fours[3] = _mm512_unpackhi_epi64(b, d);
}

/* out[i] := words 0 to 15 of block i. */
INLINE void vec_transpose(vec out[16], const vec x[16])
{
    vec fours[4][4];

    UNROLL for (unsigned i = 0; i < 4; i++)
        vec_join_fours(fours[i], x + 4 * i);
    UNROLL for (unsigned k = 0; k < 4; k++) {
        const vec a = _mm512_shuffle_i32x4(fours[0][k], fours[1][k], 0x44);
        const vec b = _mm512_shuffle_i32x4(fours[2][k], fours[3][k], 0x44);
        const vec c = _mm512_shuffle_i32x4(fours[0][k], fours[1][k], 0xee);
        const vec d = _mm512_shuffle_i32x4(fours[2][k], fours[3][k], 0xee);

        out[k] = _mm512_shuffle_i32x4(a, b, 0x88);
        out[4 + k] = _mm512_shuffle_i32x4(a, b, 0xdd);
        out[8 + k] = _mm512_shuffle_i32x4(c, d, 0x88);
        out[12 + k] = _mm512_shuffle_i32x4(c, d, 0xdd);
    }
}

/* out := in + a; in may be NULL for zeros. */
INLINE void vec_store(uint8_t *out, const uint8_t *in, vec a)
{
    if (in != NULL)
        a = vec_xor(a, _mm512_loadu_si512((const void *)in));
    _mm512_storeu_si512((void *)out, a);
}

INLINE __m256i row_rotate(__m256i a, int n)
{
    return n == 16   ? _mm256_rol_epi32(a, 16)
           : n == 12 ? _mm256_rol_epi32(a, 12)
           : n == 8  ? _mm256_rol_epi32(a, 8)
                     : _mm256_rol_epi32(a, 7);
}

#include "kernels/chacha/chacha_row.h"

#endif
