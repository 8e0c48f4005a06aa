/*
 * What the numbers of an RSA key need beyond arithmetic modulo odd numbers. Words as in crypto/bignum/bignum.h: values
 * are secret, lengths public.
 */
#ifndef AB_CRYPTO_RSA_INTEGERS_H
#define AB_CRYPTO_RSA_INTEGERS_H

#include "crypto/bignum/bignum.h"

/* The number of bits of a secret number; it becomes public. */
size_t ab_rsa_secret_num_bits(const uint64_t *a, size_t num);

/* r = a / divisor, which is odd and divides a: num words of a and r, num_divisor of the divisor. r may lie on a. */
void ab_rsa_divide_exactly(uint64_t *r, const uint64_t *a, size_t num, const uint64_t *divisor, size_t num_divisor);

/* lcm(a, b) of 2 num words, for a, b > 0. 0 without memory. */
int ab_rsa_lcm(uint64_t *r, const uint64_t *a, const uint64_t *b, size_t num);

/*
 * r = 1/e modulo phi, of num words, for e of fewer bits; e->n is the odd number e, and phi any. *exists: a mask; where
 * gcd(e, phi) is not 1, r says nothing. 0 without memory.
 */
int ab_rsa_invert_exponent(uint64_t *r, const struct ab_modulus *e, const uint64_t *phi, size_t num, uint64_t *exists);

#endif
