/* Chains of F with SHAKE256 in eight lanes. */
#include "kernels/keccak/shake_lanes_avx512.h"
#include "kernels/slhdsa/shake_chains_template.h"

void ab_slhdsa_shake_chains_avx512(const void *seed, size_t n, const struct ab_slhdsa_chain *chains, uint8_t *values,
                                   unsigned num)
{
    run_chains(seed, n, chains, values, num);
}
