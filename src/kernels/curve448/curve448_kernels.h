/*
 * The contract of the kernels of the curves behind X448 and Ed448 (RFC 7748 sec. 4.2, RFC 8032 sec. 5.2).
 *
 * Scalars are 56 bytes little-endian. A u-coordinate is 56 bytes (RFC 7748 sec. 5), an encoded point of edwards448 57 (RFC 8032
 * sec. 5.2.2). Nothing needs alignment; out may lie on any input. Time depends on no argument, but that of check, all of whose
 * arguments are public. What is left on the stack is wiped.
 */
#ifndef AB_KERNELS_CURVE448_KERNELS_H
#define AB_KERNELS_CURVE448_KERNELS_H

#include <stdint.h>

#include "cpu/needs.h"

struct ab_curve448_kernels {
    struct ab_needs needs;

    /* The u-coordinate of scalar times the point of this u, any value below 2^448. */
    void (*ladder)(uint8_t out[56], const uint8_t scalar[56], const uint8_t u[56]);
    /* scalar, below 2^446, times the base point: as a u-coordinate and as a point of edwards448. */
    void (*base_u)(uint8_t out[56], const uint8_t scalar[56]);
    void (*base_point)(uint8_t out[57], const uint8_t scalar[56]);
    /* 1 if 4 (s B - h A - R) is the neutral point, for the encoded points a and r; 0 too if one is none. s and h below 2^446. */
    int (*check)(const uint8_t r[57], const uint8_t s[56], const uint8_t h[56], const uint8_t a[57]);
};

extern const struct ab_curve448_kernels ab_curve448_portable; /* C; the oracle of the others */
extern const struct ab_curve448_kernels ab_curve448_bmi2;     /* the same with MULX */
extern const struct ab_curve448_kernels ab_curve448_ifma;     /* AVX-512 IFMA */

#endif
