/* What the key exchanges share: macros for the dispatch tables that the list of names refers to. */
#ifndef AB_PROVIDER_EXCHANGE_EXCHANGE_H
#define AB_PROVIDER_EXCHANGE_EXCHANGE_H

#include <openssl/core_dispatch.h>

#define AB_KEYEXCH_FN(id, function) { OSSL_FUNC_KEYEXCH_##id, (void (*)(void))function }

extern const OSSL_DISPATCH ab_x25519_exchange_3_0_functions[], ab_x25519_exchange_3_4_functions[];
extern const OSSL_DISPATCH ab_dh_exchange_functions[];
extern const OSSL_DISPATCH ab_x448_exchange_3_0_functions[], ab_x448_exchange_3_4_functions[];
extern const OSSL_DISPATCH ab_ecdh_exchange_functions[];

#endif
