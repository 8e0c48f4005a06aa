/*
 * RSA keys that both the module's library and OpenSSL's default provider hold, and the checks that both agree about
 * signatures and encryption under such a key.
 */
#ifndef AB_TESTS_EVP_RSA_PAIRS_H
#define AB_TESTS_EVP_RSA_PAIRS_H

#include <openssl/evp.h>

#include "afterburner/rsa.h"
#include "crypto/bignum/bignum.h"
#include "keys.h"

enum { MAX_LEN = AB_RSA_MAX_BYTES };

/* A key made by either side, and its copy in the other. */
struct rsa_pair {
    const char *name;
    struct ab_rsa_key *ours;
    EVP_PKEY *theirs;
    size_t size;
};

/* The test sets all but rnd, which starts with a seed, before it makes the first pair. */
extern struct rsa_pair_env {
    OSSL_LIB_CTX *lib; /* of the default provider */
    struct ab_cpu cpu;
    struct ab_bignum bignum;
    struct random rnd;
} rsa_pair_env;
extern const struct ab_random_source rsa_pair_source; /* draws from rsa_pair_env.rnd */

/* Draws from arg, a struct random. */
int rsa_pair_draw(void *arg, uint8_t *out, size_t len);
const struct ab_hash *rsa_pair_hash(enum ab_hash_id id);

/* Generate with the module's library; OpenSSL validates the key. */
struct rsa_pair rsa_pair_ours(const char *name, size_t num_bits, struct ab_rsa_number e);
/* Generate with OpenSSL. */
struct rsa_pair rsa_pair_theirs(const char *name, unsigned num_bits, unsigned num_primes);
void rsa_pair_free(struct rsa_pair *p);

/* Store the numbers of OpenSSL's key in bytes that rsa_free_numbers frees. */
void rsa_get_numbers(const EVP_PKEY *key, struct ab_rsa_numbers *n);
void rsa_free_numbers(const struct ab_rsa_numbers *n);
/* Returns OpenSSL's copy of a key; the caller frees it. */
EVP_PKEY *rsa_to_theirs(const struct ab_rsa_key *key);

/* Each of these reports where the two sides disagree. */
void rsa_pair_check_signatures(const struct rsa_pair *p);
void rsa_pair_check_encryption(const struct rsa_pair *p);
void rsa_pair_check_premasters(const struct rsa_pair *p);
void rsa_pair_check_encapsulation(const struct rsa_pair *p);

#endif
