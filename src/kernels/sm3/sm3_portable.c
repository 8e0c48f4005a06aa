/* SM3 in the form of GB/T 32905 sec. 5.3. */
#include <string.h>

#include "ct/ct.h"
#include "kernels/sm3/sm3_kernels.h"
#include "kernels/words32.h"

static uint32_t p0(uint32_t x)
{
    return x ^ rotate_left(x, 9) ^ rotate_left(x, 17);
}
static uint32_t p1(uint32_t x)
{
    return x ^ rotate_left(x, 15) ^ rotate_left(x, 23);
}

static uint32_t ff(unsigned j, uint32_t x, uint32_t y, uint32_t z)
{
    return j < 16 ? x ^ y ^ z : (x & y) | (x & z) | (y & z);
}

static uint32_t gg(unsigned j, uint32_t x, uint32_t y, uint32_t z)
{
    return j < 16 ? x ^ y ^ z : (x & y) | (~x & z);
}

static void expand(uint32_t w[68], const uint8_t *in)
{
    memcpy(w, in, 64);
    for (unsigned j = 0; j < 16; j++)
        w[j] = __builtin_bswap32(w[j]);
    for (unsigned j = 16; j < 68; j++)
        w[j] = p1(w[j - 16] ^ w[j - 9] ^ rotate_left(w[j - 3], 15)) ^ rotate_left(w[j - 13], 7) ^ w[j - 6];
}

/* v: A to H. */
static void step(uint32_t v[8], unsigned j, const uint32_t *w)
{
    uint32_t t = rotate_left(j < 16 ? 0x79cc4519 : 0x7a879d8a, j % 32);
    uint32_t ss1 = rotate_left(rotate_left(v[0], 12) + v[4] + t, 7), ss2 = ss1 ^ rotate_left(v[0], 12);
    uint32_t tt1 = ff(j, v[0], v[1], v[2]) + v[3] + ss2 + (w[0] ^ w[4]);
    uint32_t tt2 = gg(j, v[4], v[5], v[6]) + v[7] + ss1 + w[0];

    memmove(v + 1, v, 7 * sizeof(v[0]));
    v[0] = tt1;
    v[2] = rotate_left(v[2], 9);
    v[4] = p0(tt2);
    v[6] = rotate_left(v[6], 19);
}

static void compress_block(uint32_t state[8], const uint32_t w[68])
{
    uint32_t v[8];

    memcpy(v, state, sizeof(v));
    for (unsigned j = 0; j < 64; j++)
        step(v, j, w + j);
    for (unsigned i = 0; i < 8; i++)
        state[i] ^= v[i];
    ab_wipe(v, sizeof(v));
}

void ab_sm3_compress_portable(uint32_t *state, const uint8_t *in, size_t num_blocks)
{
    uint32_t w[68];

    for (; num_blocks > 0; num_blocks--, in += 64) {
        expand(w, in);
        compress_block(state, w);
    }
    ab_wipe(w, sizeof(w));
}
