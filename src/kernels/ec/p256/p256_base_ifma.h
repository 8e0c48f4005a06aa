/*
 * Multiples of the base point of P-256 with eight lanes of AVX-512 IFMA: those of digits at even and at odd places side
 * by side.
 */
#ifndef AB_KERNELS_EC_P256_BASE_IFMA_H
#define AB_KERNELS_EC_P256_BASE_IFMA_H

#include "kernels/ec/p256/p256_field.h"

/*
 * From the digits of digits.h but the last, d[0] to d[BASE_DIGITS - 2]: the sums over i of d[2i] 2^(2wi) and of
 * d[2i + 1] 2^(w (2i + 1)) times the base point, w = BASE_WINDOW; X, Y, Z of each. Both have ascending odd digits, so no
 * two points that are added are equal or opposite.
 */
void ab_p256_base_ifma(struct fe even[3], struct fe odd[3], const uint64_t digits[NUM_WORDS + 1]);

#endif
