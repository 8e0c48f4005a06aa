/*
 * The block of F and PRF with SHA-256: FIPS 205 sec. 11.2.1. After the compressed address the value begins in the
 * middle of word 5.
 */
#ifndef AB_KERNELS_SLHDSA_SHA256_BLOCK_H
#define AB_KERNELS_SLHDSA_SHA256_BLOCK_H

#include "kernels/inline.h"
#include "kernels/slhdsa/slhdsa_kernels.h"

/* The last word of the block: the bits of a message of the seed's block, the address and n bytes. */
INLINE uint32_t message_bits(size_t n)
{
    return 8 * (64 + 22 + (uint32_t)n);
}

INLINE unsigned max_steps(const struct ab_slhdsa_chain *chains, unsigned num)
{
    unsigned max = 0;

    for (unsigned i = 0; i < num; i++)
        max = chains[i].num_steps > max ? chains[i].num_steps : max;
    return max;
}

#endif
