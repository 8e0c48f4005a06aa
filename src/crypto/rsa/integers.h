/*
 * Operations on the numbers of an RSA key beyond arithmetic modulo odd numbers. Words as in crypto/bignum/bignum.h:
 * values are secret, lengths public.
 */
#ifndef AB_CRYPTO_RSA_INTEGERS_H
#define AB_CRYPTO_RSA_INTEGERS_H

#include "crypto/bignum/bignum.h"

/* r = a / divisor, for an odd divisor that divides a; a and r have num words. r may be a. */
void ab_rsa_divide_exactly(uint64_t *r, const uint64_t *a, size_t num, const uint64_t *divisor, size_t num_divisor);

/* r = lcm(a, b), of 2 num words, for a, b > 0. Return 0 without memory. */
int ab_rsa_lcm(uint64_t *r, const uint64_t *a, const uint64_t *b, size_t num);

/*
 * r = 1/e modulo phi, of num words. e->n is e, odd and of fewer bits than phi; phi is any number. *exists is a mask,
 * set if gcd(e, phi) = 1; if not, r is undefined. Return 0 without memory.
 */
int ab_rsa_invert_exponent(uint64_t *r, const struct ab_modulus *e, const uint64_t *phi, size_t num, uint64_t *exists);

#endif
