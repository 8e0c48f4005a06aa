/*
 * The rows of chacha_template.h in 256 bits: a row of the matrix, four words, of each of ROW_BLOCKS blocks. Include it
 * after row_rotate(a, n), which rotates each word left.
 */
#ifndef AB_KERNELS_CHACHA_ROW_H
# define AB_KERNELS_CHACHA_ROW_H

# include <immintrin.h>
# include <stdint.h>
# include <string.h>

# include "kernels/inline.h"

enum { ROW_BLOCKS = 2 };

typedef __m256i row;

INLINE row row_add(row a, row b)
{
    return _mm256_add_epi32(a, b);
}

INLINE row row_xor(row a, row b)
{
    return _mm256_xor_si256(a, b);
}

/* The same four words for each block. */
INLINE row row_all(const uint32_t words[4])
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)words));
}

/* Words 12 to 15 of the blocks `first` and `first` + 1 after this counter. */
INLINE row row_counters(const uint32_t counter[4], unsigned first)
{
    uint64_t low, high;
    row a;

    memcpy(&low, counter, sizeof(low));
    memcpy(&high, counter + 2, sizeof(high));
    a = _mm256_set_epi64x((long long)high, (long long)low, (long long)high, (long long)low);
    return _mm256_add_epi64(a, _mm256_set_epi64x(0, (long long)first + 1, 0, (long long)first));
}

/* Word k of each row becomes word k + n mod 4 of a. */
INLINE row row_turn(row a, int n)
{
    return n == 1   ? _mm256_shuffle_epi32(a, 0x39)
           : n == 2 ? _mm256_shuffle_epi32(a, 0x4e)
                    : _mm256_shuffle_epi32(a, 0x93);
}

INLINE void row_store_half(uint8_t *out, const uint8_t *in, row a)
{
    if (in != NULL)
        a = row_xor(a, _mm256_loadu_si256((const __m256i *)(const void *)in));
    _mm256_storeu_si256((__m256i *)(void *)out, a);
}

/* out := in + the two blocks whose rows these are; in may be NULL for zeros. */
INLINE void row_store(uint8_t *out, const uint8_t *in, const row block[4])
{
    UNROLL for (unsigned i = 0; i < 4; i++) {
        const row first = block[2 * (i % 2)], second = block[2 * (i % 2) + 1];

        row_store_half(out + sizeof(row) * i, in == NULL ? NULL : in + sizeof(row) * i,
                       i < 2 ? _mm256_permute2x128_si256(first, second, 0x20)
                             : _mm256_permute2x128_si256(first, second, 0x31));
    }
}

#endif
