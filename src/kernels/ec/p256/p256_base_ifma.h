/*
 * Multiples of the base point of P-256 with AVX-512 IFMA: two points at once, four elements each, one for digits at
 * even places and one for digits at odd places.
 */
#ifndef AB_KERNELS_EC_P256_BASE_IFMA_H
#define AB_KERNELS_EC_P256_BASE_IFMA_H

#include "kernels/ec/p256/p256_field.h"

/*
 * For the digits d of K (regular_digits) without the last, compute the sums over i of d[2i] 2^(2 w i) G and of d[2i +
 * 1] 2^(w (2i + 1)) G, w = BASE_WINDOW, and write X, Y, Z of each. In both, digits are odd and ascend, so no two points
 * that are added are equal or opposite. The digits are secret.
 */
void ab_p256_base_ifma(struct fe even[3], struct fe odd[3], const uint64_t digits[NUM_WORDS + 1]);

#endif
