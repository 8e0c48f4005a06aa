/* Absorb blocks by the permutation in C. */
#include "kernels/keccak/keccak_absorb.h"

void ab_keccak_absorb_portable(uint64_t *state, const uint8_t *in, size_t num_blocks, size_t block_len)
{
    absorb(state, in, num_blocks, block_len, ab_keccak_permute_portable);
}
