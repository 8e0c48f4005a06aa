/*
 * What signatures of a digest share: ECDSA, DSA and RSA. Their calls sign a digest that the caller has, or a message
 * that is hashed here, in one call or in several. Whatever the module does not support falls back to the default
 * provider's context of the same operation (provider/fallback/operation.h), from init on or as soon as it proves
 * necessary.
 *
 * The context of each begins with struct ab_signing. What differs is in struct ab_signing_operations.
 */
#ifndef AB_PROVIDER_SIGNATURE_DIGEST_SIGNING_H
#define AB_PROVIDER_SIGNATURE_DIGEST_SIGNING_H

#include <stdbool.h>

#include "afterburner/hash.h"
#include "provider/fallback/operation.h"
#include "provider/kdf/octets.h"
#include "provider/signature/signature_context.h"

enum { AB_SIGNATURE_MAX_DIGEST_NAME = 50 }; /* as in the default provider */

/* Since 3.2 and 3.4. */
#define AB_PARAM_NONCE_TYPE "nonce-type"
#define AB_PARAM_SIGNATURE "signature"

struct ab_signing;

struct ab_signing_operations {
    struct ab_signature_type type;

    /* RSA, since 3.4: raise an error if update, final and one-shot calls come in a wrong order. */
    bool reports_order;
    /* ECDSA and DSA: later releases refuse an empty signature of a message. */
    bool refuses_empty;

    /* Init by the function of number id; digest NULL: that of the parameters; key NULL: the current one. */
    int (*begin)(struct ab_signing *s, int id, const char *digest, void *key, const OSSL_PARAM params[]);
    /*
     * Give the fallback a context in the state of this one: for ECDSA and DSA it does all work from then on, for
     * RSA it is only consulted. Returns 0 if it is too late for that, or if the default provider refuses.
     */
    int (*share)(struct ab_signing *s);
    /* Set parameters that only the default provider understands, by its context. */
    int (*pass_params)(struct ab_signing *s, const OSSL_PARAM params[]);
    /* sig NULL: only return the length. */
    int (*sign_digest)(struct ab_signing *s, unsigned char *sig, size_t *sig_len, size_t size, const uint8_t *digest,
                       size_t len);
    /* Returns 1, 0, or -1 if sig is not the encoding of any signature, as the default provider does. */
    int (*verify_digest)(struct ab_signing *s, const uint8_t *sig, size_t sig_len, const uint8_t *digest, size_t len);
};

enum ab_signing_state {
    AB_SIGNING_NATIVE,    /* the module does the work; there may be no fallback context */
    AB_SIGNING_CONSULTED, /* RSA: the module does the work; the fallback context has the same parameters */
    AB_SIGNING_FALLBACK   /* the fallback context does the work */
};

struct ab_signing {
    struct ab_signature base;
    char *properties; /* owned; NULL: none were given */
    enum ab_signing_state state;
    struct ab_fallback_op fallback;
    bool is_digest_fixed;                           /* until the message ends */
    bool has_message, has_data;                     /* a message has begun; update was called for it */
    bool may_update, may_final, may_oneshot;        /* the order of calls, for reports_order */
    unsigned nonce_type;                            /* ECDSA and DSA; 1: RFC 6979 */
    const struct ab_hash *hash;                     /* NULL: none is named */
    size_t digest_size;                             /* required length of a digest; 0: any */
    char digest_name[AB_SIGNATURE_MAX_DIGEST_NAME]; /* as the caller wrote it */
    struct ab_octets signature;                     /* for the end of a message that is to be verified */
    struct ab_hash_ctx message;
};

static inline const struct ab_signing_operations *ab_signing_operations(const struct ab_signing *s)
{
    return (const struct ab_signing_operations *)s->base.scheme->type;
}

/* ---- for the algorithms ---- */

/* A new context of the scheme, whose type is that of a struct ab_signing_operations. NULL with an error raised. */
void *ab_signing_new(void *provctx, const char *properties, const struct ab_signature_scheme *scheme);

/*
 * Set the key and the state at an init: no message, any order of calls. Returns 0 with an error raised without a key.
 */
int ab_signing_start(struct ab_signing *s, int id, void *key);

/* Drop the fallback context. */
void ab_signing_end_fallback(struct ab_signing *s);
/* Make the fallback context unless there is one. Returns 0 with an error raised. */
int ab_signing_make_fallback(struct ab_signing *s);
/* Init the fallback context as this context was begun. keydata NULL: the fallback's current key. */
int ab_signing_init_fallback(struct ab_signing *s, const char *digest, void *keydata, const OSSL_PARAM params[]);

/* Set the digest; returns 0 with an error raised if another one is fixed. */
int ab_signing_set_digest(struct ab_signing *s, const char *name, const struct ab_hash *hash);
/* Set the signature for the end of a message. Returns 0 if it is empty and refused. */
int ab_signing_set_signature(struct ab_signing *s, const OSSL_PARAM *p);

/*
 * For pass_params of ECDSA and DSA: the fallback does all work from then on. Returns 0 if it is too late for that, or
 * if the default provider refuses.
 */
int ab_signing_share_params(struct ab_signing *s, const OSSL_PARAM params[]);
/*
 * Call pass_params. At the end of a message, and once the length of its signature was queried, another digest can be
 * set: a message that is still open is then lost, as with the default provider.
 */
