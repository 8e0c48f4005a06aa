/* Arithmetic modulo m < 2^62 in one word, in constant time. */
#ifndef AB_KERNELS_SCHNORR_WORDS_H
#define AB_KERNELS_SCHNORR_WORDS_H

#include "ct/ct.h"

/* Return a mod m for a < 2 m. */
static inline uint64_t ab_schnorr_reduce(uint64_t a, uint64_t m)
{
    return a - (~ab_ct_lt(a, m) & m);
}

/* Return a b + c mod m for a, c < m and b < 2^62: double and add from the highest bit of b. */
static inline uint64_t ab_schnorr_mul_add(uint64_t a, uint64_t b, uint64_t c, uint64_t m)
{
    uint64_t r = 0;

    for (int i = 61; i >= 0; i--) {
        r = ab_schnorr_reduce(2 * r, m);
        r = ab_schnorr_reduce(r + (ab_ct_barrier(0 - (b >> i & 1)) & a), m);
    }
    return ab_schnorr_reduce(r + c, m);
}

#endif
