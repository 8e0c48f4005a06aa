/* Messages of a hash function side by side, one to each word of a vector. Include words32_LEVEL.h or words64_LEVEL.h first. */
#ifndef AB_KERNELS_LANES_LANES_H
#define AB_KERNELS_LANES_LANES_H

#include "ct/ct.h"
#include "kernels/inline.h"

enum { MAX_LANES = 32, MAX_VECTORS = MAX_LANES / WORDS, MAX_STATE = 64 /* bytes */ };

/* Messages to fill whole vectors with: where there are too few, the first one's text once more, with a state to throw away. */
struct lanes {
    const uint8_t *in[MAX_LANES];
    uint8_t *state[MAX_LANES];
    uint8_t spare[MAX_STATE];
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
        l->state[i] = l->spare;
    }
    return num_vectors;
}

/* Into the first cache: of so many messages side by side the processor does not see where each goes on. */
INLINE void fetch_ahead(const uint8_t *p)
{
    _mm_prefetch((const char *)p + 256, _MM_HINT_T0);
}

#endif
