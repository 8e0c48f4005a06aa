/*
 * The default provider's implementation of a name that is ours too, for what belongs to that name and stays with OpenSSL: a
 * CMAC over Camellia, say. OpenSSL does not fall through inside a name; so ours passes the call on.
 *
 * It is reached as libcrypto's own child library contexts reach a provider, by the core's upcalls alone: the core names the
 * providers of our library context (provider-base(7), "provider_register_child_cb"), and their dispatch tables say the rest.
 */
#ifndef AB_PROVIDER_FALLBACK_FALLBACK_H
#define AB_PROVIDER_FALLBACK_FALLBACK_H

#include "provider/provctx.h"

struct ab_fallback {
    const OSSL_DISPATCH *functions; /* of the algorithm */
    void *provctx;                  /* the default provider's: what its newctx takes */
};

/*
 * The algorithm of that name of the default provider. It stays valid for the life of our provider context, also if the default
 * provider is unloaded meanwhile. 0, with an error raised, if it is not active in this library context when it is first needed, or
 * does not have the name. Thread-safe; not to be called from within a callback of the core.
 */
int ab_fallback_find(struct ab_provctx *prov, int operation, const char *name, struct ab_fallback *found);

/* Whether the default provider is active in this library context, or was once found there. As for locks: ab_fallback_find. */
int ab_fallback_is_there(struct ab_provctx *prov);

/* What the default provider tells of a capability: provider-base(7). Nothing, and 1, if it is not active; no error is raised. */
int ab_fallback_capabilities(struct ab_provctx *prov, const char *capability, OSSL_CALLBACK *callback, void *arg);

/* The default provider's context, which its functions take; NULL if it was not found yet. */
void *ab_fallback_provctx(const struct ab_provctx *prov);

/* The entry of this number, or the one that ends the table: its function is NULL. */
const OSSL_DISPATCH *ab_fallback_entry(const OSSL_DISPATCH *functions, int id);

/* Before the provider context goes. */
void ab_fallback_release(struct ab_provctx *prov);

#endif
