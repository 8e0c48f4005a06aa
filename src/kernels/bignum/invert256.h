/*
 * Inverses modulo odd numbers of up to 256 bits, in constant time: D. J. Bernstein and B.-Y. Yang, "Fast constant-time
 * gcd computation and modular inversion", 2019, with P. Wuille's start at 1/2, for which 590 division steps are enough.
 */
#ifndef AB_KERNELS_INVERT256_H
#define AB_KERNELS_INVERT256_H

#include <stdint.h>

enum { AB_INVERT256_LIMBS = 5 };

/* A modulus m: limbs of 62 bits with signs, the lowest first, and 1/m modulo 2^62. */
struct ab_invert256_modulus {
    int64_t limb[AB_INVERT256_LIMBS];
    uint64_t inverse;
};

/* r = 1/a modulo m, for 0 < a < m; 0 for 0. Words least significant first; a and r are secret; r may be a. */
void ab_invert256(uint64_t r[4], const uint64_t a[4], const struct ab_invert256_modulus *m);

#endif
