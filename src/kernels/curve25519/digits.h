/* Scalars cut into digits that may be negative, so that a table needs half the entries. */
#ifndef AB_KERNELS_CURVE25519_DIGITS_H
#define AB_KERNELS_CURVE25519_DIGITS_H

#include <stdint.h>
#include <string.h>

enum { NUM_DIGITS = 64, NUM_BITS = 256 };

/*
 * Digits of four bits, from -8 to 8: scalar = sum of e[i] 16^i. scalar is below 2^255, so the last one stays below 8.
 */
static void signed_digits(int8_t e[NUM_DIGITS], const uint8_t scalar[32])
{
    int carry = 0;

    for (unsigned i = 0; i < NUM_DIGITS; i++) {
        int digit = (scalar[i / 2] >> i % 2 * 4 & 15) + carry;

        carry = (digit + 8) >> 4;
        e[i] = (int8_t)(digit - carry * 16);
    }
    e[NUM_DIGITS - 1] = (int8_t)(e[NUM_DIGITS - 1] + carry * 16);
}

/*
 * Odd digits below 2^(window - 1) in magnitude, at least window - 1 zeros between them: scalar = sum of e[i] 2^i
 * (non-adjacent form of that width). scalar is below 2^253.
 */
static void sparse_digits(int8_t e[NUM_BITS], const uint8_t scalar[32], int window)
{
    uint64_t w[5] = { 0 };
    int carry = 0;

    memcpy(w, scalar, 32);
    memset(e, 0, NUM_BITS);
    for (unsigned i = 0; i < NUM_BITS;) {
        uint64_t bits = w[i / 64] >> i % 64 | (i % 64 == 0 ? 0 : w[i / 64 + 1] << (64 - i % 64));
        int digit = (int)(bits & ((1u << window) - 1)) + carry;

        if ((digit & 1) == 0) {
            i++;
            continue;
        }
        carry = digit >> (window - 1);
        e[i] = (int8_t)(digit - (carry << window));
        i += (unsigned)window;
    }
}

/* Where the multiple of an odd digit stands in a table of 1, 3, 5 ... times a point. */
static inline unsigned place_of(int digit)
{
    return (unsigned)(digit < 0 ? -digit : digit) / 2;
}

#endif
