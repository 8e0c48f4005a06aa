/* What the key encapsulations share: macros for the dispatch tables that the list of names refers to. */
#ifndef AB_PROVIDER_KEM_KEM_H
#define AB_PROVIDER_KEM_KEM_H

#include <openssl/core_dispatch.h>

#define AB_KEM_FN(id, function) { OSSL_FUNC_KEM_##id, (void (*)(void))function }

/* Since 3.2. */
enum { AB_KEM_AUTH_ENCAPSULATE_INIT = 12, AB_KEM_AUTH_DECAPSULATE_INIT };
#define AB_KEM_LATER(id, function) { AB_KEM_##id, (void (*)(void))function }

extern const OSSL_DISPATCH ab_rsa_kem_functions[];
extern const OSSL_DISPATCH ab_ec_kem_functions[];
extern const OSSL_DISPATCH ab_mlkem_kem_functions[], ab_hybrid_kem_functions[];

#endif
