/* SHA-1 in the form of FIPS 180-4 sec. 6.1.2. */
#include <string.h>

#include "ct/ct.h"
#include "kernels/sha/sha_kernels.h"

static inline uint32_t rotate_left(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

static uint32_t load_be32(const uint8_t *p)
{
    uint32_t x;

    memcpy(&x, p, sizeof(x));
    return __builtin_bswap32(x);
}

static void expand(uint32_t w[80], const uint8_t *in)
{
    for (unsigned t = 0; t < 16; t++)
        w[t] = load_be32(in + 4 * t);
    for (unsigned t = 16; t < 80; t++)
        w[t] = rotate_left(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
}

/* f and K of the four stages (sec. 4.1.1, 4.2.1). */
static uint32_t mix(unsigned stage, uint32_t x, uint32_t y, uint32_t z)
{
    static const uint32_t k[4] = { 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6 };
    uint32_t parity = x ^ y ^ z, ch = (x & y) ^ (~x & z), maj = (x & y) ^ (x & z) ^ (y & z);

    return (stage == 0 ? ch : stage == 2 ? maj : parity) + k[stage];
}

static void compress_block(uint32_t state[5], const uint32_t w[80])
{
    uint32_t s[5]; /* a, b, c, d, e */

    memcpy(s, state, sizeof(s));
    for (unsigned stage = 0; stage < 4; stage++)
        for (unsigned t = 20 * stage; t < 20 * stage + 20; t++) {
            uint32_t next = rotate_left(s[0], 5) + mix(stage, s[1], s[2], s[3]) + s[4] + w[t];

            memmove(s + 1, s, 4 * sizeof(s[0]));
            s[2] = rotate_left(s[2], 30);
            s[0] = next;
        }
    for (unsigned i = 0; i < 5; i++)
        state[i] += s[i];
    ab_wipe(s, sizeof(s));
}

void ab_sha1_compress_portable(uint32_t state[5], const uint8_t *in, size_t num_blocks)
{
    uint32_t w[80];

    for (; num_blocks > 0; num_blocks--, in += 64) {
        expand(w, in);
        compress_block(state, w);
    }
    ab_wipe(w, sizeof(w));
}
