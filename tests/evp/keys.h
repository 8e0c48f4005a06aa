/*
 * Keys by either provider, for tests of asymmetric algorithms: both providers in one library context, chosen by a
 * property query, so that keys also go from one to the other. What one can tell of a key, the other must tell in the
 * same bytes.
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
/* The same, where EVP fetches by it what only the default provider has, too: decoders, some digests. */
#define PREFER(side) keys_preference(side)
const char *keys_preference(int side);
#define CHECK(ok, ...) ((ok) ? (void)0 : fail(__VA_ARGS__))

/*
 * Opens the library context of all the functions below; SKIPPED is the exit status if the module has no keys of the
 * type.
 */
void keys_open(struct harness *h, const char *type);
extern OSSL_LIB_CTX *keys_lib;

bool is_release(unsigned major, unsigned minor); /* this libcrypto or a later one */

/* NULL if the provider refuses. params may be NULL. */
EVP_PKEY *key_from_data(int side, const char *type, int selection, const OSSL_PARAM *params);
EVP_PKEY *key_generate(int side, const char *type, const OSSL_PARAM *params);
/* Domain parameters alone. */
EVP_PKEY *key_generate_params(int side, const char *type, const OSSL_PARAM *params);
/* The same key by the other means: what EVP_PKEY_todata tells, or a private key's DER. */
EVP_PKEY *key_move(int side, const char *type, EVP_PKEY *from);
EVP_PKEY *key_decode(int side, EVP_PKEY *from);
void keys_free(EVP_PKEY *key[NUM_SIDES]);

/*
 * Both keys are the same in every way that can be asked for: each parameter, what is exported for each selection, DER,
 * the checks, copies. what: for the message.
 */
void keys_compare(const char *what, EVP_PKEY *const key[NUM_SIDES]);
/* EVP_PKEY_check and its relatives give the same verdict. */
void keys_compare_checks(const char *what, EVP_PKEY *const key[NUM_SIDES]);
/* The same parameters with the same types, in any order. */
void lists_compare(const char *what, const OSSL_PARAM *by_default, const OSSL_PARAM *by_module);

#endif
