/* RIPEMD-160 in the form of its paper, appendix A. */
#include <string.h>

#include "ct/ct.h"
#include "kernels/ripemd/ripemd_kernels.h"
#include "kernels/ripemd/ripemd_tables.h"
#include "kernels/words32.h"

static uint32_t f(unsigned function, uint32_t x, uint32_t y, uint32_t z)
{
    switch (function) {
    case 0: return x ^ y ^ z;
    case 1: return (x & y) | (~x & z);
    case 2: return (x | ~y) ^ z;
    case 3: return (x & z) | (y & ~z);
    default: return x ^ (y | ~z);
    }
}

/* s: a, b, c, d, e. xk: the sum of the step's word and constant. */
static void step(uint32_t s[5], unsigned function, uint32_t xk, unsigned shift)
{
    uint32_t t = rotate_left(s[0] + f(function, s[1], s[2], s[3]) + xk, shift) + s[4];

    s[0] = s[4];
    s[4] = s[3];
    s[3] = rotate_left(s[2], 10);
    s[2] = s[1];
    s[1] = t;
}

static void compress_block(uint32_t h[5], const uint32_t x[16])
{
    uint32_t left[5], right[5], t;

    memcpy(left, h, sizeof(left));
    memcpy(right, h, sizeof(right));
    for (unsigned j = 0; j < AB_RIPEMD_STEPS; j++) {
        step(left, j / 16, x[ab_ripemd_word_left[j]] + ab_ripemd_k_left[j / 16], ab_ripemd_shift_left[j]);
        step(right, 4 - j / 16, x[ab_ripemd_word_right[j]] + ab_ripemd_k_right[j / 16], ab_ripemd_shift_right[j]);
    }
    t = h[1] + left[2] + right[3];
    h[1] = h[2] + left[3] + right[4];
    h[2] = h[3] + left[4] + right[0];
    h[3] = h[4] + left[0] + right[1];
    h[4] = h[0] + left[1] + right[2];
    h[0] = t;
    ab_wipe(left, sizeof(left));
    ab_wipe(right, sizeof(right));
}

void ab_ripemd160_compress_portable(uint32_t *state, const uint8_t *in, size_t num_blocks)
{
    uint32_t x[16];

    for (; num_blocks > 0; num_blocks--, in += sizeof(x)) {
        memcpy(x, in, sizeof(x));
        compress_block(state, x);
    }
    ab_wipe(x, sizeof(x));
}
