/* Make self-signed certificates for the lab's servers. They protect nothing. */
#include "certificate.h"

#include <openssl/evp.h>
#include <openssl/x509.h>
#include <string.h>

enum { VERSION_3 = 2, DAY = 86400 };

static int set_subject(X509 *x)
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
    return X509_set_version(x, VERSION_3) && ASN1_INTEGER_set(X509_get_serialNumber(x), 1)
           && X509_gmtime_adj(X509_getm_notBefore(x), -DAY) != NULL
           && X509_gmtime_adj(X509_getm_notAfter(x), DAY) != NULL && set_subject(x) && X509_set_pubkey(x, key);
}

/* EdDSA and ML-DSA sign the message itself: no digest is mandatory for their keys. */
static const EVP_MD *digest_of(EVP_PKEY *key)
{
    enum { MANDATORY = 2 };
    char name[32];

    return EVP_PKEY_get_default_digest_name(key, name, sizeof(name)) == MANDATORY ? NULL : EVP_sha256();
}

static X509 *make(OSSL_LIB_CTX *libctx, EVP_PKEY *key)
{
    X509 *x = X509_new_ex(libctx, NULL);

    if (x != NULL && fill_in(x, key) && X509_sign(x, key, digest_of(key)) > 0)
        return x;
    X509_free(x);
    return NULL;
}

/* The server's own context parses the certificate again. */
static int use_certificate(SSL_CTX *server, X509 *x)
{
    unsigned char *der = NULL;
    int len = x == NULL ? -1 : i2d_X509(x, &der);
    int ok = len > 0 && SSL_CTX_use_certificate_ASN1(server, len, der) > 0;

    OPENSSL_free(der);
    return ok;
}

int lab_certificate_use(SSL_CTX *server, const struct lab *lab, const struct lab_side *side,
                        const struct lab_key_name *name, char *why)
{
    EVP_PKEY *key = lab_key_of_side(lab, side, name, why), *reference;
    OSSL_LIB_CTX *libctx = NULL;
    X509 *x;
    int ok;

    if (key == NULL)
        return 0;
    reference = lab_key_of_reference(lab, side, name, &libctx);
    x = reference == NULL ? NULL : make(libctx, reference);
    ok = use_certificate(server, x) && SSL_CTX_use_PrivateKey(server, key) > 0;
    if (!ok)
        lab_why(why, "no certificate can be made with this key");
    X509_free(x);
    EVP_PKEY_free(reference);
    EVP_PKEY_free(key);
    return ok;
}
