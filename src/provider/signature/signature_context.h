/*
 * What every signature context shares: ECDSA, DSA, RSA, EdDSA, ML-DSA and SLH-DSA. A context begins with struct
 * ab_signature; those that sign a digest begin with struct ab_signing (digest_signing.h), which begins with it.
 *
 * From a name to its kernel: the list of names refers to a dispatch table in ALGORITHM.c, whose functions are those of
 * digest_signing.c (eddsa.c, mldsa.c and slhdsa.c have their own); these call ALGORITHM_sign.c with a digest, and that
 * calls src/crypto/.
 */
#ifndef AB_PROVIDER_SIGNATURE_SIGNATURE_CONTEXT_H
#define AB_PROVIDER_SIGNATURE_SIGNATURE_CONTEXT_H

#include "provider/provctx.h"
#include "provider/signature/signature.h"

/* Constant, one for each algorithm. */
struct ab_signature_type {
    size_t size; /* bytes of a context */
    void (*hold_key)(void *key);
    void (*free_key)(void *key); /* key may be NULL */
};

/* A name: ECDSA, or since 3.4 ECDSA-SHA2-256 and the like. Constant. */
struct ab_signature_scheme {
    const struct ab_signature_type *type;
    const char *name, *digest; /* digest NULL: the caller names it */
};

struct ab_signature {
    struct ab_provctx *prov;
    const struct ab_signature_scheme *scheme;
    void *key;    /* counted; NULL: none yet */
    int begun_by; /* OSSL_FUNC_SIGNATURE_SIGN_INIT ...; 0: none yet */
};

/* A context of all zeros but for provider context and scheme. NULL with an error raised. */
void *ab_signature_new(struct ab_provctx *prov, const struct ab_signature_scheme *scheme);
/* A copy of the context's bytes with a reference of its own to the key. NULL with an error raised. */
OSSL_FUNC_signature_dupctx_fn ab_signature_dup;
/* Drop the key, wipe and free the context, which may be NULL. */
OSSL_FUNC_signature_freectx_fn ab_signature_free;

/*
 * Take a reference to the key in place of the current one; NULL keeps that. Returns 0 with an error raised without any.
 */
int ab_signature_set_key(struct ab_signature *s, void *key);

#endif
