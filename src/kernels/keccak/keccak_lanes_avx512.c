/* Keccak-p[1600, 24] for up to eight messages: each vector holds one word of eight states. */
#include <immintrin.h>
#include <string.h>

#include "ct/ct.h"
#include "kernels/keccak/keccak_kernels.h"
#include "kernels/keccak/transpose_avx512.h"

enum { WIDTH = AB_KECCAK_MAX_LANES_AVX512 };

typedef uint64_t states_x8[AB_KECCAK_LANES][WIDTH] __attribute__((aligned(64)));

static inline unsigned min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Add words `at` to `at` + 7 (fewer at the end) of each of the eight messages to the states. */
static inline void add_words(states_x8 states, const uint8_t *const in[], unsigned at, unsigned num_words)
{
    __mmask8 mask = (__mmask8)(0xff >> (WIDTH - min(WIDTH, num_words - at)));
    __m512i r[WIDTH];

    UNROLL
    for (unsigned i = 0; i < WIDTH; i++)
        r[i] = _mm512_maskz_loadu_epi64(mask, in[i] + 8 * at);
    ab_transpose_x8(r);
    for (unsigned i = 0; i < WIDTH && at + i < num_words; i++)
        _mm512_store_si512(states[at + i], _mm512_xor_si512(_mm512_load_si512(states[at + i]), r[i]));
}

static inline void add_all(states_x8 states, const uint8_t *const in[], unsigned num_words)
{
    for (unsigned at = 0; at < num_words; at += WIDTH)
        add_words(states, in, at, num_words);
}

static inline void put_states(void *const out[], const states_x8 states, unsigned num_lanes)
{
    for (unsigned at = 0; at < AB_KECCAK_LANES; at += WIDTH) {
        unsigned num_words = min(WIDTH, AB_KECCAK_LANES - at);
        __m512i r[WIDTH] = { 0 };

        for (unsigned i = 0; i < num_words; i++)
            r[i] = _mm512_load_si512(states[at + i]);
        ab_transpose_x8(r);
        for (unsigned i = 0; i < num_lanes; i++)
            _mm512_mask_storeu_epi64((uint64_t *)out[i] + at, (__mmask8)(0xff >> (WIDTH - num_words)), r[i]);
    }
}

/* Lanes without a message repeat the first one's. */
static inline void fill(const uint8_t *to[WIDTH], const uint8_t *const from[], unsigned num_lanes)
{
    for (unsigned i = 0; i < WIDTH; i++)
        to[i] = from[i < num_lanes ? i : 0];
}

void ab_keccak_absorb_lanes_avx512(void *const state[], const uint8_t *const in[], size_t num_blocks, size_t block_len,
                                   unsigned num_lanes)
{
    const uint8_t *p[WIDTH];
    states_x8 states;

    memset(states, 0, sizeof(states));
    fill(p, (const uint8_t *const *)state, num_lanes);
    add_all(states, p, AB_KECCAK_LANES);
    fill(p, in, num_lanes);
    for (; num_blocks > 0; num_blocks--) {
        add_all(states, p, (unsigned)(block_len / 8));
        ab_keccak_permute_x8_avx512(states);
        for (unsigned i = 0; i < WIDTH; i++)
            p[i] += block_len;
    }
    put_states(state, states, num_lanes);
    ab_wipe(states, sizeof(states));
}
