/* BLAKE2 in the form of RFC 7693 sec. 3.1 and 3.2. */
#include <string.h>

#include "ct/ct.h"
#include "kernels/blake2/blake2_sigma.h"

enum { WORD_BITS = 8 * sizeof(word) };

static word rotate_right(word x, unsigned n)
{
    return x >> n | x << (WORD_BITS - n);
}

static void g(word v[16], unsigned a, unsigned b, unsigned c, unsigned d, word x, word y)
{
    v[a] += v[b] + x;
    v[d] = rotate_right(v[d] ^ v[a], R1);
    v[c] += v[d];
    v[b] = rotate_right(v[b] ^ v[c], R2);
    v[a] += v[b] + y;
    v[d] = rotate_right(v[d] ^ v[a], R3);
    v[c] += v[d];
    v[b] = rotate_right(v[b] ^ v[c], R4);
}

static void do_round(word v[16], const word m[16], const uint8_t sigma[16])
{
    for (unsigned i = 0; i < 4; i++) /* columns */
        g(v, i, 4 + i, 8 + i, 12 + i, m[sigma[2 * i]], m[sigma[2 * i + 1]]);
    for (unsigned i = 0; i < 4; i++) /* diagonals */
        g(v, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, m[sigma[8 + 2 * i]], m[sigma[9 + 2 * i]]);
}

static void compress_block(word h[8], const word m[16], uint64_t num_bytes, int is_last)
{
    word v[16];

    memcpy(v, h, sizeof(v) / 2);
    memcpy(v + 8, iv, sizeof(v) / 2);
    v[12] ^= counter_low(num_bytes);
    v[13] ^= counter_high(num_bytes);
    v[14] ^= is_last ? (word)-1 : 0;
    for (unsigned i = 0; i < NUM_ROUNDS; i++)
        do_round(v, m, ab_blake2_sigma[i]);
    for (unsigned i = 0; i < 8; i++)
        h[i] ^= v[i] ^ v[i + 8];
    ab_wipe(v, sizeof(v));
}

void AB_SYMBOL(compress_portable)(word *state, const uint8_t *in, size_t num_blocks, uint64_t num_bytes, int is_last)
{
    word m[16];

    for (; num_blocks > 0; num_blocks--, in += sizeof(m), num_bytes += sizeof(m)) {
        memcpy(m, in, sizeof(m));
        compress_block(state, m, num_bytes, is_last);
    }
    ab_wipe(m, sizeof(m));
}
