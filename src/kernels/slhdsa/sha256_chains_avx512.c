/* Chains of F with SHA-256 in 32 lanes, two vectors in step. A few more than fill vectors take the SHA instructions. */
#include "kernels/lanes/words32_avx512.h"
#include "kernels/sha/sha256_lanes_template.h"

enum { NUM_VECTORS = 2 };

#include "kernels/slhdsa/sha256_chains_template.h"

enum { FEW = 4 }; /* what the SHA instructions run in step takes less than half the time of a vector */

void ab_slhdsa_sha256_chains_avx512(const void *seed, size_t n, const struct ab_slhdsa_chain *chains, uint8_t *values,
                                    unsigned num)
{
    const unsigned few = num % WORDS <= FEW ? num % WORDS : 0, many = num - few;

    run_chains(seed, n, chains, values, many);
    if (few != 0)
        ab_slhdsa_sha256_chains_sha(seed, n, chains + many, values + many * n, few);
}
