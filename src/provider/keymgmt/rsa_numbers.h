/* Convert the numbers of an RSA key between OSSL_PARAM (provider-keymgmt(7), EVP_PKEY-RSA(7)) and the library. */
#ifndef AB_PROVIDER_KEYMGMT_RSA_NUMBERS_H
#define AB_PROVIDER_KEYMGMT_RSA_NUMBERS_H

#include <openssl/core.h>

#include "afterburner/rsa.h"

enum { AB_RSA_NUMBERS_MAX = 3 + 3 * AB_RSA_MAX_PRIMES }; /* parameters of a list, including the end */

/*
 * Read a list as decoders and encoders write it: n, e; with is_private also d and either all primes, exponents and
 * coefficients or none of them; every number at most as long as n. The numbers are views into the list. Returns 0 for
 * any other list: the default provider must handle these.
 */
int ab_rsa_numbers_read(struct ab_rsa_numbers *numbers, const OSSL_PARAM params[], int is_private);

/* Whether the main operation of such a key is no slower than the default provider's: its length decides (gains.h). */
int ab_rsa_numbers_gain(const struct ab_rsa_numbers *numbers);

/* Whether these public numbers are the same, leading zeros aside. */
int ab_rsa_number_is_equal(const struct ab_rsa_number *a, const struct ab_rsa_number *b);

/* Write the numbers to params with an end; the parameters are views into the numbers. */
void ab_rsa_numbers_write(const struct ab_rsa_numbers *numbers, OSSL_PARAM params[AB_RSA_NUMBERS_MAX]);

/* Return the security strength of a modulus of num_bits bits, as OpenSSL computes it (SP 800-56B rev. 2 app. D). */
unsigned ab_rsa_security_bits(size_t num_bits);

#endif
