/*
 * Messages of hash functions of 32-bit words side by side, one to each word of a vector. Include words32_LEVEL.h first.
 *
 * Four words of each message are four vectors of 128-bit parts, and what is a message's row there becomes a word's: a
 * transposition of 4 x 4 words within each part. So any four words are loaded alike, of a block or of a chaining value.
 */
#ifndef AB_KERNELS_LANES_LANES32_H
#define AB_KERNELS_LANES_LANES32_H

#include "ct/ct.h"

#define INLINE static inline __attribute__((always_inline))
#ifdef __clang__
# define UNROLL _Pragma("clang loop unroll(full)")
#else
# define UNROLL _Pragma("GCC unroll 80")
#endif

enum { MAX_LANES = 32, MAX_VECTORS = MAX_LANES / WORDS, MAX_STATE_WORDS = 8 };

/* Messages to fill whole vectors with: where there are too few, the first one's text once more, with a state to throw away. */
struct lanes {
    const uint8_t *in[MAX_LANES];
    uint8_t *state[MAX_LANES];
    uint32_t spare[MAX_STATE_WORDS];
};

/* How many vectors that makes. */
INLINE unsigned fill_lanes(struct lanes *l, void *const state[], const uint8_t *const in[], unsigned num_lanes)
{
    unsigned num_vectors = (num_lanes + WORDS - 1) / WORDS;

    for (unsigned i = 0; i < num_lanes; i++) {
        l->in[i] = in[i];
        l->state[i] = state[i];
    }
    if (num_lanes != num_vectors * WORDS)
        memset(l->spare, 0, sizeof(l->spare));
    for (unsigned i = num_lanes; i < num_vectors * WORDS; i++) {
        l->in[i] = in[0];
        l->state[i] = (uint8_t *)l->spare;
    }
    return num_vectors;
}

INLINE void transpose_4x4(words w[4])
{
    words low01 = words_low32(w[0], w[1]), high01 = words_high32(w[0], w[1]);
    words low23 = words_low32(w[2], w[3]), high23 = words_high32(w[2], w[3]);

    w[0] = words_low64(low01, low23);
    w[1] = words_high64(low01, low23);
    w[2] = words_low64(high01, high23);
    w[3] = words_high64(high01, high23);
}

/* Four words of each message, from 16 bytes behind p[i] + at. */
INLINE void load_4_words(words w[4], const uint8_t *const p[], size_t at)
{
    UNROLL for (unsigned i = 0; i < 4; i++)
        w[i] = words_load_every_4th(p + i, at);
    transpose_4x4(w);
}

INLINE void store_4_words(uint8_t *const p[], size_t at, const words w[4])
{
    words rows[4] = { w[0], w[1], w[2], w[3] };

    transpose_4x4(rows);
    UNROLL for (unsigned i = 0; i < 4; i++)
        words_store_every_4th(p + i, at, rows[i]);
}

#endif
