/*
 * Fallback of a KDF (provider/fallback/fallback.h), for example for a digest that the module lacks: a context of the
 * default provider. Each call returns what the default provider returns and raises its errors.
 */
#ifndef AB_PROVIDER_FALLBACK_KDF_H
#define AB_PROVIDER_FALLBACK_KDF_H

#include <stdint.h>

#include "afterburner/hash.h"
#include "provider/fallback/fallback.h"

struct ab_fallback_kdf {
    struct ab_fallback kdf;
    void *ctx; /* NULL: not made yet */
    /* set when the context is made; the caller clears it after setting the parameters that ours already has */
    int is_new;
};

/* Make a context unless there is one. Returns 0 with an error raised. */
int ab_fallback_kdf_make(struct ab_fallback_kdf *k, struct ab_provctx *prov, const char *name);
/*
 * Read the parameters "digest" and "properties" (provider/digest_param.h). A digest that the module lacks makes a
 * context, which derives until one of the module's digests is named. Returns 0 with an error raised.
 */
int ab_fallback_kdf_choose(struct ab_fallback_kdf *k, struct ab_provctx *prov, const char *name,
                           const OSSL_PARAM params[], const struct ab_hash **hash);
/* k->ctx may be NULL. */
void ab_fallback_kdf_free(struct ab_fallback_kdf *k);
/* copy may be uninitialised. Copies a NULL context as NULL. */
int ab_fallback_kdf_dup(struct ab_fallback_kdf *copy, const struct ab_fallback_kdf *k);

/* These require a context. */
int ab_fallback_kdf_set_params(const struct ab_fallback_kdf *k, const OSSL_PARAM params[]);
int ab_fallback_kdf_get_params(const struct ab_fallback_kdf *k, OSSL_PARAM params[]);
int ab_fallback_kdf_derive(const struct ab_fallback_kdf *k, unsigned char *out, size_t len);

#endif
