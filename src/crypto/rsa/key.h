/* Steps of private operations with an RSA key, for the files that put operations together. */
#ifndef AB_CRYPTO_RSA_KEY_H
#define AB_CRYPTO_RSA_KEY_H

#include "crypto/rsa/key_data.h"

/* r = x^d modulo n, not verified, for x < n; both have as many words as n. r may be x. Return 0 without memory. */
typedef int ab_rsa_power_fn(const struct ab_rsa_key *key, uint64_t *r, const uint64_t *x);
ab_rsa_power_fn ab_rsa_private_power; /* by the primes, if there are any */
ab_rsa_power_fn ab_rsa_power_by_d;    /* of a key that has d */

/*
 * The same by the primes in two halves, between which the caller raises the num_primes powers of p in place. work has
 * ab_rsa_powers_words words. 0 without memory.
 */
size_t ab_rsa_powers_words(const struct ab_rsa_key *key);
int ab_rsa_powers_begin(const struct ab_rsa_key *key, struct ab_mod_power *p, uint64_t *work, const uint64_t *x);
int ab_rsa_powers_end(const struct ab_rsa_key *key, uint64_t *r, uint64_t *work);

/* ---- steps of ab_rsa_private and ab_rsa_sign: operations.c, signature.c ---- */

/* Read the input as a number below n, in as many words as n has. */
enum ab_rsa_result ab_rsa_read_input(const struct ab_rsa_key *key, uint64_t *x, const uint8_t *in, size_t in_len);
/* Write r to out if r^e = x modulo n. */
enum ab_rsa_result ab_rsa_write_verified(const struct ab_rsa_key *key, uint8_t *out, const uint64_t *r,
                                         const uint64_t *x);
/* Encode the message in ab_rsa_size bytes. */
enum ab_rsa_result ab_rsa_encode(const struct ab_rsa_key *key, const struct ab_random_source *random,
                                 const struct ab_rsa_scheme *scheme, const uint8_t *message, size_t len, uint8_t *em);
/* s = the lesser of s and n - s, as X9.31 requires. */
void ab_rsa_take_lesser(const struct ab_rsa_key *key, uint8_t *s);

#endif
