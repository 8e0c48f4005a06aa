/*
 * GF(2^128) modulo x^128 + x^7 + x^2 + x + 1, the field of XTS (IEEE 1619-2018 sec. 5.2) and of GCM (SP 800-38D sec.
 * 6.3). Bit i of a gf128 is the coefficient of x^i. It is for the few products that join the parts of a message:
 * constant-time, but not fast.
 */
#ifndef AB_THREADS_GF128_H
#define AB_THREADS_GF128_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "kernels/wide.h"

typedef uint128 gf128;

/* Return a x. */
static inline gf128 gf128_double(gf128 a)
{
    return u128_xor(u128_left(a, 1), u128(0x87 & (0 - (unsigned)u128_low(u128_right(a, 127)))));
}

static inline gf128 gf128_mul(gf128 a, gf128 b)
{
    gf128 product = u128(0);

    for (unsigned i = 0; i < 128; i++) {
        const gf128 mask = u128_sub(u128(0), u128_and(u128_right(b, i), u128(1)));

        product = u128_xor(product, u128_and(a, mask));
        a = gf128_double(a);
    }
    return product;
}

/* Return a^n. n is public. */
static inline gf128 gf128_power(gf128 a, uint64_t n)
{
    gf128 power = u128(1);

    for (; n != 0; n >>= 1) {
        if ((n & 1) != 0)
            power = gf128_mul(power, a);
        a = gf128_mul(a, a);
    }
    return power;
}

/* XTS byte order: the lowest bit of the first byte is the coefficient of x^0. */
static inline gf128 gf128_load_xts(const uint8_t bytes[16])
{
    gf128 a;

    memcpy(&a, bytes, sizeof(a));
    return a;
}

static inline void gf128_store_xts(uint8_t bytes[16], gf128 a)
{
    memcpy(bytes, &a, sizeof(a));
}

/* XTS of GB/T 17964-2021: the highest bit of the first byte is the coefficient of x^0. */
static inline gf128 gf128_reverse_bits_of_bytes(gf128 a)
{
    uint8_t bytes[16];

    memcpy(bytes, &a, sizeof(a));
    for (unsigned i = 0; i < 16; i++) {
        unsigned b = bytes[i];

        b = (b & 0x55) << 1 | (b >> 1 & 0x55);
        b = (b & 0x33) << 2 | (b >> 2 & 0x33);
        bytes[i] = (uint8_t)(b << 4 | b >> 4);
    }
    memcpy(&a, bytes, sizeof(a));
    return a;
}

static inline gf128 gf128_reverse_bits(gf128 a)
{
    gf128 out = u128(0);

    for (unsigned i = 0; i < 128; i++)
        out = u128_or(u128_left(out, 1), u128_and(u128_right(a, i), u128(1)));
    return out;
}

/*
 * Byte order of the sums in src/crypto/aes/aes_gcm.c: GCM blocks with the bytes reversed, so that the highest bit is
 * the coefficient of x^0.
 */
static inline gf128 gf128_load_gcm(const uint8_t bytes[16])
{
    return gf128_reverse_bits(gf128_load_xts(bytes));
}

static inline void gf128_store_gcm(uint8_t bytes[16], gf128 a)
{
    gf128_store_xts(bytes, gf128_reverse_bits(a));
}

#endif
