/*
 * The curves of prime order, or with a small cofactor, that share one body of code (prime_kernels.h): what it needs of
 * each curve as data, written by generate/make_prime_curves.py.
 */
#ifndef AB_KERNELS_EC_PRIME_CURVE_H
#define AB_KERNELS_EC_PRIME_CURVE_H

#include "kernels/ec/ec_kernels.h"
#include "kernels/ec/prime/prime_words.h"

/* What the coefficient a of y^2 = x^3 + a x + b is, where that saves products. */
enum ab_prime_coefficient { AB_PRIME_A_IS_ZERO, AB_PRIME_A_IS_MINUS_3, AB_PRIME_A_IS_ANY };

/*
 * The numbers of ab_prime_curve.numbers. All but AB_PRIME_ORDER_SQUARE are elements of the field, in Montgomery's form
 * a R modulo p.
 */
enum {
    AB_PRIME_SQUARE,       /* R itself, so that it stands here as R^2 modulo p */
    AB_PRIME_ORDER_SQUARE, /* R^2 modulo n */
    AB_PRIME_ONE,
    AB_PRIME_A,
    AB_PRIME_B,
    AB_PRIME_BASE_X,
    AB_PRIME_BASE_Y,
    AB_PRIME_ROOT_OF_UNITY, /* of the order 2^s, p - 1 = 2^s q, q odd; only if s is above 1 */
};

struct ab_prime_curve {
    struct ab_curve_domain domain;
    enum ab_prime_coefficient coefficient;
    uint64_t p_inverse, n_inverse; /* -1/p and -1/n modulo 2^64 */
    uint64_t numbers[];            /* domain.num_words each, in the order of the list above */
};

#endif
