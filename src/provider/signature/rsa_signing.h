/*
 * Signatures of RSA: names and init in rsa.c, the fallback and its parameters in rsa_signing.c, the module's parameters
 * in rsa_parameters.c, signing, verifying and recovering of a digest in rsa_sign.c. A context begins with struct
 * ab_signing; its key is a struct ab_rsa_keydata.
 *
 * The module computes and hashes, and reads the parameters that programs and libssl set. Any other request goes to the
 * default provider's context of the same operation over the key's twin, which gets what was set here: it decides,
 * raises the errors of its release, and its parameters are then read back. So all three of enum ab_signing_state occur.
 */
#ifndef AB_PROVIDER_SIGNATURE_RSA_SIGNING_H
#define AB_PROVIDER_SIGNATURE_RSA_SIGNING_H

#include "provider/keymgmt/rsa_key.h"
#include "provider/signature/digest_signing.h"

/* Values as in OpenSSL: RSA_PKCS1_PADDING, RSA_PSS_SALTLEN_AUTO ... The digest is in head. */
struct ab_rsa_signing {
    struct ab_signing head;
    const struct ab_rsa_key *native; /* of the key; NULL: only the default provider supports it */
    int pad_mode, salt_len;
    const struct ab_hash *mgf1_hash;                /* NULL: none is named */
    char mgf1_digest[AB_SIGNATURE_MAX_DIGEST_NAME]; /* as the caller wrote it */
    bool is_mgf1_set;                               /* otherwise it follows the digest */
};

static inline struct ab_rsa_keydata *ab_rsa_signing_key(const struct ab_rsa_signing *s)
{
    return s->head.base.key;
}

/* ---- rsa_parameters.c ---- */

/* Set the initial parameters of an operation with this key. */
void ab_rsa_parameters_reset(struct ab_rsa_signing *s);
/* Set the digest of this name. Returns 0 if it is not ours or does not go with the padding. */
int ab_rsa_parameters_name_digest(struct ab_rsa_signing *s, const char *name);
/* Set the parameters. Returns 0, and changes nothing, if the default provider must decide. */
int ab_rsa_parameters_set(struct ab_rsa_signing *s, const OSSL_PARAM params[]);
/* Set all parameters on the default provider's context. */
int ab_rsa_parameters_forward(struct ab_rsa_signing *s);
/* Read the parameters of the default provider's context. Returns 0 if one is not ours. */
int ab_rsa_parameters_read_back(struct ab_rsa_signing *s);
/* Convert the parameters for the library. */
void ab_rsa_parameters_scheme(const struct ab_rsa_signing *s, struct ab_rsa_scheme *scheme);

/* ---- rsa_signing.c ---- */

/* Begin the same operation on the default provider's context over the twin; digest is that of digest_sign_init. */
int ab_rsa_signing_begin_fallback(struct ab_rsa_signing *s, const char *digest, const OSSL_PARAM params[]);
/*
 * After that, or a change of it: take over its parameters, or let it do the work. Returns 0 if it is too late for that.
 */
int ab_rsa_signing_read_fallback(struct ab_rsa_signing *s);
/* struct ab_signing_operations: set the parameters of this context on the default provider's. */
int ab_rsa_signing_share(struct ab_signing *head);
/* struct ab_signing_operations: and then these, and take over what the default provider makes of them. */
int ab_rsa_signing_pass_params(struct ab_signing *head, const OSSL_PARAM params[]);

/* Whether this release ignores the list. */
int ab_rsa_signing_is_nothing(const struct ab_rsa_signing *s, const OSSL_PARAM params[]);
/* For a name with a digest, set the signature that verify_message_final checks. */
int ab_rsa_signing_set_signature(struct ab_rsa_signing *s, const OSSL_PARAM params[]);
OSSL_FUNC_signature_set_ctx_params_fn ab_rsa_signing_set_params;
OSSL_FUNC_signature_settable_ctx_params_fn ab_rsa_signing_settable, ab_rsa_signing_settable_of_scheme;
OSSL_FUNC_signature_get_ctx_params_fn ab_rsa_signing_get_params;
OSSL_FUNC_signature_gettable_ctx_params_fn ab_rsa_signing_gettable;

/* ---- rsa_sign.c ---- */

/* struct ab_signing_operations */
int ab_rsa_sign_digest(struct ab_signing *head, unsigned char *sig, size_t *sig_len, size_t size, const uint8_t *digest,
                       size_t len);
int ab_rsa_verify_digest(struct ab_signing *head, const uint8_t *sig, size_t sig_len, const uint8_t *digest,
                         size_t len);
OSSL_FUNC_signature_verify_recover_fn ab_rsa_signing_recover;

#endif
