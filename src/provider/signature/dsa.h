/* A signature of DSA in progress, and what its parameters do: src/provider/signature/dsa.c, dsa_params.c. */
#ifndef AB_PROVIDER_SIGNATURE_DSA_H
#define AB_PROVIDER_SIGNATURE_DSA_H

#include "provider/keymgmt/ffc_key.h"
#include "provider/signature/message.h"

struct ab_dsa_signing {
    struct ab_message_signing m;
    struct ab_ffc_key *key;
};

/* Whether the digest of these parameters is ours to sign with; AB_DIGEST_OTHER: the default provider's, or its to refuse. */
enum ab_digest_choice ab_dsa_choose_digest(struct ab_dsa_signing *s, const OSSL_PARAM params[],
                                           const struct ab_hash **hash);
/* The digest of that name, of the properties of the context. */
enum ab_digest_choice ab_dsa_choose_name(struct ab_dsa_signing *s, const char *name, const struct ab_hash **hash);

/* The default provider begins it, with these parameters and the key, in a context of its own that is kept. */
int ab_dsa_begin_fallback(struct ab_dsa_signing *s, const char *digest, const OSSL_PARAM params[]);

/* struct ab_message_operations; of a key that is not ours, or for the errors of one that is, by the default provider. */
int ab_dsa_pass_on(struct ab_message_signing *m);
int ab_dsa_sign_digest(struct ab_message_signing *m, unsigned char *sig, size_t *sig_len, size_t size,
                       const uint8_t *digest, size_t len);
int ab_dsa_verify_digest(struct ab_message_signing *m, const uint8_t *sig, size_t sig_len, const uint8_t *digest,
                         size_t len);

OSSL_FUNC_signature_get_ctx_params_fn ab_dsa_get_ctx_params;
OSSL_FUNC_signature_set_ctx_params_fn ab_dsa_set_ctx_params;
OSSL_FUNC_signature_gettable_ctx_params_fn ab_dsa_gettable_3_0, ab_dsa_gettable_3_2;
OSSL_FUNC_signature_settable_ctx_params_fn ab_dsa_settable_3_0, ab_dsa_settable_3_2;

#endif
