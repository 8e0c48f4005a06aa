/* SHA-256 in the form of FIPS 180-4 sec. 6.2.2. */
#include <string.h>

#include "ct/ct.h"
#include "kernels/sha/sha_kernels.h"

_Alignas(64) const uint32_t ab_sha256_k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static inline uint32_t rotate_right(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}
static inline uint32_t ch(uint32_t x, uint32_t y, uint32_t z)
{
    return (x & y) ^ (~x & z);
}
static inline uint32_t maj(uint32_t x, uint32_t y, uint32_t z)
{
    return (x & y) ^ (x & z) ^ (y & z);
}
static inline uint32_t big_sigma0(uint32_t x)
{
    return rotate_right(x, 2) ^ rotate_right(x, 13) ^ rotate_right(x, 22);
}
static inline uint32_t big_sigma1(uint32_t x)
{
    return rotate_right(x, 6) ^ rotate_right(x, 11) ^ rotate_right(x, 25);
}
static inline uint32_t small_sigma0(uint32_t x)
{
    return rotate_right(x, 7) ^ rotate_right(x, 18) ^ x >> 3;
}
static inline uint32_t small_sigma1(uint32_t x)
{
    return rotate_right(x, 17) ^ rotate_right(x, 19) ^ x >> 10;
}

static uint32_t load_be32(const uint8_t *p)
{
    uint32_t x;

    memcpy(&x, p, sizeof(x));
    return __builtin_bswap32(x);
}

static void expand(uint32_t w[64], const uint8_t *in)
{
    for (unsigned t = 0; t < 16; t++)
        w[t] = load_be32(in + 4 * t);
    for (unsigned t = 16; t < 64; t++)
        w[t] = small_sigma1(w[t - 2]) + w[t - 7] + small_sigma0(w[t - 15]) + w[t - 16];
}

static void compress_block(uint32_t state[8], const uint32_t w[64])
{
    uint32_t s[8]; /* a, b, c, d, e, f, g, h */

    memcpy(s, state, sizeof(s));
    for (unsigned t = 0; t < 64; t++) {
        uint32_t t1 = s[7] + big_sigma1(s[4]) + ch(s[4], s[5], s[6]) + ab_sha256_k[t] + w[t];
        uint32_t t2 = big_sigma0(s[0]) + maj(s[0], s[1], s[2]);

        memmove(s + 1, s, 7 * sizeof(s[0]));
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (unsigned i = 0; i < 8; i++)
        state[i] += s[i];
    ab_wipe(s, sizeof(s));
}

void ab_sha256_compress_portable(uint32_t state[8], const uint8_t *in, size_t num_blocks)
{
    uint32_t w[64];

    for (; num_blocks > 0; num_blocks--, in += 64) {
        expand(w, in);
        compress_block(state, w);
    }
    ab_wipe(w, sizeof(w));
}
