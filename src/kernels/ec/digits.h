/* Scalars cut into odd digits, positive and negative, so that a table needs half the entries and none of them is 0. */
#ifndef AB_KERNELS_EC_DIGITS_H
#define AB_KERNELS_EC_DIGITS_H

#include <string.h>

#include "kernels/ec/words.h"

/*
 * An odd scalar k is the sum of d[i] 2^(w i) over num digits of w bits, each odd and below 2^w in magnitude: with K = (k
 * - 1) / 2 + 2^(w num - 1) and its digits b[i] of w bits, d[i] = 2 b[i] - (2^w - 1). So the highest bit of b[i] is the
 * sign, and the others, inverted if that is 0, say which of 1, 3, 5 ... it is.
 */
struct digit {
    uint64_t negative; /* mask */
    unsigned place;    /* of the magnitude in a table of 1, 3, 5 ... times a point */
};

/* k to K, in num_words words and one more; 64 num_words + 64 is at least w num. */
INLINE void regular_digits(uint64_t *r, const uint64_t *k, unsigned num_words, unsigned num_bits)
{
    UNROLL for (unsigned i = 0; i < num_words; i++)
        r[i] = k[i] >> 1 | (i + 1 < num_words ? k[i + 1] << 63 : 0);
    r[num_words] = 0;
    r[(num_bits - 1) / 64] |= (uint64_t)1 << (num_bits - 1) % 64;
}

/* The digit of w bits that begins at this bit of K. */
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

enum { MAX_SPARSE_DIGITS = 64 * AB_EC_MAX_WORDS + 1 };

/*
 * Odd digits below 2^(window - 1) in magnitude, at least window - 1 zeros between them: k = sum of e[i] 2^i
 * (non-adjacent form of that width), 64 num_words + 1 digits. k is public. Returns the number of digits up to the last
 * that is not 0.
 */
static inline unsigned sparse_digits(int8_t *e, const uint64_t *k, unsigned num_words, unsigned window)
{
    uint64_t w[AB_EC_MAX_WORDS + 2] = { 0 };
    unsigned num = 0;
    int carry = 0;

    memcpy(w, k, num_words * sizeof(*w));
    memset(e, 0, 64 * num_words + 1);
    for (unsigned i = 0; i <= 64 * num_words;) {
        uint64_t bits = w[i / 64] >> i % 64 | (i % 64 == 0 ? 0 : w[i / 64 + 1] << (64 - i % 64));
        int digit = (int)(bits & ((1u << window) - 1)) + carry;

        if ((digit & 1) == 0) {
            i++;
            continue;
        }
        carry = digit >> (window - 1);
        e[i] = (int8_t)(digit - (carry << window));
        num = i + 1;
        i += window;
    }
    return num;
}

#endif
