/*
 * Powers by vectors of digits: what the kernels of one instruction set and size bring, and what they share
 * (power_vector.c).
 *
 * A number is cut into lanes of lane_bits, and these into num_digits digits of digit_bits. Digit k of lane l lies in
 * lane l of vector k. A vector holds one number, or several side by side, each with a modulus of its own: num_lanes /
 * width lanes each. With more than one lane a number, the highest digit of a lane has a bit to spare, so that carries
 * need not go through more than one lane: lane_bits = digit_bits num_digits - 1.
 *
 * R = 2^(lane_bits lanes_of_one) is above 2^8 n. A product is a b / R and what the reduction adds: less than n for
 * whole lanes, 2 n for digits and n for the last digit. So it is below 5 n for a, b < 16 n, since a b / R < n. Once, in
 * fill_table of power_vector.c, b is a power of two instead, R / 2 at most, and a < 5 n: then it is below 6.5 n.
 */
#ifndef AB_KERNELS_POWER_VECTOR_H
#define AB_KERNELS_POWER_VECTOR_H

#include "kernels/bignum/bignum_kernels.h"

/* Each array is as long as a number, but for n_inverse, which is one vector. All are aligned to vectors. */
struct ab_vector_modulus {
    const uint64_t *n;
    const uint64_t *by_digit; /* (n f + 1) / 2^digit_bits with f = -1/n modulo 2^digit_bits */
    /* The same for a whole lane: (n f + 1) / 2^lane_bits. Neither is used if a number has one lane only. */
    const uint64_t *by_lane;
    const uint64_t *n_inverse; /* -1/n modulo 2^digit_bits */
};

enum { AB_VECTOR_MAX_LANES = 8 };

struct ab_vector_method {
    unsigned digit_bits, num_digits, num_lanes, width;
    unsigned lanes_of_one; /* num_lanes / width */
    unsigned lane_bits;    /* digit_bits num_digits, less the spare bit */
    unsigned window;       /* bits of the exponent that a step takes */
    /* r = a b / R modulo n, below 5 n for a, b < 16 n. r may be a or b. All but the method is secret. */
    void (*mul)(uint64_t *r, const uint64_t *a, const uint64_t *b, const struct ab_vector_modulus *m);
    /*
     * r = r^(2^window) times entry index[l] of the table, for the number in lane l; both below 16 n, r then below 5 n.
     * Every entry is read.
     */
    void (*step)(uint64_t *r, const uint64_t *table, const uint64_t *index, const struct ab_vector_modulus *m);
};

/* Return the first method of the list, which ends in NULL, that suits moduli of num_words words; NULL if none does. */
const struct ab_vector_method *ab_vector_find(const struct ab_vector_method *const *v, size_t num_words);

/* As run of struct ab_power_kernels. */
int ab_vector_power(const struct ab_vector_method *v, const struct ab_power *p, size_t num_words, size_t num_bits);
/* As run_public. */
int ab_vector_power_public(const struct ab_vector_method *v, const struct ab_power *p, size_t num_words,
                           uint64_t exponent);

#endif
