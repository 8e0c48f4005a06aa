/* Keccak-p[1600, 24] for up to four messages: each vector holds one word of four states. */
#include <immintrin.h>
#include <string.h>

#include "ct/ct.h"
#include "kernels/inline.h"
#include "kernels/keccak/keccak_kernels.h"
#include "kernels/keccak/transpose_avx2.h"

enum { WIDTH = AB_KECCAK_MAX_LANES_AVX2 };

typedef uint64_t vec __attribute__((vector_size(8 * WIDTH), may_alias));

INLINE vec rotate_left(vec x, unsigned n)
{
    return x << n | x >> (64 - n);
}

/* chi of a row */
INLINE void chi(vec e[5], vec b0, vec b1, vec b2, vec b3, vec b4)
{
    e[0] = b0 ^ (~b1 & b2);
    e[1] = b1 ^ (~b2 & b3);
    e[2] = b2 ^ (~b3 & b4);
    e[3] = b3 ^ (~b4 & b0);
    e[4] = b4 ^ (~b0 & b1);
}

INLINE vec parity(const vec *a)
{
    return a[0] ^ a[5] ^ a[10] ^ a[15] ^ a[20];
}

/* e := a round of a. Row y of e consists of the lanes of a that pi moves there, each rotated by its offset. */
INLINE void do_round(vec e[AB_KECCAK_LANES], const vec a[AB_KECCAK_LANES], uint64_t rc)
{
    vec c0 = parity(a), c1 = parity(a + 1), c2 = parity(a + 2), c3 = parity(a + 3), c4 = parity(a + 4);
    vec d0 = c4 ^ rotate_left(c1, 1), d1 = c0 ^ rotate_left(c2, 1), d2 = c1 ^ rotate_left(c3, 1);
    vec d3 = c2 ^ rotate_left(c4, 1), d4 = c3 ^ rotate_left(c0, 1);

    chi(e, a[0] ^ d0, rotate_left(a[6] ^ d1, 44), rotate_left(a[12] ^ d2, 43), rotate_left(a[18] ^ d3, 21),
        rotate_left(a[24] ^ d4, 14));
    e[0] ^= rc;
    chi(e + 5, rotate_left(a[3] ^ d3, 28), rotate_left(a[9] ^ d4, 20), rotate_left(a[10] ^ d0, 3),
        rotate_left(a[16] ^ d1, 45), rotate_left(a[22] ^ d2, 61));
    chi(e + 10, rotate_left(a[1] ^ d1, 1), rotate_left(a[7] ^ d2, 6), rotate_left(a[13] ^ d3, 25),
        rotate_left(a[19] ^ d4, 8), rotate_left(a[20] ^ d0, 18));
    chi(e + 15, rotate_left(a[4] ^ d4, 27), rotate_left(a[5] ^ d0, 36), rotate_left(a[11] ^ d1, 10),
        rotate_left(a[17] ^ d2, 15), rotate_left(a[23] ^ d3, 56));
    chi(e + 20, rotate_left(a[2] ^ d2, 62), rotate_left(a[8] ^ d3, 55), rotate_left(a[14] ^ d4, 39),
        rotate_left(a[15] ^ d0, 41), rotate_left(a[21] ^ d1, 2));
}

void ab_keccak_permute_x4_avx2(uint64_t states[AB_KECCAK_LANES][WIDTH])
{
    vec *a = (vec *)states, e[AB_KECCAK_LANES];

    for (unsigned i = 0; i < AB_KECCAK_ROUNDS; i += 2) {
        do_round(e, a, ab_keccak_rc[i]);
        do_round(a, e, ab_keccak_rc[i + 1]);
    }
    ab_wipe(e, sizeof(e));
}

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
    vec states[AB_KECCAK_LANES];
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
