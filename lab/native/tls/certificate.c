/* Give the lab's servers their keys and certificates. */
#include "certificate.h"

#include <openssl/x509.h>

#include "lab/native/driver/self_signed.h"

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
    x = reference == NULL ? NULL : lab_self_signed(libctx, reference);
    ok = use_certificate(server, x) && SSL_CTX_use_PrivateKey(server, key) > 0;
    if (!ok)
        lab_why(why, "no certificate can be made with this key");
    X509_free(x);
    EVP_PKEY_free(reference);
    EVP_PKEY_free(key);
    return ok;
}
