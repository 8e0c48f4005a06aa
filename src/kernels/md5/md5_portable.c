/* MD5 in the form of RFC 1321 sec. 3.4. */
#include <string.h>

#include "ct/ct.h"
#include "kernels/md5/md5_kernels.h"
#include "kernels/md5/md5_tables.h"
#include "kernels/words32.h"

static uint32_t f(unsigned function, uint32_t x, uint32_t y, uint32_t z)
{
    switch (function) {
    case 0: return (x & y) | (~x & z);
    case 1: return (x & z) | (y & ~z);
    case 2: return x ^ y ^ z;
    default: return y ^ (x | ~z);
    }
}

/* s: a, b, c, d. */
static void step(uint32_t s[4], unsigned i, uint32_t word)
{
    uint32_t sum = s[0] + f(i / 16, s[1], s[2], s[3]) + word + ab_md5_t[i];

    s[0] = s[3];
    s[3] = s[2];
    s[2] = s[1];
    s[1] += rotate_left(sum, ab_md5_shift[i / 16][i % 4]);
}

static void compress_block(uint32_t state[4], const uint32_t x[16])
{
    uint32_t s[4];

    memcpy(s, state, sizeof(s));
    for (unsigned i = 0; i < AB_MD5_STEPS; i++)
        step(s, i, x[ab_md5_word[i]]);
    for (unsigned i = 0; i < 4; i++)
        state[i] += s[i];
    ab_wipe(s, sizeof(s));
}

void ab_md5_compress_portable(uint32_t *state, const uint8_t *in, size_t num_blocks)
{
    uint32_t x[16];

    for (; num_blocks > 0; num_blocks--, in += sizeof(x)) {
        memcpy(x, in, sizeof(x));
        compress_block(state, x);
    }
    ab_wipe(x, sizeof(x));
}
