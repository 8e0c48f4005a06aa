/*
 * The contract of the kernels of the curves behind X448 and Ed448 (RFC 7748 sec. 4.2, RFC 8032 sec. 5.2).
 *
 * Values     Scalars are 56 bytes, little-endian. A u-coordinate is 56 bytes (RFC 7748 sec. 5), an encoded point of
 *            edwards448 is 57 bytes (RFC 8032 sec. 5.2.2). B is the base point.
 * Memory     No alignment is needed; out may be the same array as an input.
 * Secrecy    Running time and memory accesses depend on no argument, except in check, which is public. Secrets are
 *            wiped from the stack.
 */
#ifndef AB_KERNELS_CURVE448_KERNELS_H
#define AB_KERNELS_CURVE448_KERNELS_H

#include <stdint.h>

#include "cpu/needs.h"

struct ab_curve448_kernels {
    struct ab_needs needs;

    /* out := the u-coordinate of scalar times the point with u-coordinate u, RFC 7748 sec. 5; u need not be below p. */
    void (*ladder)(uint8_t out[56], const uint8_t scalar[56], const uint8_t u[56]);
    /* out := scalar B for a scalar below 2^446, as a u-coordinate (base_u) and as an encoded point (base_point). */
    void (*base_u)(uint8_t out[56], const uint8_t scalar[56]);
    void (*base_point)(uint8_t out[57], const uint8_t scalar[56]);
    /*
     * Return 1 if 4 (s B - h A - R) is the neutral point for the encoded points a and r, s and h below 2^446; 0 if not,
     * or if a or r is no point. Public.
     */
    int (*check)(const uint8_t r[57], const uint8_t s[56], const uint8_t h[56], const uint8_t a[57]);
};

extern const struct ab_curve448_kernels ab_curve448_portable; /* C; the oracle of the others in tests */
extern const struct ab_curve448_kernels ab_curve448_bmi2;     /* the same with MULX */
extern const struct ab_curve448_kernels ab_curve448_ifma;     /* AVX-512 IFMA */

#endif
