/* MD4 in the form of RFC 1320 sec. 3.4. */
#include <string.h>

#include "ct/ct.h"
#include "kernels/md4/md4_kernels.h"

enum { STEPS = 48 };

static const uint8_t word[STEPS] = {
    0, 1, 2,  3,  4, 5, 6,  7,  8, 9, 10, 11, 12, 13, 14, 15, 0, 4, 8, 12, 1, 5,  9, 13,
    2, 6, 10, 14, 3, 7, 11, 15, 0, 8, 4,  12, 2,  10, 6,  14, 1, 9, 5, 13, 3, 11, 7, 15,
};
static const uint8_t shift[3][4] = { { 3, 7, 11, 19 }, { 3, 5, 9, 13 }, { 3, 9, 11, 15 } };
static const uint32_t constant[3] = { 0, 0x5a827999, 0x6ed9eba1 };

static uint32_t rotate_left(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

static uint32_t f(unsigned round, uint32_t x, uint32_t y, uint32_t z)
{
    switch (round) {
    case 0: return (x & y) | (~x & z);
    case 1: return (x & y) | (x & z) | (y & z);
    default: return x ^ y ^ z;
    }
}

static void compress_block(uint32_t state[4], const uint32_t x[16])
{
    uint32_t s[4]; /* a, b, c, d */

    memcpy(s, state, sizeof(s));
    for (unsigned i = 0; i < STEPS; i++) {
        uint32_t sum = s[0] + f(i / 16, s[1], s[2], s[3]) + x[word[i]] + constant[i / 16];

        s[0] = s[3];
        s[3] = s[2];
        s[2] = s[1];
        s[1] = rotate_left(sum, shift[i / 16][i % 4]);
    }
    for (unsigned i = 0; i < 4; i++)
        state[i] += s[i];
    ab_wipe(s, sizeof(s));
}

void ab_md4_compress_portable(uint32_t *state, const uint8_t *in, size_t num_blocks)
{
    uint32_t x[16];

    for (; num_blocks > 0; num_blocks--, in += sizeof(x)) {
        memcpy(x, in, sizeof(x));
        compress_block(state, x);
    }
    ab_wipe(x, sizeof(x));
}
