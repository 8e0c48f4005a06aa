/*
 * The random generator that the library context is configured with: RAND_METHOD, the section [random] of openssl.cnf, a
 * provider's RAND. No release has an upcall of the core that reaches it (get_entropy and get_user_entropy reach seed
 * sources). It is reached through the default provider, whose AES-GCM fills the invocation field of a TLS IV with
 * RAND_bytes_ex of its library context, which is ours: set_ctx_params with "tlsivfixed" (EVP_CTRL_GCM_SET_IV_FIXED).
 */
#ifndef AB_PROVIDER_HOST_RANDOM_H
#define AB_PROVIDER_HOST_RANDOM_H

#include <stdint.h>

#include "provider/provctx.h"

enum { AB_HOST_RANDOM_LEN = 124 };

enum ab_host_random {
    AB_HOST_FAILED, /* the generator failed, so the caller must fail too */
    AB_HOST_ABSENT, /* it cannot be reached, because the default provider is not active in this library context */
    AB_HOST_GAVE
};

/* Draw AB_HOST_RANDOM_LEN bytes. Locking as for ab_fallback_find. */
enum ab_host_random ab_host_random(struct ab_provctx *prov, uint8_t out[AB_HOST_RANDOM_LEN]);

/* Whether it can be reached. */
int ab_host_random_is_there(struct ab_provctx *prov);

#endif
