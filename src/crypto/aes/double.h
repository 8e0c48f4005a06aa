/* Doubling in GF(2^128) as OCB (RFC 7253 sec. 2) and CMAC (SP 800-38B sec. 6.1) write it: big-endian, x^7 + x^2 + x + 1. */
#ifndef AB_CRYPTO_AES_DOUBLE_H
#define AB_CRYPTO_AES_DOUBLE_H

#include <stdint.h>
#include <string.h>

/* out may be in. */
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

#endif
