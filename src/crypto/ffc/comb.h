/*
 * Powers of a fixed base by a comb: C. H. Lim and P. J. Lee, "More flexible exponentiation with precomputation", 1994.
 *
 * The bits of the exponent are cut into COMB_TEETH rows of `columns` bits, and each row into COMB_PARTS pieces. A table
 * for each piece holds the products of the powers base^(2^(row columns + piece spacing)) for every choice of rows. So
 * one bit of every row costs one product, and COMB_PARTS products share one square. An exponent of n bits takes n/16
 * squares and n/4 products, a quarter of what it takes without a table; the table costs about n squares and 44
 * products.
 */
#ifndef AB_CRYPTO_FFC_COMB_H
#define AB_CRYPTO_FFC_COMB_H

#include <stddef.h>
#include <stdint.h>

#include "crypto/bignum/bignum.h"

enum { AB_COMB_TEETH = 4, AB_COMB_PARTS = 4, AB_COMB_ENTRIES = 1 << AB_COMB_TEETH };

struct ab_comb {
    size_t num_bits;  /* exponents have at most this many */
    size_t spacing;   /* bits of a piece of a row */
    uint64_t table[]; /* AB_COMB_PARTS times AB_COMB_ENTRIES numbers of the modulus, in Montgomery form */
};

/* Make a comb for base < n, which is public. Return NULL without memory. Release it by free(). */
struct ab_comb *ab_comb_new(const struct ab_modulus *m, const uint64_t *base, size_t num_bits);

struct ab_comb_power {
    const struct ab_comb *comb;
    const uint64_t *exponent; /* m->num_words words, below 2^num_bits */
};

/*
 * r = base^exponent modulo n, in plain form. The exponent is secret: every entry of a table is read each time. Return 0
 * without memory.
 */
int ab_comb_exp(const struct ab_modulus *m, uint64_t *r, const struct ab_comb_power *p);

/* r = the product of two powers, of combs of the same num_bits. All is public. */
int ab_comb_exp_joint_public(const struct ab_modulus *m, uint64_t *r, const struct ab_comb_power p[2]);

#endif
