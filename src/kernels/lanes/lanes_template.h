/*
 * Messages of a hash function side by side, one to each word of a vector. Include words32_LEVEL.h or words64_LEVEL.h
 * first.
 */
#ifndef AB_KERNELS_LANES_LANES_H
#define AB_KERNELS_LANES_LANES_H

#include "ct/ct.h"
#include "kernels/inline.h"

enum { MAX_LANES = 32, MAX_VECTORS = MAX_LANES / WORDS, MAX_STATE = 64 /* bytes */ };

/* Fill whole vectors with messages: unused lanes repeat the first one's text, with a state that is discarded. */
struct lanes {
    const uint8_t *in[MAX_LANES];
    uint8_t *state[MAX_LANES];
    uint8_t spare[MAX_STATE];
};

/* The number of vectors in use. */
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
        l->state[i] = l->spare;
    }
    return num_vectors;
}

/*
 * Prefetch into the first cache: with so many messages side by side the processor cannot predict where each continues.
 */
INLINE void fetch_ahead(const uint8_t *p)
{
    _mm_prefetch((const char *)p + 256, _MM_HINT_T0);
}

#endif
