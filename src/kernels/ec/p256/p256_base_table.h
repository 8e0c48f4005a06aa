/* Entries of the table of P-256's base point for one key, with AVX2. */
#ifndef AB_KERNELS_EC_P256_BASE_TABLE_H
# define AB_KERNELS_EC_P256_BASE_TABLE_H

# include <immintrin.h>

# include "kernels/ec/p256/p256_field.h"

enum { ODD_DOUBLINGS = 0, ROW_ENTRIES = 1 << (BASE_WINDOW - 1), ROW_VECTORS = ROW_ENTRIES / 4 };

/* The four words: each sum has one of them in some lane, and its other lanes are 0. */
INLINE __m256i collect_words(const __m256i sum[4])
{
    const __m256i low = _mm256_unpacklo_epi64(sum[0], sum[1]) | _mm256_unpackhi_epi64(sum[0], sum[1]);
    const __m256i high = _mm256_unpacklo_epi64(sum[2], sum[3]) | _mm256_unpackhi_epi64(sum[2], sum[3]);

    return _mm256_permute2x128_si256(low, high, 0x20) | _mm256_permute2x128_si256(low, high, 0x31);
}

/* Entry number place of row i. Every entry is read: a mask for each keeps one. Secret. */
INLINE void take_base(struct affine *r, unsigned i, unsigned place)
{
    const __m256i wanted = _mm256_set1_epi64x((long long)ab_ct_barrier(place));
    __m256i here = _mm256_set_epi64x(3, 2, 1, 0), is_here[ROW_VECTORS], sum[2 * NUM_WORDS];

    UNROLL for (unsigned j = 0; j < ROW_VECTORS; j++) {
        is_here[j] = _mm256_cmpeq_epi64(here, wanted);
        here = _mm256_add_epi64(here, _mm256_set1_epi64x(4));
    }
    UNROLL for (unsigned k = 0; k < 2 * NUM_WORDS; k++) {
        const __m256i *word = (const __m256i *)ab_p256_table[i][k];

        sum[k] = word[0] & is_here[0];
        UNROLL for (unsigned j = 1; j < ROW_VECTORS; j++)
            sum[k] |= word[j] & is_here[j];
    }
    _mm256_storeu_si256((__m256i *)r->x.v, collect_words(sum));
    _mm256_storeu_si256((__m256i *)r->y.v, collect_words(sum + NUM_WORDS));
}

/* 2 place + 1 times the base point. Public. */
INLINE struct affine base_multiple(unsigned place)
{
    struct affine r;

    UNROLL for (unsigned k = 0; k < NUM_WORDS; k++) {
        r.x.v[k] = ab_p256_table[0][k][place];
        r.y.v[k] = ab_p256_table[0][NUM_WORDS + k][place];
    }
    return r;
}

#endif
