/*
 * Fallback of a MAC (provider/fallback/fallback.h): a context of the default provider. Each call returns what the
 * default provider returns and raises its errors.
 */
#ifndef AB_PROVIDER_FALLBACK_MAC_H
#define AB_PROVIDER_FALLBACK_MAC_H

#include <stdint.h>

#include "provider/fallback/fallback.h"

struct ab_fallback_mac {
    void *ctx; /* NULL: not made yet, and no other member is set */
    OSSL_FUNC_mac_dupctx_fn *dup;
    OSSL_FUNC_mac_freectx_fn *free;
    OSSL_FUNC_mac_init_fn *init;
    OSSL_FUNC_mac_update_fn *update;
    OSSL_FUNC_mac_final_fn *final;
    OSSL_FUNC_mac_get_ctx_params_fn *get_params;
    OSSL_FUNC_mac_set_ctx_params_fn *set_params;
};

/* Make a context unless there is one. Returns 0 with an error raised. */
int ab_fallback_mac_make(struct ab_fallback_mac *m, struct ab_provctx *prov, const char *name);
/* m->ctx may be NULL. */
void ab_fallback_mac_free(struct ab_fallback_mac *m);
/* copy may be uninitialised. Copies a NULL context as NULL. */
int ab_fallback_mac_dup(struct ab_fallback_mac *copy, const struct ab_fallback_mac *m);

/* These require a context. */
int ab_fallback_mac_set_params(const struct ab_fallback_mac *m, const OSSL_PARAM params[]);
int ab_fallback_mac_get_params(const struct ab_fallback_mac *m, OSSL_PARAM params[]);
/* Set a key and start a message. key may be NULL; that means what it means in the parameter "key". */
int ab_fallback_mac_set_key(const struct ab_fallback_mac *m, const uint8_t *key, size_t key_len);
/* Start a message under the current key. */
int ab_fallback_mac_restart(const struct ab_fallback_mac *m);
int ab_fallback_mac_update(const struct ab_fallback_mac *m, const unsigned char *data, size_t len);
int ab_fallback_mac_final(const struct ab_fallback_mac *m, unsigned char *out, size_t *out_len, size_t out_size);

#endif
