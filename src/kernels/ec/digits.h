/* Scalars cut into odd digits, positive and negative, so that a table needs half the entries and none of them is 0. */
#ifndef AB_KERNELS_EC_DIGITS_H
# define AB_KERNELS_EC_DIGITS_H

# include "kernels/bignum/digits.h"
# include "kernels/ec/words.h"

/*
 * An odd scalar k is the sum of d[i] 2^(w i) over num digits of w bits, each odd and below 2^w in magnitude: with K = (k
 * - 1) / 2 + 2^(w num - 1) and its digits b[i] of w bits, d[i] = 2 b[i] - (2^w - 1). So the highest bit of b[i] is the
 * sign, and the others, inverted if that is 0, say which of 1, 3, 5 ... it is.
 */
struct digit {
    uint64_t negative; /* mask */
    unsigned place;    /* of the magnitude in a table of 1, 3, 5 ... times a point */
};

/* k or n - k, whichever is odd, n being odd; and a mask of whether it is n - k. */
INLINE uint64_t make_odd(uint64_t *r, const uint64_t *k, const uint64_t *n, unsigned num_words)
{
    uint64_t even = ab_ct_barrier((k[0] & 1) - 1), negated[AB_EC_MAX_WORDS];

    words_sub(negated, n, k, num_words);
    words_select(r, even, negated, k, num_words);
    ab_wipe(negated, num_words * sizeof(*negated));
    return even;
}

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

#endif
