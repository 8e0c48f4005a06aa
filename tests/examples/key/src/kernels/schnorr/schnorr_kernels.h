/*
 * The contract of the kernels of the group behind the Schnorr signatures: the powers mod the prime p = 2 q + 1.
 *
 * Secrecy    Running time and memory accesses depend on no argument. Secrets are wiped from the stack.
 */
#ifndef AB_KERNELS_SCHNORR_KERNELS_H
#define AB_KERNELS_SCHNORR_KERNELS_H

#include <stdint.h>

#include "cpu/needs.h"

#define AB_SCHNORR_P 0x3fffffffffffd6bbu
#define AB_SCHNORR_Q 0x1fffffffffffeb5du
enum { AB_SCHNORR_BITS = 61 }; /* of q */

struct ab_schnorr_kernels {
    struct ab_needs needs;

    /* Return base^exponent mod p for base < p and exponent < 2^61. */
    uint64_t (*power)(uint64_t base, uint64_t exponent);
};

extern const struct ab_schnorr_kernels ab_schnorr_scalar;   /* Montgomery products */
extern const struct ab_schnorr_kernels ab_schnorr_portable; /* additions alone; the oracle of the other in tests */

#endif
