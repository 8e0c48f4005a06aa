/* Certificates for keys of the lab. They protect nothing. */
#ifndef AB_LAB_SELF_SIGNED_H
#define AB_LAB_SELF_SIGNED_H

#include <openssl/types.h>

/* Return a certificate of version 3, valid for a day, signed by its own key; NULL if the key cannot sign. */
X509 *lab_self_signed(OSSL_LIB_CTX *libctx, EVP_PKEY *key);

#endif
