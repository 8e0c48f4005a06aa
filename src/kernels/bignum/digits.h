/* Scalars cut into digits that may be negative, so that a table needs half the entries. */
#ifndef AB_KERNELS_BIGNUM_DIGITS_H
#define AB_KERNELS_BIGNUM_DIGITS_H

#include <stdint.h>
#include <string.h>

enum { MAX_SPARSE_BYTES = 72 };

/*
 * num digits of four bits, from -8 to 8: scalar, of num / 2 bytes, is the sum of e[i] 16^i. Its highest bit is 0, so the last
 * digit is no more than 8. In constant time.
 */
static inline void signed_digits(int8_t *e, unsigned num, const uint8_t *scalar)
{
    int carry = 0;

    for (unsigned i = 0; i < num; i++) {
        int digit = (scalar[i / 2] >> i % 2 * 4 & 15) + carry;

        carry = (digit + 8) >> 4;
        e[i] = (int8_t)(digit - carry * 16);
    }
    e[num - 1] = (int8_t)(e[num - 1] + carry * 16);
}

/* A mask of whether it is negative, and its magnitude; in constant time. */
static inline uint64_t sign_of(int digit)
{
    return 0 - (uint64_t)((unsigned)digit >> 31);
}

static inline uint64_t magnitude_of(int digit)
{
    const int sign = (int)sign_of(digit);

    return (uint64_t)((digit ^ sign) - sign);
}

/*
 * Odd digits below 2^(window - 1) in magnitude, at least window - 1 zeros between them: scalar, of num / 8 bytes and below
 * 2^(num - 1), is the sum of e[i] 2^i (non-adjacent form of that width, at most 8). The scalar is public. Returns the number of
 * digits up to the last that is not 0.
 */
static inline unsigned sparse_digits(int8_t *e, unsigned num, const void *scalar, unsigned window)
{
    uint8_t padded[MAX_SPARSE_BYTES + 2] = { 0 };
    unsigned end = 0;
    int carry = 0;

    memcpy(padded, scalar, num / 8);
    memset(e, 0, num);
    for (unsigned i = 0; i < num;) {
        unsigned bits = (padded[i / 8] | (unsigned)padded[i / 8 + 1] << 8) >> i % 8;
        int digit = (int)(bits & ((1u << window) - 1)) + carry;

        if ((digit & 1) == 0) {
            i++;
            continue;
        }
        carry = digit >> (window - 1);
        e[i] = (int8_t)(digit - (carry << window));
        end = i + 1;
        i += window;
    }
    return end;
}

/* Where the multiple of an odd digit stands in a table of 1, 3, 5 ... times a point. */
static inline unsigned place_of(int digit)
{
    return (unsigned)(digit < 0 ? -digit : digit) / 2;
}

#endif
