/*
 * Inverses modulo odd numbers, in constant time: D. J. Bernstein and B.-Y. Yang, "Fast constant-time gcd computation
 * and modular inversion", 2019, with P. Wuille's start at 1/2. r = 1/a modulo m for a < m; r = 0 for a = 0. Numbers are
 * words, the least significant first. a and r are secret; r may be a. A modulus is its limbs of 62 bits, the lowest
 * first, and 1/m modulo 2^62. Requires gcd(a, m) = 1 or a = 0.
 */
#ifndef AB_KERNELS_INVERT_H
#define AB_KERNELS_INVERT_H

#include <stdint.h>

enum { AB_INVERT256_LIMBS = 5, AB_INVERT384_LIMBS = 7, AB_INVERT521_LIMBS = 9 };

struct ab_invert256_modulus {
    int64_t limb[AB_INVERT256_LIMBS];
    uint64_t inverse;
};
struct ab_invert384_modulus {
    int64_t limb[AB_INVERT384_LIMBS];
    uint64_t inverse;
};
struct ab_invert521_modulus {
    int64_t limb[AB_INVERT521_LIMBS];
    uint64_t inverse;
};

/* Moduli of up to 256, 384 and 521 bits. */
void ab_invert256(uint64_t r[4], const uint64_t a[4], const struct ab_invert256_modulus *m);
void ab_invert384(uint64_t r[6], const uint64_t a[6], const struct ab_invert384_modulus *m);
void ab_invert521(uint64_t r[9], const uint64_t a[9], const struct ab_invert521_modulus *m);

#endif
