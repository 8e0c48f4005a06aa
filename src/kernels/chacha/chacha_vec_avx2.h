/* The vectors of chacha_template.h with AVX2: one word of each of VEC_BLOCKS blocks. */
#ifndef AB_KERNELS_CHACHA_VEC_AVX2_H
# define AB_KERNELS_CHACHA_VEC_AVX2_H

# include <immintrin.h>
# include <stdint.h>
# include <string.h>

# include "kernels/inline.h"

enum { VEC_BLOCKS = 8, MAX_ROWS = 3, HALF_WOVEN = 20 };

typedef __m256i vec;

/* Rotations by 16 and by 8, as moves of bytes. */
static const uint8_t rotations[2][32] __attribute__((aligned(32))) = {
    { 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13 },
    { 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14, 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14 },
};

/* An assembly statement, since compilers would keep the constants in registers and spill the state instead. */
INLINE __m256i rotate_bytes(__m256i a, int is_16)
{
    __m256i out;

    __asm__("vpshufb %2, %1, %0" : "=x"(out) : "x"(a), "m"(rotations[is_16 ? 0 : 1]));
    return out;
}

INLINE __m256i rotate_words(__m256i a, int n)
{
    if (n % 8 == 0)
        return rotate_bytes(a, n == 16);
    return _mm256_or_si256(_mm256_slli_epi32(a, n), _mm256_srli_epi32(a, 32 - n));
}

INLINE vec vec_add(vec a, vec b)
{
    return _mm256_add_epi32(a, b);
}

INLINE vec vec_xor(vec a, vec b)
{
    return _mm256_xor_si256(a, b);
}

INLINE vec vec_all(uint32_t word)
{
    return _mm256_set1_epi32((int)word);
}

INLINE vec vec_load(const uint32_t words[VEC_BLOCKS])
{
    return _mm256_loadu_si256((const vec *)(const void *)words);
}

/* lo, hi := the 64-bit counters of the blocks from this one on. */
INLINE void vec_counters(const uint32_t counter[2], vec *lo, vec *hi)
{
    const vec number = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), sign = vec_all(UINT32_C(1) << 31);
    const vec sum = vec_add(vec_all(counter[0]), number);

    *lo = sum;
    *hi = _mm256_sub_epi32(vec_all(counter[1]), _mm256_cmpgt_epi32(vec_xor(number, sign), vec_xor(sum, sign)));
}

/* out[2 i + j] := words 8 j to 8 j + 7 of block i. */
INLINE void vec_transpose(vec out[16], const vec x[16])
{
    UNROLL for (unsigned j = 0; j < 2; j++) {
        vec pairs[8], fours[8];

        UNROLL for (unsigned i = 0; i < 4; i++) {
            pairs[2 * i] = _mm256_unpacklo_epi32(x[8 * j + 2 * i], x[8 * j + 2 * i + 1]);
            pairs[2 * i + 1] = _mm256_unpackhi_epi32(x[8 * j + 2 * i], x[8 * j + 2 * i + 1]);
        }
        UNROLL for (unsigned i = 0; i < 2; i++) {
            UNROLL for (unsigned half = 0; half < 2; half++) {
                fours[4 * i + 2 * half] = _mm256_unpacklo_epi64(pairs[4 * i + half], pairs[4 * i + 2 + half]);
                fours[4 * i + 2 * half + 1] = _mm256_unpackhi_epi64(pairs[4 * i + half], pairs[4 * i + 2 + half]);
            }
        }
        UNROLL for (unsigned i = 0; i < 4; i++) {
            out[2 * i + j] = _mm256_permute2x128_si256(fours[i], fours[4 + i], 0x20);
            out[2 * (i + 4) + j] = _mm256_permute2x128_si256(fours[i], fours[4 + i], 0x31);
        }
    }
}

/* out := in + words of key stream, 16 transposed vectors; in may be NULL for zeros. */
INLINE void vec_store(uint8_t *out, const uint8_t *in, vec a)
{
    if (in != NULL)
        a = vec_xor(a, _mm256_loadu_si256((const __m256i *)(const void *)in));
    _mm256_storeu_si256((__m256i *)(void *)out, a);
}

INLINE __m256i row_rotate(__m256i a, int n)
{
    return rotate_words(a, n);
}

#include "kernels/chacha/chacha_row.h"

#endif
