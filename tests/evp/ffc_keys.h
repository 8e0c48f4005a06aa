/*
 * Keys of DSA, DH and DHX for the tests, with either provider in one library context: make them from numbers, generate
 * them, copy them from one provider to the other, and compare two that should be equal.
 */
#ifndef AB_TESTS_EVP_FFC_KEYS_H
#define AB_TESTS_EVP_FFC_KEYS_H

#include <openssl/bn.h>

#include "harness.h"

/* The question mark lets OpenSSL also find digests that the module does not have. */
#define BY(side) ((side) == MODULE ? "?provider=afterburner" : "provider=default")
#define CHECK(ok, ...) ((ok) ? (void)0 : fail(__VA_ARGS__))

/* Numbers that are NULL are left out. */
struct ffc_numbers {
    BIGNUM *p, *q, *g, *pub, *priv;
};

/* The numbers of a named group, read from the default provider. */
void ffc_numbers_of_group(OSSL_LIB_CTX *lib, struct ffc_numbers *n, const char *group);
/* The numbers that the key has. */
void ffc_numbers_of_key(struct ffc_numbers *n, EVP_PKEY *key);
void ffc_numbers_free(struct ffc_numbers *n);

/* Returns NULL if the provider refuses. */
EVP_PKEY *ffc_from_numbers(OSSL_LIB_CTX *lib, int side, const char *type, const struct ffc_numbers *n);
EVP_PKEY *ffc_generate(OSSL_LIB_CTX *lib, int side, const char *type, OSSL_PARAM *params);
/* Generate a pair with the parameters of the template. */
EVP_PKEY *ffc_generate_like(OSSL_LIB_CTX *lib, int side, EVP_PKEY *template);
/* Copy the key to the other provider's key management. */
EVP_PKEY *ffc_moved(OSSL_LIB_CTX *lib, int side, const char *type, EVP_PKEY *key);

/* The same key on both sides is equal in everything that can be queried, in DER, and in the verdict of every check. */
void ffc_compare(OSSL_LIB_CTX *lib, const char *what, EVP_PKEY *const key[NUM_SIDES]);

/* Returns whether the module's key management holds the key. */
int ffc_is_module(const EVP_PKEY *key);

/* Returns the reason of the first error in the queue, 0 for none, and empties the queue. */
unsigned ffc_reason(void);

void ffc_free_pair(EVP_PKEY *key[NUM_SIDES]);

#endif
