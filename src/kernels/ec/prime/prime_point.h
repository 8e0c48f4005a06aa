/*
 * Points of a curve that is data, for the shared body: Jacobian coordinates (X / Z^2, Y / Z^3), infinity having Z = 0.
 * Results may lie on arguments. Points are secret, unless a function says otherwise.
 */
#ifndef AB_KERNELS_EC_PRIME_POINT_H
#define AB_KERNELS_EC_PRIME_POINT_H

#include "kernels/ec/prime/prime_field.h"

struct ab_prime_point {
    ab_prime_element x, y, z;
};

/* How the arguments of a sum differ: H = U2 - U1 and R = S2 - S1, both 0 if the points are equal. */
struct ab_prime_difference {
    ab_prime_element h, r;
};

/* r = 2 p. */
void ab_prime_double(const struct ab_prime *f, struct ab_prime_point *r, const struct ab_prime_point *p);
/* r = p + q for finite, different points that are not opposite; q not on r. Opposite points give infinity. */
void ab_prime_sum(const struct ab_prime *f, struct ab_prime_point *r, const struct ab_prime_point *p,
                  const struct ab_prime_point *q, struct ab_prime_difference *d);
/* p += q for any points. Public. */
void ab_prime_add_public(const struct ab_prime *f, struct ab_prime_point *p, const struct ab_prime_point *q);
/* table[i] = (2 i + 1) p. */
void ab_prime_odd_multiples(const struct ab_prime *f, struct ab_prime_point *table, unsigned num,
                            const struct ab_prime_point *p);

/* The point with these coordinates in plain form, and the base point. */
void ab_prime_from_affine(const struct ab_prime *f, struct ab_prime_point *p, const uint64_t *x, const uint64_t *y);
void ab_prime_base_point(const struct ab_prime *f, struct ab_prime_point *p);
/* The coordinates of p in plain form, with -y for y if `negative` is all ones; zeros for infinity. y may be NULL. */
void ab_prime_to_affine(const struct ab_prime *f, uint64_t *x, uint64_t *y, const struct ab_prime_point *p,
                        uint64_t negative);

/* r = x^3 + a x + b. */
void ab_prime_right_side(const struct ab_prime *f, uint64_t *r, const uint64_t *x);

#endif
