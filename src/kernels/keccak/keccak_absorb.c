/* Absorb blocks into a state, once for each implementation of the permutation: FIPS 202 sec. 4, step 6. */
#include <string.h>

#include "kernels/keccak/keccak_kernels.h"

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

void ab_keccak_absorb_portable(uint64_t *state, const uint8_t *in, size_t num_blocks, size_t block_len)
{
    absorb(state, in, num_blocks, block_len, ab_keccak_permute_portable);
}

void ab_keccak_absorb_bmi2(uint64_t *state, const uint8_t *in, size_t num_blocks, size_t block_len)
{
    absorb(state, in, num_blocks, block_len, ab_keccak_permute_bmi2);
}

void ab_keccak_absorb_avx512(uint64_t *state, const uint8_t *in, size_t num_blocks, size_t block_len)
{
    absorb(state, in, num_blocks, block_len, ab_keccak_permute_avx512);
}
