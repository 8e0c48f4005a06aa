/*
 * The body of code that most curves share: the functions of struct ab_ec_kernels (kernels/ec/ec_kernels.h, which has
 * their contract), with the curve as the last argument. A curve's own functions, made by CMake
 * (prime_entries_template.h), add it.
 */
#ifndef AB_KERNELS_EC_PRIME_KERNELS_H
#define AB_KERNELS_EC_PRIME_KERNELS_H

#include "kernels/ec/prime/prime_field.h"

void ab_prime_base(uint64_t *x, uint64_t *y, const uint64_t *scalar, const struct ab_prime *f);
void ab_prime_multiply(uint64_t *x, uint64_t *y, const uint64_t *scalar, const uint64_t *px, const uint64_t *py,
                       const struct ab_prime *f);
int ab_prime_check(const uint64_t *u, const uint64_t *v, const uint64_t *qx, const uint64_t *qy, const uint64_t *r,
                   const struct ab_prime *f);
int ab_prime_is_on_curve(const uint64_t *x, const uint64_t *y, const struct ab_prime *f);
int ab_prime_decompress(uint64_t *y, const uint64_t *x, unsigned is_odd, const struct ab_prime *f);

#endif
