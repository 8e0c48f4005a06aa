/*
 * A KDF context of the default provider, for what a name of ours leaves to OpenSSL (provider/fallback/fallback.h): for example a
 * derivation over a digest that the module lacks. Each call returns what the default provider returns and raises its errors.
 */
#ifndef AB_PROVIDER_FALLBACK_KDF_H
#define AB_PROVIDER_FALLBACK_KDF_H

#include <stdint.h>

#include "afterburner/hash.h"
#include "provider/fallback/fallback.h"

struct ab_fallback_kdf {
    struct ab_fallback kdf;
    void *ctx;  /* NULL: none was made */
    int is_new; /* set when it is made, for the caller to clear once the context knows what ours was given before */
};

/* Makes a context if there is none. 0 with an error raised if it cannot be made. */
int ab_fallback_kdf_make(struct ab_fallback_kdf *k, struct ab_provctx *prov, const char *name);
/*
 * Reads the parameters "digest" and "properties" (provider/digest_param.h). A digest that is not the module's makes a context, if
 * there is none, which then derives until one is named that is. 0 with an error raised.
 */
int ab_fallback_kdf_choose(struct ab_fallback_kdf *k, struct ab_provctx *prov, const char *name,
                           const OSSL_PARAM params[], const struct ab_hash **hash);
/* A NULL context is allowed. */
void ab_fallback_kdf_free(struct ab_fallback_kdf *k);
/* copy need not be initialised. A NULL context gives one. */
int ab_fallback_kdf_dup(struct ab_fallback_kdf *copy, const struct ab_fallback_kdf *k);

/* With a context. */
int ab_fallback_kdf_set_params(const struct ab_fallback_kdf *k, const OSSL_PARAM params[]);
int ab_fallback_kdf_get_params(const struct ab_fallback_kdf *k, OSSL_PARAM params[]);
int ab_fallback_kdf_derive(const struct ab_fallback_kdf *k, unsigned char *out, size_t len);

#endif
