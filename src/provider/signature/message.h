/*
 * What signatures of a digest, ECDSA and DSA, share: their calls, of which some sign a digest and some a message, and the
 * fallback of an operation (provider/fallback/operation.h), from its init on or as soon as it proves necessary.
 * The context of each begins with a struct ab_message_signing; what differs stands in struct ab_message_operations.
 */
#ifndef AB_PROVIDER_SIGNATURE_MESSAGE_H
#define AB_PROVIDER_SIGNATURE_MESSAGE_H

#include <stdbool.h>

#include "afterburner/hash.h"
#include "provider/fallback/operation.h"
#include "provider/kdf/octets.h"
#include "provider/signature/signature.h"

enum { AB_SIGNATURE_MAX_DIGEST_NAME = 50 }; /* as in the default provider */

/* From 3.2 and 3.4 on. */
#define AB_PARAM_NONCE_TYPE "nonce-type"
#define AB_PARAM_SIGNATURE "signature"

/* One name of a signature: ECDSA, or from 3.4 on ECDSA-SHA256 and the like. Constant. */
struct ab_signature_scheme {
    const char *name, *digest; /* digest NULL: the caller says which */
};

struct ab_message_signing;

struct ab_message_operations {
    /* By the function of this id, OSSL_FUNC_SIGNATURE_SIGN_INIT ...; digest NULL: that of the parameters, key NULL: as before. */
    int (*begin)(struct ab_message_signing *m, int id, const char *digest, void *key, const OSSL_PARAM params[]);
    /* From now on the default provider does it, begun as this context was. 0 if that is too late, or it refuses. */
    int (*pass_on)(struct ab_message_signing *m);
    /* sig NULL: its length alone */
    int (*sign_digest)(struct ab_message_signing *m, unsigned char *sig, size_t *sig_len, size_t size,
                       const uint8_t *digest, size_t len);
    /* -1: what is there is no signature at all, as the default provider tells. */
    int (*verify_digest)(struct ab_message_signing *m, const uint8_t *sig, size_t sig_len, const uint8_t *digest,
                         size_t len);
};

struct ab_message_signing {
    const struct ab_message_operations *does;
    struct ab_provctx *prov;
    const struct ab_signature_scheme *scheme;
    char *properties;               /* owned; NULL: none were given */
    struct ab_fallback_op fallback; /* has a context once the default provider does it: then little else counts here */
    int begun_by;                   /* OSSL_FUNC_SIGNATURE_SIGN_INIT ... */
    bool is_digest_fixed;           /* until the message ends */
    bool has_message, has_data;     /* message is begun; some of it was given */
    unsigned nonce_type;            /* 1: RFC 6979 */
    char digest_name[AB_SIGNATURE_MAX_DIGEST_NAME]; /* as the caller wrote it */
    const struct ab_hash *hash;                     /* NULL: none is named */
    size_t digest_size;                             /* what a digest has to have; 0: anything */
    struct ab_hash_ctx message;
    struct ab_octets signature; /* to be verified at the end of the message */
};

/* ---- for the two ---- */

/* A context of size bytes, zero but for what is told; NULL with an error raised. */
void *ab_message_new(size_t size, void *provctx, const char *properties, const struct ab_signature_scheme *scheme,
                     const struct ab_message_operations *does);
/* A copy of a context of size bytes; what lies behind the shared part is copied as it is. NULL with an error raised. */
void *ab_message_dup(const struct ab_message_signing *m, size_t size);
/* Before the context is freed. */
void ab_message_clear(struct ab_message_signing *m);

/* Takes the digest; 0 with an error raised if another one is fixed. */
int ab_message_set_digest(struct ab_message_signing *m, const char *name, const struct ab_hash *hash);
/* Takes the signature that is to be verified at the end; one is refused that is empty, from 4.0 on. */
int ab_message_set_signature(struct ab_message_signing *m, const OSSL_PARAM *p);
/*
 * One signature, or verification, of a digest by the default provider over this key data of its own, told these
 * parameters: for a key that our arithmetic does not take, also one that was changed since the context began, and for
 * the errors of one that it does. The context stays as it is.
 */
int ab_message_default_sign(const struct ab_message_signing *m, void *keydata, const OSSL_PARAM params[],
                            unsigned char *sig, size_t *sig_len, size_t size, const uint8_t *digest, size_t len);
int ab_message_default_verify(const struct ab_message_signing *m, void *keydata, const OSSL_PARAM params[],
                              const uint8_t *sig, size_t sig_len, const uint8_t *digest, size_t len);
