/* Write a key in the forms in which programs read keys. */
#include "load_files.h"

#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/x509.h>
#include <string.h>

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

/* Return the digest that goes with the key in a certificate; NULL if the scheme signs whole messages. */
static const EVP_MD *find_digest(const EVP_PKEY *key)
{
    return EVP_PKEY_is_a(key, "RSA") || EVP_PKEY_is_a(key, "EC") ? EVP_sha256() : NULL;
}

static int fill(X509 *x, EVP_PKEY *key)
{
    static const unsigned char common_name[] = "afterburner-lab";
    X509_NAME *name = X509_NAME_new();
    int ok = name != NULL && X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, common_name, -1, -1, 0)
             && X509_set_subject_name(x, name) && X509_set_issuer_name(x, name) && X509_set_version(x, X509_VERSION_3)
             && ASN1_INTEGER_set(X509_get_serialNumber(x), 1) && X509_gmtime_adj(X509_getm_notBefore(x), 0) != NULL
             && X509_gmtime_adj(X509_getm_notAfter(x), 24L * 60 * 60) != NULL && X509_set_pubkey(x, key);

    X509_NAME_free(name);
    return ok;
}

static X509 *make_certificate(EVP_PKEY *key, OSSL_LIB_CTX *libctx)
{
    X509 *x = X509_new_ex(libctx, NULL);

    if (x != NULL && fill(x, key) && X509_sign(x, key, find_digest(key)) > 0)
        return x;
    X509_free(x);
    return NULL;
}

int lab_load_write_certificate(BIO *out, EVP_PKEY *key, OSSL_LIB_CTX *libctx)
{
    X509 *x = make_certificate(key, libctx);
    int ok = x != NULL && i2d_X509_bio(out, x);

    X509_free(x);
    return ok;
}

int lab_load_write_pkcs12(BIO *out, EVP_PKEY *key, OSSL_LIB_CTX *libctx)
{
    X509 *x = make_certificate(key, libctx);
    PKCS12 *p = x == NULL ? NULL
                          : PKCS12_create_ex(LAB_LOAD_PASSPHRASE, NULL, key, x, NULL, 0, 0, 0, 0, 0, libctx, NULL);
    int ok = p != NULL && i2d_PKCS12_bio(out, p);

    PKCS12_free(p);
    X509_free(x);
    return ok;
}
