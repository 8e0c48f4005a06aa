/* Write a key in the forms in which programs read keys. */
#include "load_files.h"

#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/x509.h>

#include "self_signed.h"

int lab_load_write_private_pem(BIO *out, EVP_PKEY *key, OSSL_LIB_CTX *libctx)
{
    (void)libctx;
    return PEM_write_bio_PKCS8PrivateKey(out, key, NULL, NULL, 0, NULL, NULL);
}

int lab_load_write_private_der(BIO *out, EVP_PKEY *key, OSSL_LIB_CTX *libctx)
{
    (void)libctx;
    return i2d_PKCS8PrivateKey_bio(out, key, NULL, NULL, 0, NULL, NULL);
}

int lab_load_write_public_pem(BIO *out, EVP_PKEY *key, OSSL_LIB_CTX *libctx)
{
    (void)libctx;
    return PEM_write_bio_PUBKEY(out, key);
}

int lab_load_write_public_der(BIO *out, EVP_PKEY *key, OSSL_LIB_CTX *libctx)
{
    (void)libctx;
    return i2d_PUBKEY_bio(out, key);
}

int lab_load_write_certificate(BIO *out, EVP_PKEY *key, OSSL_LIB_CTX *libctx)
{
    X509 *x = lab_self_signed(libctx, key);
    int ok = x != NULL && i2d_X509_bio(out, x);

    X509_free(x);
    return ok;
}

int lab_load_write_pkcs12(BIO *out, EVP_PKEY *key, OSSL_LIB_CTX *libctx)
{
    X509 *x = lab_self_signed(libctx, key);
    PKCS12 *p = x == NULL ? NULL
                          : PKCS12_create_ex(LAB_LOAD_PASSPHRASE, NULL, key, x, NULL, 0, 0, 0, 0, 0, libctx, NULL);
    int ok = p != NULL && i2d_PKCS12_bio(out, p);

    PKCS12_free(p);
    X509_free(x);
    return ok;
}