/* keydata NULL: the key that the default provider's context has. */
int ab_message_init_fallback(const struct ab_fallback_op *p, int id, const char *digest, void *keydata,
                             const OSSL_PARAM params[]);

/* ---- for dispatch tables ---- */

OSSL_FUNC_signature_sign_init_fn ab_message_sign_init, ab_message_verify_init;
OSSL_FUNC_signature_sign_init_fn ab_message_sign_message_init, ab_message_verify_message_init;
OSSL_FUNC_signature_sign_fn ab_message_sign;
OSSL_FUNC_signature_verify_fn ab_message_verify;
OSSL_FUNC_signature_digest_sign_init_fn ab_message_digest_sign_init, ab_message_digest_verify_init;
OSSL_FUNC_signature_digest_sign_update_fn ab_message_digest_sign_update, ab_message_digest_verify_update;
OSSL_FUNC_signature_digest_sign_update_fn ab_message_sign_message_update, ab_message_verify_message_update;
OSSL_FUNC_signature_digest_sign_final_fn ab_message_digest_sign_final, ab_message_sign_message_final;
OSSL_FUNC_signature_digest_verify_final_fn ab_message_digest_verify_final;
int ab_message_verify_message_final(void *ctx);

/* The digest's own parameters, of which there are few: the default provider's digest has them. */
OSSL_FUNC_signature_get_ctx_md_params_fn ab_message_get_md_params;
OSSL_FUNC_signature_set_ctx_md_params_fn ab_message_set_md_params;
OSSL_FUNC_signature_gettable_ctx_md_params_fn ab_message_gettable_md;
OSSL_FUNC_signature_settable_ctx_md_params_fn ab_message_settable_md;
/* Of a name that says the digest. */
OSSL_FUNC_signature_settable_ctx_params_fn ab_message_settable_of_scheme;

#define AB_MESSAGE_ONE_CALL                                                                                                \
    AB_SIGNATURE_FN(SIGN_INIT, ab_message_sign_init), AB_SIGNATURE_FN(SIGN, ab_message_sign),                             \
    AB_SIGNATURE_FN(VERIFY_INIT, ab_message_verify_init), AB_SIGNATURE_FN(VERIFY, ab_message_verify)
#define AB_MESSAGE_DIGEST_UPDATES                                                                                          \
    AB_SIGNATURE_FN(DIGEST_SIGN_UPDATE, ab_message_digest_sign_update),                                                   \
    AB_SIGNATURE_FN(DIGEST_VERIFY_UPDATE, ab_message_digest_verify_update)
#define AB_MESSAGE_DIGEST_SIGN                                                                                             \
    AB_SIGNATURE_FN(DIGEST_SIGN_INIT, ab_message_digest_sign_init), AB_MESSAGE_DIGEST_UPDATES,                            \
    AB_SIGNATURE_FN(DIGEST_SIGN_FINAL, ab_message_digest_sign_final)
#define AB_MESSAGE_DIGEST_VERIFY                                                                                           \
    AB_SIGNATURE_FN(DIGEST_VERIFY_INIT, ab_message_digest_verify_init),                                                   \
    AB_SIGNATURE_FN(DIGEST_VERIFY_FINAL, ab_message_digest_verify_final)
#define AB_MESSAGE_MD_PARAMS                                                                                               \
    AB_SIGNATURE_FN(GET_CTX_MD_PARAMS, ab_message_get_md_params), AB_SIGNATURE_FN(SET_CTX_MD_PARAMS, ab_message_set_md_params), \
    AB_SIGNATURE_FN(GETTABLE_CTX_MD_PARAMS, ab_message_gettable_md), AB_SIGNATURE_FN(SETTABLE_CTX_MD_PARAMS, ab_message_settable_md)
#define AB_MESSAGE_UPDATES                                                                                                 \
    AB_SIGNATURE_LATER(SIGN_MESSAGE_UPDATE, ab_message_sign_message_update),                                              \
    AB_SIGNATURE_LATER(VERIFY_MESSAGE_UPDATE, ab_message_verify_message_update)
#define AB_MESSAGE_SIGN_MESSAGE                                                                                            \
    AB_SIGNATURE_LATER(SIGN_MESSAGE_INIT, ab_message_sign_message_init), AB_MESSAGE_UPDATES,                              \
    AB_SIGNATURE_LATER(SIGN_MESSAGE_FINAL, ab_message_sign_message_final)
#define AB_MESSAGE_VERIFY_MESSAGE                                                                                          \
    AB_SIGNATURE_LATER(VERIFY_MESSAGE_INIT, ab_message_verify_message_init),                                              \
    AB_SIGNATURE_LATER(VERIFY_MESSAGE_FINAL, ab_message_verify_message_final)

#endif
