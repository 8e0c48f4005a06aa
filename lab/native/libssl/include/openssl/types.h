/*
 * What the lab's source has from OpenSSL 3 and its forks AWS-LC and BoringSSL lack. This file stands in for OpenSSL's
 * header of types where a fork is measured.
 */
#ifndef AB_LAB_LIBSSL_TYPES_H
#define AB_LAB_LIBSSL_TYPES_H

#include <openssl/base.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

typedef struct ossl_lib_ctx_st OSSL_LIB_CTX; /* never defined: a fork has no library contexts */

#define SSL_OP_NO_ENCRYPT_THEN_MAC 0 /* neither asks for it */
#define ERR_raise(lib, reason) ERR_put_error((lib), 0, (reason), __FILE__, __LINE__)
#define X509_new_ex(libctx, properties) ((void)(libctx), X509_new())

/* Return 2 if no digest may be named for signatures of this key, as with OpenSSL. */
static inline int EVP_PKEY_get_default_digest_name(EVP_PKEY *key, char *name, size_t len)
{
    if (len != 0)
        name[0] = '\0';
    return EVP_PKEY_id(key) == EVP_PKEY_ED25519 ? 2 : 1;
}

#define SSL_CTX_set_security_level(ctx, level) ((void)(ctx), (void)(level)) /* neither has levels */

#ifndef OPENSSL_IS_AWSLC
# define SSL_CTX_set_ciphersuites(ctx, names) 1 /* BoringSSL chooses: lab/native/libssl/contexts.c */
#endif

#endif
