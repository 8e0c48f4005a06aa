/* The numbers of an RSA key between OSSL_PARAM (provider-keymgmt(7), EVP_PKEY-RSA(7)) and the library. */
#ifndef AB_PROVIDER_KEYMGMT_RSA_NUMBERS_H
#define AB_PROVIDER_KEYMGMT_RSA_NUMBERS_H

#include <openssl/core.h>

#include "afterburner/rsa.h"

enum { AB_RSA_NUMBERS_MAX = 3 + 3 * AB_RSA_MAX_PRIMES }; /* parameters of a list, with the one that ends it */

/*
 * 1 if the list is as any decoder or encoder writes it: n, e, with is_private d too, and of several primes all exponents and
 * coefficients or none of the three, every number at most as long as n. Views into the list. Others are the default
 * provider's to judge.
 */
int ab_rsa_numbers_read(struct ab_rsa_numbers *numbers, const OSSL_PARAM params[], int is_private);

/* Into params, ended; they are views into the numbers. */
void ab_rsa_numbers_write(const struct ab_rsa_numbers *numbers, OSSL_PARAM params[AB_RSA_NUMBERS_MAX]);

/* Of a modulus of so many bits, as OpenSSL reckons it (SP 800-56B rev. 2 app. D). */
unsigned ab_rsa_security_bits(size_t num_bits);

#endif
