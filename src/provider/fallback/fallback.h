/*
 * Fallback: the default provider's algorithm of a name that the module offers too, for the parts of that name that stay
 * with OpenSSL (CMAC over Camellia, for example). OpenSSL does not fall through inside a name, so the module forwards
 * the call.
 *
 * The default provider is reached as libcrypto's child library contexts reach their parent's providers, by upcalls of
 * the core alone: the core lists the providers of our library context (provider-base(7), "provider_register_child_cb"),
 * and we call their dispatch tables.
 */
#ifndef AB_PROVIDER_FALLBACK_FALLBACK_H
#define AB_PROVIDER_FALLBACK_FALLBACK_H

#include "provider/provctx.h"

struct ab_fallback {
    const OSSL_DISPATCH *functions; /* of the algorithm */
    void *provctx;                  /* the default provider's, the argument of its newctx */
};

/*
 * Find the default provider's algorithm of that name. The result is valid for the life of our provider context, even if
 * the default provider is unloaded in between. Returns 0 with an error raised if the default provider is not active in
 * this library context at the first use or lacks the name. Thread-safe; do not call it from within a callback of the
 * core.
 */
int ab_fallback_find(struct ab_provctx *prov, int operation, const char *name, struct ab_fallback *found);

/*
 * Whether the default provider is active in this library context or was found there before. Locking as for
 * ab_fallback_find.
 */
int ab_fallback_is_there(struct ab_provctx *prov);

/*
 * Pass on the default provider's answer to get_capabilities (provider-base(7)). Returns 1 without calling back, and
 * raises nothing, if the default provider is not active.
 */
int ab_fallback_capabilities(struct ab_provctx *prov, const char *capability, OSSL_CALLBACK *callback, void *arg);

/* The default provider's context, the argument of its functions; NULL if it was not found yet. */
void *ab_fallback_provctx(const struct ab_provctx *prov);

/* Return the entry of this function number, or the end of the table, whose function is NULL. */
const OSSL_DISPATCH *ab_fallback_entry(const OSSL_DISPATCH *functions, int id);

/* Drop the reference to the default provider. Call it before the provider context is freed. */
void ab_fallback_release(struct ab_provctx *prov);

#endif
