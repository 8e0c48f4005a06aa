/* The parameters that make BLAKE2b of the templates: words of 64 bits, 12 rounds (RFC 7693 sec. 2.1, 2.6). */
#ifndef AB_KERNELS_BLAKE2_WORDS_H
#define AB_KERNELS_BLAKE2_WORDS_H

#include "kernels/blake2/blake2_kernels.h"

#define AB_SYMBOL(name) ab_blake2b_##name

typedef uint64_t word;
enum { NUM_ROUNDS = 12, R1 = 32, R2 = 24, R3 = 16, R4 = 63 };

static const word iv[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

/* The two words of the counter. No message reaches 2^64 bytes. */
static inline word counter_low(uint64_t num_bytes)
{
    return num_bytes;
}
static inline word counter_high(uint64_t num_bytes)
{
    (void)num_bytes;
    return 0;
}

#endif
