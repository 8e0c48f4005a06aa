/*
 * A MAC context of the default provider, for what a name of ours leaves to OpenSSL (provider/fallback/fallback.h). Each call
 * returns what the default provider returns and raises its errors.
 */
#ifndef AB_PROVIDER_FALLBACK_MAC_H
#define AB_PROVIDER_FALLBACK_MAC_H

#include <stdint.h>

#include "provider/fallback/fallback.h"

struct ab_fallback_mac {
    void *ctx; /* NULL: none was made, and nothing else is set */
    OSSL_FUNC_mac_dupctx_fn *dup;
    OSSL_FUNC_mac_freectx_fn *free;
    OSSL_FUNC_mac_init_fn *init;
    OSSL_FUNC_mac_update_fn *update;
    OSSL_FUNC_mac_final_fn *final;
    OSSL_FUNC_mac_get_ctx_params_fn *get_params;
    OSSL_FUNC_mac_set_ctx_params_fn *set_params;
};

/* Makes a context if there is none. 0 with an error raised if it cannot be made. */
int ab_fallback_mac_make(struct ab_fallback_mac *m, struct ab_provctx *prov, const char *name);
/* A NULL context is allowed. */
void ab_fallback_mac_free(struct ab_fallback_mac *m);
/* copy need not be initialised. A NULL context gives one. */
int ab_fallback_mac_dup(struct ab_fallback_mac *copy, const struct ab_fallback_mac *m);

/* With a context. */
int ab_fallback_mac_set_params(const struct ab_fallback_mac *m, const OSSL_PARAM params[]);
int ab_fallback_mac_get_params(const struct ab_fallback_mac *m, OSSL_PARAM params[]);
/* Sets a key, which starts a message; key may be NULL, which means what it means in the parameter "key". */
int ab_fallback_mac_set_key(const struct ab_fallback_mac *m, const uint8_t *key, size_t key_len);
/* Starts a message under the key that is there. */
int ab_fallback_mac_restart(const struct ab_fallback_mac *m);
int ab_fallback_mac_update(const struct ab_fallback_mac *m, const unsigned char *data, size_t len);
int ab_fallback_mac_final(const struct ab_fallback_mac *m, unsigned char *out, size_t *out_len, size_t out_size);

#endif
