/*
 * Keys of either provider, for tests of asymmetric algorithms: both providers are in one library context and chosen by
 * a property query, so keys can also be passed from one to the other. Whatever can be read of a key must be the same on
 * both sides.
 */
#ifndef AB_TESTS_EVP_KEYS_H
#define AB_TESTS_EVP_KEYS_H

#include <openssl/evp.h>
#include <stdbool.h>
#include <stddef.h>

#include "harness.h"

/* The property query that chooses a side. */
#define BY(side) keys_query(side)
const char *keys_query(int side);
/* For fetches that must also find what only the default provider has: decoders, some digests. */
#define PREFER(side) keys_preference(side)
const char *keys_preference(int side);
#define CHECK(ok, ...) ((ok) ? (void)0 : fail(__VA_ARGS__))

/* Open the library context that all functions below use; exits with SKIPPED if the module has no keys of the type. */
void keys_open(struct harness *h, const char *type);
extern OSSL_LIB_CTX *keys_lib;

bool key_is_offered(const char *type);           /* the module has keys of this type here */
bool is_release(unsigned major, unsigned minor); /* this libcrypto is that release or a later one */

/* Returns NULL if the provider refuses. params may be NULL. */
EVP_PKEY *key_from_data(int side, const char *type, int selection, const OSSL_PARAM *params);
EVP_PKEY *key_generate(int side, const char *type, const OSSL_PARAM *params);
/* Generate domain parameters only. */
EVP_PKEY *key_generate_params(int side, const char *type, const OSSL_PARAM *params);
EVP_PKEY *key_from_seed(int side, const char *type, const uint8_t *seed, size_t len);

/* The parts of a key that has a seed. A length of 0 leaves the part out. */
struct key_parts {
    const uint8_t *seed, *private_key, *public_key;
    size_t seed_len, private_len, public_len;
};
EVP_PKEY *key_from_parts(int side, const char *type, int selection, const struct key_parts *in);
/* Copy a key to the other provider, by EVP_PKEY_todata or as the DER of a private key. */
EVP_PKEY *key_move(int side, const char *type, EVP_PKEY *from);
EVP_PKEY *key_decode(int side, EVP_PKEY *from);
void keys_free(EVP_PKEY *key[NUM_SIDES]);

/*
 * Both keys are equal in everything that can be queried: each parameter, the export of each selection, DER, the checks,
 * copies. what: a name for the failure message.
 */
void keys_compare(const char *what, EVP_PKEY *const key[NUM_SIDES]);
/* Compare the verdicts of EVP_PKEY_check and its relatives. */
void keys_compare_checks(const char *what, EVP_PKEY *const key[NUM_SIDES]);
/* Both lists have the same parameters with the same types, in any order. */
void lists_compare(const char *what, const OSSL_PARAM *by_default, const OSSL_PARAM *by_module);

#endif
