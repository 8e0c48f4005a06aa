/* What the MACs share: macros for the dispatch tables that the list of names refers to. */
#ifndef AB_PROVIDER_MAC_MAC_H
#define AB_PROVIDER_MAC_MAC_H

#include <openssl/core_dispatch.h>

#include "provider/provctx.h"

#define AB_MAC_FN(id, function) { OSSL_FUNC_MAC_##id, (void (*)(void))function }

/* For a MAC that has only the parameters length and block length. */
OSSL_FUNC_mac_gettable_ctx_params_fn ab_mac_gettable_sizes;
/* For a MAC of 16 bytes, whatever its context. */
OSSL_FUNC_mac_gettable_params_fn ab_mac_gettable_size;
OSSL_FUNC_mac_get_params_fn ab_mac_get_size_16;

extern const OSSL_DISPATCH ab_hmac_functions[];
extern const OSSL_DISPATCH ab_cmac_functions[], ab_gmac_functions[];
extern const OSSL_DISPATCH ab_kmac_128_functions[], ab_kmac_256_functions[];
extern const OSSL_DISPATCH ab_poly1305_functions[];

#endif
