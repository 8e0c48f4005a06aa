/*
 * A signature of RSA in the making or under verification. The mathematics and the hashing are ours; so are the parameters that
 * programs and libssl set. Any other wish is put to the default provider's context of the same operation over the key's twin, which
 * begins with what is known here: it judges, and raises the errors of its release, and what it holds then is read back. So there
 * are three states.
 */
#ifndef AB_PROVIDER_SIGNATURE_RSA_SIGNING_H
#define AB_PROVIDER_SIGNATURE_RSA_SIGNING_H

#include <stdbool.h>

#include "afterburner/hash.h"
#include "provider/fallback/operation.h"
#include "provider/keymgmt/rsa_key.h"

enum ab_rsa_state {
    AB_RSA_OURS,      /* the parameters are here alone */
    AB_RSA_CONSULTED, /* the default provider's context holds them too */
    AB_RSA_PASSED     /* ... and does the work, since the digest or the key is not ours */
};

enum ab_rsa_operation { AB_RSA_SIGN, AB_RSA_VERIFY, AB_RSA_RECOVER };

enum { AB_RSA_NAME_SIZE = 50 }; /* OSSL_MAX_NAME_SIZE: longer names the default provider refuses */

/* A name like RSA-SHA256, which says the digest. Constant. */
struct ab_rsa_sigalg {
    const char *name, *digest;
};

/* As OpenSSL writes it: RSA_PKCS1_PADDING, RSA_PSS_SALTLEN_AUTO ... */
struct ab_rsa_parameters {
    int pad_mode, salt_len;
    const struct ab_hash *hash, *mgf1_hash;                       /* NULL: none was named */
    char digest[AB_RSA_NAME_SIZE], mgf1_digest[AB_RSA_NAME_SIZE]; /* as they were named */
    bool is_mgf1_set;                                             /* else it follows the digest */
};

struct ab_rsa_signing {
    struct ab_provctx *prov;
    const struct ab_rsa_sigalg *sigalg; /* NULL for the name RSA */
    char *properties;                   /* owned; NULL if there are none */
    struct ab_rsa_keydata *key;
    const struct ab_rsa_key *native;
    enum ab_rsa_state state;
    enum ab_rsa_operation operation;
    bool is_message;                         /* the message is hashed here; else its digest comes */
    bool is_digest_fixed;                    /* since a message began */
    bool may_update, may_final, may_oneshot; /* 3.4 and later */
    bool is_hashing;                         /* message has been begun */
    size_t num_hashed;                       /* updates since */
    struct ab_rsa_parameters p;
    struct ab_fallback_op fallback;
    uint8_t *signature; /* of verify_message_final, owned */
    size_t signature_len;
    struct ab_hash_ctx message;
};

/* ---- src/provider/signature/rsa_parameters.c ---- */

/* What a new operation with this key begins with. */
void ab_rsa_parameters_reset(struct ab_rsa_signing *s);
/* digest_sign_init's name; 0 if it is not ours. */
int ab_rsa_parameters_name_digest(struct ab_rsa_signing *s, const char *name);
/* 0, and nothing changed, if they are not plain: the default provider is to judge. */
int ab_rsa_parameters_set(struct ab_rsa_signing *s, const OSSL_PARAM params[]);
/* Tells them to the default provider's context. */
int ab_rsa_parameters_tell(struct ab_rsa_signing *s);
/* Asks it for them. 0 if there is something that is not ours. */
int ab_rsa_parameters_read_back(struct ab_rsa_signing *s);
/* As the library takes them. */
void ab_rsa_parameters_scheme(const struct ab_rsa_signing *s, struct ab_rsa_scheme *scheme);

/* ---- src/provider/signature/rsa_signing.c ---- */

/* NULL with an error raised. */
struct ab_rsa_signing *ab_rsa_signing_new(struct ab_provctx *prov, const char *properties,
                                          const struct ab_rsa_sigalg *sigalg);
OSSL_FUNC_signature_freectx_fn ab_rsa_signing_free;
OSSL_FUNC_signature_dupctx_fn ab_rsa_signing_dup;

/* Begins the default provider's context of the same operation over the twin; digest_sign_init names a digest. */
int ab_rsa_signing_pass(struct ab_rsa_signing *s, const char *digest, const OSSL_PARAM params[]);
/* After that, or a change of it: takes what it holds, or lets it do the work from here on. 0 if it is too late for that. */
int ab_rsa_signing_share(struct ab_rsa_signing *s);
/* Lets it hold what is held here. */
int ab_rsa_signing_consult(struct ab_rsa_signing *s);

/* 1 if this release takes the list for none. */
int ab_rsa_signing_is_nothing(const struct ab_rsa_signing *s, const OSSL_PARAM params[]);
/* Of a name that says the digest: the signature that verify_message_final is to verify. */
int ab_rsa_signing_set_signature(struct ab_rsa_signing *s, const OSSL_PARAM params[]);
OSSL_FUNC_signature_set_ctx_params_fn ab_rsa_signing_set_params;
OSSL_FUNC_signature_settable_ctx_params_fn ab_rsa_signing_settable, ab_rsa_sigalg_settable;
OSSL_FUNC_signature_get_ctx_params_fn ab_rsa_signing_get_params;
OSSL_FUNC_signature_gettable_ctx_params_fn ab_rsa_signing_gettable;
OSSL_FUNC_signature_get_ctx_md_params_fn ab_rsa_signing_get_md_params;
OSSL_FUNC_signature_set_ctx_md_params_fn ab_rsa_signing_set_md_params;
OSSL_FUNC_signature_gettable_ctx_md_params_fn ab_rsa_signing_gettable_md;
OSSL_FUNC_signature_settable_ctx_md_params_fn ab_rsa_signing_settable_md;

/* ---- src/provider/signature/rsa_sign.c ---- */

OSSL_FUNC_signature_sign_fn ab_rsa_signing_sign;
OSSL_FUNC_signature_verify_fn ab_rsa_signing_verify;
OSSL_FUNC_signature_verify_recover_fn ab_rsa_signing_recover;
OSSL_FUNC_signature_digest_sign_update_fn ab_rsa_signing_digest_sign_update;
OSSL_FUNC_signature_digest_sign_final_fn ab_rsa_signing_digest_sign_final;
OSSL_FUNC_signature_digest_verify_update_fn ab_rsa_signing_digest_verify_update;
OSSL_FUNC_signature_digest_verify_final_fn ab_rsa_signing_digest_verify_final;
/* 3.4 and later */
OSSL_FUNC_signature_digest_sign_update_fn ab_rsa_signing_sign_message_update, ab_rsa_signing_verify_message_update;
OSSL_FUNC_signature_digest_sign_final_fn ab_rsa_signing_sign_message_final;
int ab_rsa_signing_verify_message_final(void *ctx);

#endif