int ab_signing_pass_params(struct ab_signing *s, const OSSL_PARAM params[]);

/*
 * Sign or verify one digest by the default provider over its own key data with these parameters: for keys that our
 * arithmetic does not support, also those changed since init, and for the errors of those that it does. The context is
 * not changed.
 */
int ab_signing_default_sign(const struct ab_signing *s, void *keydata, const OSSL_PARAM params[], unsigned char *sig,
                            size_t *sig_len, size_t size, const uint8_t *digest, size_t len);
int ab_signing_default_verify(const struct ab_signing *s, void *keydata, const OSSL_PARAM params[], const uint8_t *sig,
                              size_t sig_len, const uint8_t *digest, size_t len);

/* ---- for dispatch tables ---- */

OSSL_FUNC_signature_freectx_fn ab_signing_free;
OSSL_FUNC_signature_dupctx_fn ab_signing_dup;
OSSL_FUNC_signature_sign_init_fn ab_signing_sign_init, ab_signing_verify_init, ab_signing_recover_init;
OSSL_FUNC_signature_sign_init_fn ab_signing_sign_message_init, ab_signing_verify_message_init;
OSSL_FUNC_signature_sign_fn ab_signing_sign;
OSSL_FUNC_signature_verify_fn ab_signing_verify;
OSSL_FUNC_signature_digest_sign_init_fn ab_signing_digest_sign_init, ab_signing_digest_verify_init;
OSSL_FUNC_signature_digest_sign_update_fn ab_signing_digest_sign_update, ab_signing_digest_verify_update;
OSSL_FUNC_signature_digest_sign_update_fn ab_signing_sign_message_update, ab_signing_verify_message_update;
OSSL_FUNC_signature_digest_sign_final_fn ab_signing_digest_sign_final, ab_signing_sign_message_final;
OSSL_FUNC_signature_digest_verify_final_fn ab_signing_digest_verify_final;
int ab_signing_verify_message_final(void *ctx);

/* The parameters of the digest itself, which are rare: the default provider's digest has them. */
OSSL_FUNC_signature_get_ctx_md_params_fn ab_signing_get_md_params;
OSSL_FUNC_signature_set_ctx_md_params_fn ab_signing_set_md_params;
OSSL_FUNC_signature_gettable_ctx_md_params_fn ab_signing_gettable_md;
OSSL_FUNC_signature_settable_ctx_md_params_fn ab_signing_settable_md;

/* ECDSA and DSA: of a name with a digest. */
OSSL_FUNC_signature_settable_ctx_params_fn ab_signing_settable_of_scheme;

#define AB_SIGNING_FN(id, name) AB_SIGNATURE_FN(id, ab_signing_##name)
#define AB_SIGNING_LATER(id, name) AB_SIGNATURE_LATER(id, ab_signing_##name)

#define AB_SIGNING_ONE_CALL                                                                                   \
    AB_SIGNING_FN(FREECTX, free), AB_SIGNING_FN(DUPCTX, dup), AB_SIGNING_FN(SIGN_INIT, sign_init),            \
    AB_SIGNING_FN(SIGN, sign), AB_SIGNING_FN(VERIFY_INIT, verify_init), AB_SIGNING_FN(VERIFY, verify)
#define AB_SIGNING_UPDATES                                                                                    \
    AB_SIGNING_FN(DIGEST_SIGN_UPDATE, digest_sign_update), AB_SIGNING_FN(DIGEST_VERIFY_UPDATE, digest_verify_update)
#define AB_SIGNING_FINALS                                                                                     \
    AB_SIGNING_FN(DIGEST_SIGN_FINAL, digest_sign_final), AB_SIGNING_FN(DIGEST_VERIFY_FINAL, digest_verify_final)
#define AB_SIGNING_DIGESTS                                                                                    \
    AB_SIGNING_FN(DIGEST_SIGN_INIT, digest_sign_init), AB_SIGNING_FN(DIGEST_VERIFY_INIT, digest_verify_init), \
    AB_SIGNING_UPDATES, AB_SIGNING_FINALS
#define AB_SIGNING_MD_PARAMS                                                                                  \
    AB_SIGNING_FN(GET_CTX_MD_PARAMS, get_md_params), AB_SIGNING_FN(GETTABLE_CTX_MD_PARAMS, gettable_md),      \
    AB_SIGNING_FN(SET_CTX_MD_PARAMS, set_md_params), AB_SIGNING_FN(SETTABLE_CTX_MD_PARAMS, settable_md)
#define AB_SIGNING_SIGN_MESSAGE                                                                               \
    AB_SIGNING_LATER(SIGN_MESSAGE_INIT, sign_message_init), AB_SIGNING_LATER(SIGN_MESSAGE_FINAL, sign_message_final), \
    AB_SIGNING_LATER(SIGN_MESSAGE_UPDATE, sign_message_update)
#define AB_SIGNING_VERIFY_MESSAGE                                                                             \
    AB_SIGNING_LATER(VERIFY_MESSAGE_INIT, verify_message_init),                                               \
    AB_SIGNING_LATER(VERIFY_MESSAGE_FINAL, verify_message_final)
#define AB_SIGNING_MESSAGES                                                                                   \
    AB_SIGNING_SIGN_MESSAGE, AB_SIGNING_VERIFY_MESSAGE,                                                       \
    AB_SIGNING_LATER(VERIFY_MESSAGE_UPDATE, verify_message_update)

#endif
