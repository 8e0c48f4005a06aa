/* Make self-signed certificates. */
#include "self_signed.h"

#include <openssl/evp.h>
#include <openssl/x509.h>

enum { DAY = 86400 };

static int set_names(X509 *x)
{
    X509_NAME *name = X509_NAME_new();
    int ok = name != NULL
             && X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"lab.invalid", -1, -1, 0)
             && X509_set_subject_name(x, name) && X509_set_issuer_name(x, name);

    X509_NAME_free(name);
    return ok;
}

static int fill_in(X509 *x, EVP_PKEY *key)
{
    return X509_set_version(x, X509_VERSION_3) && ASN1_INTEGER_set(X509_get_serialNumber(x), 1)
           && X509_gmtime_adj(X509_getm_notBefore(x), -DAY) != NULL
           && X509_gmtime_adj(X509_getm_notAfter(x), DAY) != NULL && set_names(x) && X509_set_pubkey(x, key);
}

/* EdDSA and ML-DSA sign the message itself: no digest is mandatory for their keys. */
static const EVP_MD *digest_of(EVP_PKEY *key)
{
    enum { MANDATORY = 2 };
    char name[32];

    return EVP_PKEY_get_default_digest_name(key, name, sizeof(name)) == MANDATORY ? NULL : EVP_sha256();
}

X509 *lab_self_signed(OSSL_LIB_CTX *libctx, EVP_PKEY *key)
{
    X509 *x = X509_new_ex(libctx, NULL);

    if (x != NULL && fill_in(x, key) && X509_sign(x, key, digest_of(key)) > 0)
        return x;
    X509_free(x);
    return NULL;
}
