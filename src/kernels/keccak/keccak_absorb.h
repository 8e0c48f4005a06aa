/* Absorb blocks into a state by a given permutation: FIPS 202 sec. 4, step 6. */
#ifndef AB_KERNELS_KECCAK_ABSORB_H
#define AB_KERNELS_KECCAK_ABSORB_H

#include <string.h>

#include "kernels/keccak/keccak_kernels.h"

/* The contract of ab_keccak_absorb_fn. */
static inline void absorb(uint64_t *state, const uint8_t *in, size_t num_blocks, size_t block_len,
                          ab_keccak_permute_fn *permute)
{
    uint64_t word;

    for (; num_blocks > 0; num_blocks--) {
        for (size_t i = 0; i < block_len / sizeof(word); i++, in += sizeof(word)) {
            memcpy(&word, in, sizeof(word));
            state[i] ^= word;
        }
        permute(state);
    }
}

#endif
