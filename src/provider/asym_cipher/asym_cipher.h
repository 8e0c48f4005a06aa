/* What the asymmetric ciphers share: macros for the dispatch tables that the list of names refers to. */
#ifndef AB_PROVIDER_ASYM_CIPHER_ASYM_CIPHER_H
#define AB_PROVIDER_ASYM_CIPHER_ASYM_CIPHER_H

#include <openssl/core_dispatch.h>

#define AB_ASYM_CIPHER_FN(id, function) { OSSL_FUNC_ASYM_CIPHER_##id, (void (*)(void))function }

extern const OSSL_DISPATCH ab_rsa_asym_cipher_functions[];

#endif
