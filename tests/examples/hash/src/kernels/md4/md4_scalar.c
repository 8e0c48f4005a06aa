/* MD4 (RFC 1320 sec. 3.4), unrolled: the four words keep their registers, and the majority costs three operations. */
#include <string.h>

#include "ct/ct.h"
#include "kernels/md4/md4_kernels.h"

#define ROTATE(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define F(x, y, z) (((((y) ^ (z)) & (x)) ^ (z)))
#define G(x, y, z) (((x) & (y)) | (((x) | (y)) & (z)))
#define H(x, y, z) ((x) ^ (y) ^ (z))
#define STEP(f, k, a, b, c, d, i, s) a = ROTATE(a + f(b, c, d) + x[i] + (k), s)

/* Four steps with the words i, j, k and l. */
#define ROUND_1(i, j, k, l)                                             \
    STEP(F, 0, a, b, c, d, i, 3), STEP(F, 0, d, a, b, c, j, 7),         \
        STEP(F, 0, c, d, a, b, k, 11), STEP(F, 0, b, c, d, a, l, 19)
#define ROUND_2(i, j, k, l)                                                           \
    STEP(G, 0x5a827999, a, b, c, d, i, 3), STEP(G, 0x5a827999, d, a, b, c, j, 5),     \
        STEP(G, 0x5a827999, c, d, a, b, k, 9), STEP(G, 0x5a827999, b, c, d, a, l, 13)
#define ROUND_3(i, j, k, l)                                                           \
    STEP(H, 0x6ed9eba1, a, b, c, d, i, 3), STEP(H, 0x6ed9eba1, d, a, b, c, j, 9),     \
        STEP(H, 0x6ed9eba1, c, d, a, b, k, 11), STEP(H, 0x6ed9eba1, b, c, d, a, l, 15)

static void compress_block(uint32_t state[4], const uint32_t x[16])
{
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];

    ROUND_1(0, 1, 2, 3), ROUND_1(4, 5, 6, 7), ROUND_1(8, 9, 10, 11), ROUND_1(12, 13, 14, 15);
    ROUND_2(0, 4, 8, 12), ROUND_2(1, 5, 9, 13), ROUND_2(2, 6, 10, 14), ROUND_2(3, 7, 11, 15);
    ROUND_3(0, 8, 4, 12), ROUND_3(2, 10, 6, 14), ROUND_3(1, 9, 5, 13), ROUND_3(3, 11, 7, 15);
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

void ab_md4_compress_scalar(uint32_t *state, const uint8_t *in, size_t num_blocks)
{
    uint32_t x[16];

    for (; num_blocks > 0; num_blocks--, in += sizeof(x)) {
        memcpy(x, in, sizeof(x));
        compress_block(state, x);
    }
    ab_wipe(x, sizeof(x));
}
