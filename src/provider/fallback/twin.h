/*
 * The twin of a key: the default provider's key data with the same numbers.
 *
 * A key of ours holds native numbers for the operations that the module makes fast. The twin serves every other request
 * to key management (validation, all forms of export, rare parameters, unusual generation, whole types that the module
 * lacks) by the default provider's own functions, so behaviour, parameter lists and errors are those of the OpenSSL
 * release in use.
 *
 *   - A key that starts with native numbers gets its twin at the first request that needs it: ab_twin_get.
 *   - A key that starts as a twin (import, generation, dup) gets native numbers from the twin's export, ab_twin_export,
 *     at its first fast operation; or none if the module does not support it, and then operations fall back as a whole
 *     (provider/fallback/operation.h).
 *
 * Keys are used by several threads: the first thread that makes a pointer late stores it (provider/keep_first.h).
 * Changes to a key (import, set_params) are its single owner's, as in OpenSSL; the owner then updates or drops native
 * numbers or twin.
 *
 * If the default provider lacks a function, the result is what EVP would conclude. import_types and export_types have
 * no provider context in early releases, so each key management has its own lists for them.
 */
#ifndef AB_PROVIDER_FALLBACK_TWIN_H
#define AB_PROVIDER_FALLBACK_TWIN_H

#include <openssl/core_dispatch.h>

#include "provider/provctx.h"

struct ab_twin {
    struct ab_provctx *prov;
    enum ab_key_type type;
    void *_Atomic keydata; /* the default provider's; NULL: not made yet */
};

/* A twin without key data. */
void ab_twin_init(struct ab_twin *t, struct ab_provctx *prov, enum ab_key_type type);
/* Free the key data. Afterwards the twin is as after ab_twin_init. */
void ab_twin_clear(struct ab_twin *t);

/*
 * Export a key of ours within selection, as key management's export does: pass its parameters to the callback. Returns
 * 1 or 0.
 */
typedef int ab_twin_export_fn(void *key, int selection, OSSL_CALLBACK *callback, void *arg);

/* The key data if it was made, otherwise NULL. */
void *ab_twin_peek(const struct ab_twin *t);
/* The key data. The first call makes it from what export_key exports. NULL with an error raised. Thread-safe. */
void *ab_twin_get(struct ab_twin *t, ab_twin_export_fn *export_key, void *key, int selection);
/* Make empty key data by the default provider's `new`. Returns 0 if out of memory or if there is key data already. */
int ab_twin_make(struct ab_twin *t);
/*
 * Take ownership of key data of the default provider (from dup or generation). Returns 0 if it is NULL or there is key
 * data already.
 */
int ab_twin_adopt(struct ab_twin *t, void *keydata);
/* Import into the key data, which is made if necessary. */
int ab_twin_import(struct ab_twin *t, int selection, const OSSL_PARAM params[]);

/* ---- queries to key data that exists; without any, they return 0 ---- */

int ab_twin_has(const struct ab_twin *t, int selection);
int ab_twin_match(const struct ab_twin *a, const struct ab_twin *b, int selection);
int ab_twin_validate(const struct ab_twin *t, int selection, int check_type);
int ab_twin_export(const struct ab_twin *t, int selection, OSSL_CALLBACK *callback, void *arg);
int ab_twin_get_params(const struct ab_twin *t, OSSL_PARAM params[]);
int ab_twin_set_params(const struct ab_twin *t, const OSSL_PARAM params[]);
/* New key data, for ab_twin_adopt. NULL on failure. */
void *ab_twin_dup(const struct ab_twin *t, int selection);

/* ---- parameter lists: NULL if the default provider has none ---- */

const OSSL_PARAM *ab_twin_gettable(struct ab_provctx *prov, enum ab_key_type type);
const OSSL_PARAM *ab_twin_settable(struct ab_provctx *prov, enum ab_key_type type);
const OSSL_PARAM *ab_twin_gen_settable(struct ab_provctx *prov, enum ab_key_type type);

/* ---- generation by the default provider ---- */

struct ab_twin_gen {
    struct ab_provctx *prov;
    enum ab_key_type type;
    void *ctx;
};

/* Returns 0 on failure; then there is nothing to clean up. */
int ab_twin_gen_init(struct ab_twin_gen *g, struct ab_provctx *prov, enum ab_key_type type, int selection,
                     const OSSL_PARAM params[]);
/* keydata: the twin of the template, from ab_twin_get. */
int ab_twin_gen_set_template(const struct ab_twin_gen *g, void *keydata);
int ab_twin_gen_set_params(const struct ab_twin_gen *g, const OSSL_PARAM params[]);
/* New key data, for ab_twin_adopt. NULL on failure. */
void *ab_twin_gen(const struct ab_twin_gen *g, OSSL_CALLBACK *progress, void *arg);
/* g->ctx may be NULL. */
void ab_twin_gen_cleanup(struct ab_twin_gen *g);

#endif
