/*
 * A value for each parameter that a MAC or KDF accepts, so that everything that is offered can be used without knowing
 * it.
 */
#ifndef AB_TESTS_EVP_SAMPLE_H
#define AB_TESTS_EVP_SAMPLE_H

#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <stddef.h>

enum { SAMPLE_PARAMS = 16, SAMPLE_KEY = 32, SAMPLE_LEN = 40 };

/* The parameters point into the struct itself and to the key. */
struct sample {
    OSSL_PARAM params[SAMPLE_PARAMS + 1];
    unsigned numbers[SAMPLE_PARAMS], num;
};

/*
 * Choose values for those parameters of the list that have one. inner: the digest or cipher (with a key of SAMPLE_KEY
 * bytes); NULL: SHA2-256 or AES-256-CBC, or AES-256-GCM if there is an IV. key: SAMPLE_KEY bytes, also used for salts
 * and the like.
 */
void sample_settle(struct sample *s, const OSSL_PARAM *list, const char *inner, const unsigned char *key);

/*
 * Compute the MAC of a message, or SAMPLE_LEN bytes of a KDF (fewer if its output has a smaller fixed length), in a
 * library context; out has room for EVP_MAX_MD_SIZE bytes. Returns the length, 0 on any failure.
 */
size_t sample_mac(OSSL_LIB_CTX *lib, const char *name, const char *inner, const unsigned char *key,
                  const unsigned char *message, size_t len, unsigned char *out);
size_t sample_kdf(OSSL_LIB_CTX *lib, const char *name, const char *inner, const unsigned char *key, unsigned char *out);

#endif
