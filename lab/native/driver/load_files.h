/* A key as a file: the forms in which programs read keys, made by OpenSSL's default provider where it has the type. */
#ifndef AB_LAB_LOAD_FILES_H
#define AB_LAB_LOAD_FILES_H

#include <openssl/evp.h>

#define LAB_LOAD_PASSPHRASE "afterburner-lab"

/*
 * Write the key to `out` in one form. The library context is the key's. Return 1, or 0 with the reason in OpenSSL's
 * error queue. A certificate is signed by its own key, so it takes a type that signs.
 */
typedef int lab_load_write_fn(BIO *out, EVP_PKEY *key, OSSL_LIB_CTX *libctx);
lab_load_write_fn lab_load_write_private_pem, lab_load_write_private_der; /* PrivateKeyInfo, not encrypted */
lab_load_write_fn lab_load_write_public_pem, lab_load_write_public_der;   /* SubjectPublicKeyInfo */
lab_load_write_fn lab_load_write_certificate;                             /* X.509, DER */
lab_load_write_fn lab_load_write_pkcs12; /* key and certificate, by OpenSSL's default algorithms and iterations */

#endif
