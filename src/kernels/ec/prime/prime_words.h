/*
 * The contract of the arithmetic modulo any odd number m of 2, 3, 4, 5, 6, 8 or 9 words, on which the curves of
 * prime_curve.h are computed: one set of functions for each length and instruction set.
 *
 * Numbers are `num` 64-bit words, the least significant first, and R = 2^(64 num). A result may lie wholly on an
 * argument. All numbers but m are secret: time depends on `num` alone.
 */
#ifndef AB_KERNELS_EC_PRIME_WORDS_H
#define AB_KERNELS_EC_PRIME_WORDS_H

#include <stdint.h>

#include "kernels/bignum/adx_words.h"

enum { AB_PRIME_MAX_WORDS = 9 };

typedef void ab_prime_sum_fn(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *m);
typedef void ab_prime_half_fn(uint64_t *r, const uint64_t *a, const uint64_t *m);

struct ab_prime_words {
    unsigned num;
    ab_mont_mul_short *mul;     /* r = a b / R modulo m, for b < m and any a; inverse is -1/m modulo 2^64 */
    ab_prime_sum_fn *add, *sub; /* r = a + b and r = a - b modulo m, for a, b < m */
    ab_prime_half_fn *half;     /* r = a / 2 modulo m, for a < m */
};

/* What both of the tables below have: in C. */
ab_prime_sum_fn ab_prime_add_4, ab_prime_add_5, ab_prime_add_6, ab_prime_add_8;
ab_prime_sum_fn ab_prime_sub_4, ab_prime_sub_5, ab_prime_sub_6, ab_prime_sub_8;
ab_prime_half_fn ab_prime_half_4, ab_prime_half_5, ab_prime_half_6, ab_prime_half_8;

/* In C, and with MULX, ADCX and ADOX for the products. Indexed by the number of words. */
extern const struct ab_prime_words ab_prime_words_portable[AB_PRIME_MAX_WORDS + 1];
extern const struct ab_prime_words ab_prime_words_adx[AB_PRIME_MAX_WORDS + 1];

#endif
