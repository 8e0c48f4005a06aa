/*
 * Opaque symmetric keys, since OpenSSL 3.5 (EVP_SKEY(3)). EVP_CipherInit_SKEY refuses a key whose management comes from
 * another provider than the cipher, so the provider of the ciphers must also provide the key types "AES" and
 * "GENERIC-SECRET" (docs/decisions/0034-keys-of-one-provider.md). Our ciphers have no init function for opaque keys:
 * libcrypto exports the bytes from here and calls the usual init.
 */
#ifndef AB_PROVIDER_SKEYMGMT_SKEYMGMT_H
#define AB_PROVIDER_SKEYMGMT_SKEYMGMT_H

#include <openssl/core_dispatch.h>

/* Missing in the headers of 3.0; the values are part of the provider interface. */
#ifndef OSSL_OP_SKEYMGMT
# define OSSL_OP_SKEYMGMT 15
# define OSSL_SKEYMGMT_SELECT_SECRET_KEY 0x02
# define OSSL_FUNC_SKEYMGMT_FREE 1
# define OSSL_FUNC_SKEYMGMT_IMPORT 2
# define OSSL_FUNC_SKEYMGMT_EXPORT 3
# define OSSL_FUNC_SKEYMGMT_IMP_SETTABLE_PARAMS 6
#endif

extern const OSSL_DISPATCH ab_aes_skeymgmt_functions[], ab_generic_skeymgmt_functions[];

#endif
