/*
 * Montgomery's product and square with MULX and ADX, for files compiled for these. "Almost": factors and results are
 * below R, but not always below n (S. Gueron, "Efficient software implementations of modular exponentiation", 2012).
 */
#ifndef AB_KERNELS_MONT_ADX_H
#define AB_KERNELS_MONT_ADX_H

#include "kernels/bignum/adx_words.h"
#include "kernels/bignum/bignum_kernels.h"

enum { ADX_BLOCK = 8 };

static inline void almost_mul_adx(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *n,
                                  uint64_t n_inverse, size_t num_words)
{
    uint64_t t[2 * AB_BIGNUM_MAX_WORDS];

    ab_words_mul_adx(t, a, b, num_words / ADX_BLOCK);
    ab_mont_reduce_adx(r, t, n, n_inverse, num_words / ADX_BLOCK);
}

static inline void almost_sqr_adx(uint64_t *r, const uint64_t *a, const uint64_t *n, uint64_t n_inverse,
                                  size_t num_words)
{
    uint64_t t[2 * AB_BIGNUM_MAX_WORDS];

    ab_words_sqr_adx(t, a, num_words / ADX_BLOCK);
    ab_mont_reduce_adx(r, t, n, n_inverse, num_words / ADX_BLOCK);
}

#endif
