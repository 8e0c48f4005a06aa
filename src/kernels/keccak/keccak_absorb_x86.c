/* Absorb blocks by each of the permutations in assembly. */
#include "kernels/keccak/keccak_absorb.h"

void ab_keccak_absorb_bmi2(uint64_t *state, const uint8_t *in, size_t num_blocks, size_t block_len)
{
    absorb(state, in, num_blocks, block_len, ab_keccak_permute_bmi2);
}

void ab_keccak_absorb_avx512(uint64_t *state, const uint8_t *in, size_t num_blocks, size_t block_len)
{
    absorb(state, in, num_blocks, block_len, ab_keccak_permute_avx512);
}
