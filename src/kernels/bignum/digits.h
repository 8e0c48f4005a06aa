/*
 * Scalars as signed digits, so that a table of multiples needs half the entries. Three forms:
 *
 *     signed_digits     from -8 to 8, in constant time                    Edwards curves: complete addition
 *     regular_digits    odd, so that none is 0, in constant time          Weierstrass curves
 *     sparse_digits     odd or 0, with zeros between, in variable time    verification
 */
#ifndef AB_KERNELS_BIGNUM_DIGITS_H
# define AB_KERNELS_BIGNUM_DIGITS_H

# include <stdint.h>
# include <string.h>

# include "ct/ct.h"
# include "kernels/inline.h"

enum { MAX_SPARSE_BYTES = 72 };

/* ---- signed digits ---- */

/*
 * Write num digits of four bits, each from -8 to 8: scalar, of num / 2 bytes, is the sum of e[i] 16^i. The highest bit
 * of the scalar must be 0, so that the last digit is at most 8. The scalar is secret.
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

/* All ones if the digit is negative, else 0. The digit is secret. */
static inline uint64_t sign_of(int digit)
{
    return ab_ct_mask((unsigned)digit >> 31);
}

/* The absolute value of a secret digit. */
static inline uint64_t magnitude_of(int digit)
{
    const int sign = (int)sign_of(digit);

    return (uint64_t)((digit ^ sign) - sign);
}

/* ---- regular digits ---- */

/*
 * An odd scalar k is the sum of d[i] 2^(w i) over num digits of w bits, each odd and below 2^w in magnitude: let K = (k
 * - 1) / 2 + 2^(w num - 1) and let b[i] be the digits of w bits of K; then d[i] = 2 b[i] - (2^w - 1). So the highest
 * bit of b[i] is 1 for a positive digit, and the other bits, inverted for a negative one, are the place of the
 * magnitude among 1, 3, 5 ...
 */
struct digit {
    uint64_t negative; /* all ones for a negative digit, else 0 */
    unsigned place;    /* of the magnitude in a table of 1, 3, 5 ... times a point */
};

/*
 * Write K of the odd scalar k, which has num_words words, to num_words + 1 words. num_bits is w num, at most 64
 * num_words + 64; k is below 2^num_bits and secret.
 */
INLINE void regular_digits(uint64_t *r, const uint64_t *k, unsigned num_words, unsigned num_bits)
{
    UNROLL for (unsigned i = 0; i < num_words; i++)
        r[i] = k[i] >> 1 | (i + 1 < num_words ? k[i + 1] << 63 : 0);
    r[num_words] = 0;
    r[(num_bits - 1) / 64] |= (uint64_t)1 << (num_bits - 1) % 64;
}

/* Return the digit of w bits that begins at this bit of K. The bit is public, K and the digit are secret. */
INLINE struct digit regular_digit(const uint64_t *r, unsigned bit, unsigned w)
{
    uint64_t b = r[bit / 64] >> bit % 64;
    struct digit d;

    if (bit % 64 + w > 64)
        b |= r[bit / 64 + 1] << (64 - bit % 64);
    d.negative = ab_ct_barrier((b >> (w - 1) & 1) - 1);
    d.place = (unsigned)((b ^ d.negative) & (((uint64_t)1 << (w - 1)) - 1));
    return d;
}

/* ---- sparse digits ---- */

/*
 * Write num digits, odd and below 2^(window - 1) in magnitude or 0, with at least window - 1 zeros after each odd one:
 * scalar, of num / 8 bytes and below 2^(num - 1), is the sum of e[i] 2^i (the non-adjacent form of width window, at
 * most 8). Return the number of digits up to the last that is not 0. The scalar is public.
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

/* The place of the magnitude of an odd digit in a table of 1, 3, 5 ... times a point. The digit is public. */
static inline unsigned place_of(int digit)
{
    return (unsigned)(digit < 0 ? -digit : digit) / 2;
}

#endif
