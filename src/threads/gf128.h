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

__extension__ typedef unsigned __int128 gf128;

/* Return a x. */
static inline gf128 gf128_double(gf128 a)
{
    return a << 1 ^ (gf128)(0x87 & (0 - (unsigned)(a >> 127)));
}

static inline gf128 gf128_mul(gf128 a, gf128 b)
{
    gf128 product = 0;

    for (unsigned i = 0; i < 128; i++) {
        product ^= a & (0 - (b >> i & 1));
        a = gf128_double(a);
    }
    return product;
}

/* Return a^n. n is public. */
static inline gf128 gf128_power(gf128 a, uint64_t n)
{
    gf128 power = 1;

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

static inline gf128 gf128_reverse_bits(gf128 a)
{
    gf128 out = 0;

    for (unsigned i = 0; i < 128; i++)
        out = out << 1 | (a >> i & 1);
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
