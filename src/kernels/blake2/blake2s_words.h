/* The parameters that make BLAKE2s of the templates: words of 32 bits, 10 rounds (RFC 7693 sec. 2.1, 2.6). */
#ifndef AB_KERNELS_BLAKE2_WORDS_H
#define AB_KERNELS_BLAKE2_WORDS_H

#include "kernels/blake2/blake2_kernels.h"

#define AB_SYMBOL(name) ab_blake2s_##name

typedef uint32_t word;
enum { NUM_ROUNDS = 10, R1 = 16, R2 = 12, R3 = 8, R4 = 7 };

static const word iv[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

/* The two words of the counter. */
static inline word counter_low(uint64_t num_bytes)
{
    return (word)num_bytes;
}
static inline word counter_high(uint64_t num_bytes)
{
    return (word)(num_bytes >> 32);
}

#endif
