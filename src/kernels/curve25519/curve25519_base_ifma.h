/*
 * Multiples of the base point of Ed25519 with eight lanes of AVX-512 IFMA: those of digits at even and at odd places side by
 * side.
 */
#ifndef AB_KERNELS_CURVE25519_BASE_IFMA_H
#define AB_KERNELS_CURVE25519_BASE_IFMA_H

#include <stdint.h>

/* Limb i of X, Y, Z, T of two points, as curve25519_x4_template.h has them. */
struct ab_curve25519_pair {
    _Alignas(64) uint64_t limb[5][8];
};

/* The sums over i of d[2i] 256^i and of d[2i + 1] 256^i times the base point, for the signed digits d of scalar < 2^255. */
void ab_curve25519_base_ifma(struct ab_curve25519_pair *sums, const uint8_t scalar[32]);

#endif
