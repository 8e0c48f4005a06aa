/*
 * Keys of DSA, DH and DHX for the tests, of either provider in one library context: from numbers, by generation, from
 * one provider to the other; and what may be asked of two that ought to be equal.
 */
#ifndef AB_TESTS_EVP_FFC_KEYS_H
#define AB_TESTS_EVP_FFC_KEYS_H

#include <openssl/bn.h>

#include "harness.h"

/* The question mark lets digests that are not the module's be found too. */
#define BY(side) ((side) == MODULE ? "?provider=afterburner" : "provider=default")
#define CHECK(ok, ...) ((ok) ? (void)0 : fail(__VA_ARGS__))

/* Any may be NULL: it is left out. */
struct ffc_numbers {
    BIGNUM *p, *q, *g, *pub, *priv;
};

/* Of a group that has a name, by the default provider. */
void ffc_numbers_of_group(OSSL_LIB_CTX *lib, struct ffc_numbers *n, const char *group);
/* Those that the key has. */
void ffc_numbers_of_key(struct ffc_numbers *n, EVP_PKEY *key);
void ffc_numbers_free(struct ffc_numbers *n);

/* NULL if it is refused. */
EVP_PKEY *ffc_from_numbers(OSSL_LIB_CTX *lib, int side, const char *type, const struct ffc_numbers *n);
EVP_PKEY *ffc_generate(OSSL_LIB_CTX *lib, int side, const char *type, OSSL_PARAM *params);
/* A pair over the parameters of the template. */
EVP_PKEY *ffc_generate_like(OSSL_LIB_CTX *lib, int side, EVP_PKEY *template);
/* The same key with the other provider's key management. */
EVP_PKEY *ffc_moved(OSSL_LIB_CTX *lib, int side, const char *type, EVP_PKEY *key);

/* The same key on both sides: equal in what can be asked for, its DER, and every check's verdict. */
void ffc_compare(OSSL_LIB_CTX *lib, const char *what, EVP_PKEY *const key[NUM_SIDES]);

/* Has the module its key management? */
int ffc_is_module(const EVP_PKEY *key);

/* The reason of the first error in the queue, which is then empty; 0 for none. */
unsigned ffc_reason(void);

void ffc_free_pair(EVP_PKEY *key[NUM_SIDES]);

#endif
