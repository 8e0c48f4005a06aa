/* Small operations on single blocks, inline: they stand beside the cipher in every short message. */
#ifndef AB_CRYPTO_AES_BLOCK_H
#define AB_CRYPTO_AES_BLOCK_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Doubling in GF(2^128), big-endian as OCB (RFC 7253 sec. 2) and CMAC (SP 800-38B sec. 6.1) write it. out may be in. */
static inline void ab_aes_double(uint8_t out[16], const uint8_t in[16])
{
    uint64_t high, low, carry;

    memcpy(&high, in, 8);
    memcpy(&low, in + 8, 8);
    high = __builtin_bswap64(high);
    low = __builtin_bswap64(low);
    carry = high >> 63;
    high = __builtin_bswap64(high << 1 | low >> 63);
    low = __builtin_bswap64(low << 1 ^ ((0 - carry) & 0x87));
    memcpy(out, &high, 8);
    memcpy(out + 8, &low, 8);
}

/* out = a ^ b; out may be either. */
static inline void ab_aes_xor_block(uint8_t out[16], const uint8_t a[16], const uint8_t b[16])
{
    uint64_t x[2], y[2];

    memcpy(x, a, 16);
    memcpy(y, b, 16);
    x[0] ^= y[0];
    x[1] ^= y[1];
    memcpy(out, x, 16);
}

/* n = 0..16 bytes by loads and stores of fixed size, which overlap in the middle. */
static inline void ab_aes_copy_part(uint8_t *to, const uint8_t *from, size_t n)
{
    if (n >= 8) {
        memcpy(to, from, 8);
        memcpy(to + n - 8, from + n - 8, 8);
        return;
    }
    if (n >= 4) {
        memcpy(to, from, 4);
        memcpy(to + n - 4, from + n - 4, 4);
        return;
    }
    for (size_t i = 0; i < n; i++)
        to[i] = from[i];
}

static inline void ab_aes_wipe_block(uint8_t block[16])
{
    memset(block, 0, 16);
    __asm__ volatile("" : : "r"(block) : "memory");
}

#endif
