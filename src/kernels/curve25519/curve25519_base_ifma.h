/*
 * Multiples of the base point of Ed25519 with AVX-512 IFMA: two points at once, four elements each, one for digits at
 * even places and one for digits at odd places.
 */
#ifndef AB_KERNELS_CURVE25519_BASE_IFMA_H
#define AB_KERNELS_CURVE25519_BASE_IFMA_H

#include <stdint.h>

/* Limb i of X, Y, Z, T of two points in limb[i], as curve25519_x4_template.h has them; carried. */
struct ab_curve25519_pair {
    _Alignas(64) uint64_t limb[5][8];
};

/*
 * Compute the sums over i of d[2i] 256^i B and of d[2i + 1] 256^i B, for the signed digits d of scalar < 2^255. Secret.
 */
void ab_curve25519_base_ifma(struct ab_curve25519_pair *sums, const uint8_t scalar[32]);

#endif
