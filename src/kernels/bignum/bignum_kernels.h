/*
 * The contract of the kernels for modular arithmetic with odd moduli of public length: RSA, DSA and Diffie-Hellman.
 *
 * Numbers are arrays of 64-bit words, the least significant first, of one length: num_words, 1 to AB_BIGNUM_MAX_WORDS.
 * R is 2^(64 num_words), and n_inverse is -1/n modulo 2^64. Nothing needs alignment. A result may be the same array as
 * an argument, but must not overlap one in part. All but lengths is secret: time and addresses depend on num_words and
 * num_bits alone. Exponentiations wipe what they leave on the stack; products and squares do not.
 */
#ifndef AB_KERNELS_BIGNUM_KERNELS_H
#define AB_KERNELS_BIGNUM_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "cpu/needs.h"

enum { AB_BIGNUM_MAX_WORDS = 256 }; /* 16384 bits */

/* Montgomery arithmetic of one instruction set, for every length. */
struct ab_bignum_kernels {
    struct ab_needs needs;

    /* r = a b / R modulo n, for b < n and any a; r < n. */
    void (*mont_mul)(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *n, uint64_t n_inverse,
                     size_t num_words);
    /* r = a^2 / R modulo n, for a < n; r < n. */
    void (*mont_sqr)(uint64_t *r, const uint64_t *a, const uint64_t *n, uint64_t n_inverse, size_t num_words);
};

/*
 * One power: result = base^exponent modulo n, in plain form, for base < n; result < n. rr is R^2 modulo n, n_inverse
 * -1/n modulo 2^64. All arrays have num_words words.
 */
struct ab_power {
    uint64_t *result;
    const uint64_t *base, *exponent, *n, *rr;
    uint64_t n_inverse;
};

/*
 * Exponentiation with a secret exponent: fixed windows, and a table of powers of which every entry is read for each
 * window. Of the num_words words of the exponent only the lowest num_bits bits are used (public; at most 64 num_words).
 */
struct ab_power_kernels {
    struct ab_needs needs;

    int (*has_size)(size_t num_words); /* returns 1 if the method serves moduli of this length */
    size_t width;                      /* the powers of one call of run, all of one length: 1, 2, 4 or 8 */
    /* Compute p[0] to p[width - 1]. A result may be its base. Return 0 only without memory. */
    int (*run)(const struct ab_power *p, size_t num_words, size_t num_bits);
    int outruns_products; /* 1: a product within takes less than half as long as mont_mul */
    /*
     * Compute p[0] with this public exponent, odd and above 1, instead of p's. NULL: the products of struct
     * ab_bignum_kernels are as fast.
     */
    int (*run_public)(const struct ab_power *p, size_t num_words, uint64_t exponent);
};

extern const struct ab_bignum_kernels ab_bignum_adx, ab_bignum_portable;
extern const struct ab_power_kernels ab_power_portable, ab_power_adx, ab_power_adx_any, ab_power_avx2_pair,
    ab_power_avx2;
extern const struct ab_power_kernels ab_power_ifma_lanes, ab_power_ifma_pair, ab_power_ifma;

/* Fastest first, portable last; NULL ends the list. */
extern const struct ab_bignum_kernels *const ab_bignum_kernels_list[];
/*
 * In the order that was measured (see bignum_pick.c): use the first that the processor can run and that has the size.
 */
extern const struct ab_power_kernels *const ab_power_kernels_list[];

#endif
