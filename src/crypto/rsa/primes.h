/* The primes of an RSA key. */
#ifndef AB_CRYPTO_RSA_PRIMES_H
#define AB_CRYPTO_RSA_PRIMES_H

#include "crypto/rsa/key_data.h"

/*
 * Makes the primes of a key that has n and e, and the numbers that belong to them. Returns 1 if they are valid: odd,
 * above one, with the product n, coprime to each other, and p - 1 to e; 0 if not; -1 without memory. Whatever it
 * returns, the caller frees what was made by ab_rsa_primes_free.
 */
int ab_rsa_primes_make(struct ab_rsa_key *key, const struct ab_bignum *b, const struct ab_rsa_numbers *numbers);
/* Wipes and frees them. */
void ab_rsa_primes_free(struct ab_rsa_key *key);

#endif
