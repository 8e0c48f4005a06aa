/* Chains of F with SHA-256 in eight lanes: a second vector in step would exceed 16 registers. */
#include "kernels/lanes/words32_avx2.h"
#include "kernels/sha/sha256_lanes_template.h"

enum { NUM_VECTORS = 1 };

#include "kernels/slhdsa/sha256_chains_template.h"

void ab_slhdsa_sha256_chains_avx2(const void *seed, size_t n, const struct ab_slhdsa_chain *chains, uint8_t *values,
                                  unsigned num)
{
    run_chains(seed, n, chains, values, num);
}
