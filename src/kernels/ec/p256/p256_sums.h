/*
 * What p256_ifma.c leaves to p256_adx.c, or on 32-bit x86 to p256_i686.c: sums of points that may be equal, and the
 * conversions at both ends. Points are X, Y, Z of p256_field.h; x and y are coordinates in plain form.
 */
#ifndef AB_KERNELS_EC_P256_SUMS_H
#define AB_KERNELS_EC_P256_SUMS_H

#include "kernels/ec/p256/p256_field.h"

/* The elements for the coordinates (x, y). Secret. */
struct affine ab_p256_from_words(const uint64_t *x, const uint64_t *y);
/*
 * (x, y) := p + q, or its negative if the mask is all ones, for points that may be equal but are neither opposite nor
 * infinity. y may be NULL. Secret.
 */
void ab_p256_sum(uint64_t *x, uint64_t *y, const struct fe p[3], const struct fe q[3], uint64_t negative);
/*
 * (x, y) := even + odd + the highest digit of K, which ab_p256_base_ifma leaves out, or its negative. y may be NULL.
 * Secret.
 */
void ab_p256_base_sum(uint64_t *x, uint64_t *y, const struct fe even[3], const struct fe odd[3],
                      const uint64_t digits[NUM_WORDS + 1], uint64_t negative);
/* Return 1 if p is finite and its x-coordinate is r modulo the order. Public. */
int ab_p256_has_remainder(const struct fe p[3], const uint64_t *r);

#endif
