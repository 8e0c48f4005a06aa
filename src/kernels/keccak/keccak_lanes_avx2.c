/* Keccak-p[1600, 24] for up to four messages: each vector holds one word of four states. */
#include <immintrin.h>
#include <string.h>

#include "ct/ct.h"
#include "kernels/inline.h"
#include "kernels/keccak/keccak_kernels.h"
#include "kernels/keccak/transpose_avx2.h"

enum { WIDTH = AB_KECCAK_MAX_LANES_AVX2 };

typedef uint64_t vec __attribute__((vector_size(8 * WIDTH), may_alias));

/* The first num_words words of a row. */
INLINE __m256i mask_of(unsigned num_words)
{
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x((long long)num_words), _mm256_set_epi64x(3, 2, 1, 0));
}

/* Add num_words words of each of the four messages to the states. */
INLINE void add_words(vec states[AB_KECCAK_LANES], const uint8_t *const in[], unsigned num_words)
{
    for (unsigned at = 0; at < num_words; at += WIDTH) {
        __m256i r[WIDTH], mask = mask_of(num_words - at);

        for (unsigned i = 0; i < WIDTH; i++)
            r[i] = _mm256_maskload_epi64((const long long *)(const void *)(in[i] + 8 * at), mask);
        ab_transpose_x4(r);
        for (unsigned i = 0; i < WIDTH && at + i < num_words; i++)
            states[at + i] ^= (vec)r[i];
    }
}

INLINE void put_states(void *const out[], const vec states[AB_KECCAK_LANES], unsigned num_lanes)
{
    for (unsigned at = 0; at < AB_KECCAK_LANES; at += WIDTH) {
        __m256i r[WIDTH] = { 0 };

        for (unsigned i = 0; i < WIDTH && at + i < AB_KECCAK_LANES; i++)
            r[i] = (__m256i)states[at + i];
        ab_transpose_x4(r);
        for (unsigned i = 0; i < num_lanes; i++)
            _mm256_maskstore_epi64((long long *)out[i] + at, mask_of(AB_KECCAK_LANES - at), r[i]);
    }
}

/* Lanes without a message repeat the first one's. */
INLINE void fill(const uint8_t *to[WIDTH], const uint8_t *const from[], unsigned num_lanes)
{
    for (unsigned i = 0; i < WIDTH; i++)
        to[i] = from[i < num_lanes ? i : 0];
}

void ab_keccak_absorb_lanes_avx2(void *const state[], const uint8_t *const in[], size_t num_blocks, size_t block_len,
                                 unsigned num_lanes)
{
    vec states[AB_KECCAK_LANES] __attribute__((aligned(64)));
    const uint8_t *p[WIDTH];

    memset(states, 0, sizeof(states));
    fill(p, (const uint8_t *const *)state, num_lanes);
    add_words(states, p, AB_KECCAK_LANES);
    fill(p, in, num_lanes);
    for (; num_blocks > 0; num_blocks--) {
        add_words(states, p, (unsigned)(block_len / 8));
        ab_keccak_permute_x4_avx2((void *)states);
        for (unsigned i = 0; i < WIDTH; i++)
            p[i] += block_len;
    }
    put_states(state, states, num_lanes);
    ab_wipe(states, sizeof(states));
}
