/*
 * The block of F and PRF with SHA-256: FIPS 205 sec. 11.2.1. After the compressed address the value begins in the
 * middle of word 5.
 */
#ifndef AB_KERNELS_SLHDSA_SHA256_BLOCK_H
#define AB_KERNELS_SLHDSA_SHA256_BLOCK_H

#include <string.h>

#include "kernels/inline.h"
#include "kernels/slhdsa/slhdsa_kernels.h"

enum { ADDRESS_WORDS = 6 /* the last one by half */, MAX_VALUE_WORDS = 8 };

/* The address, compressed (22 bytes), as six big-endian words. */
INLINE void load_address(uint32_t out[ADDRESS_WORDS], const ab_slhdsa_address a)
{
    uint8_t bytes[4 * ADDRESS_WORDS] = { 0 };

    bytes[0] = a[3];
    memcpy(bytes + 1, a + 8, 8);
    bytes[9] = a[19];
    memcpy(bytes + 10, a + 20, 12);
    memcpy(out, bytes, sizeof(bytes));
    for (unsigned i = 0; i < ADDRESS_WORDS; i++)
        out[i] = __builtin_bswap32(out[i]);
}

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
