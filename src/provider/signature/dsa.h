/*
 * DSA: names and init in dsa.c, parameters in dsa_params.c, signing and verifying of a digest in dsa_sign.c. A context
 * is a struct ab_signing whose key is a struct ab_ffc_key.
 */
#ifndef AB_PROVIDER_SIGNATURE_DSA_H
#define AB_PROVIDER_SIGNATURE_DSA_H

#include "provider/keymgmt/ffc_key.h"
#include "provider/signature/digest_signing.h"

/* ---- dsa_params.c ---- */

/* Choose the digest of these parameters; AB_DIGEST_OTHER: the default provider must sign with it or refuse it. */
enum ab_digest_choice ab_dsa_choose_digest(struct ab_signing *s, const OSSL_PARAM params[],
                                           const struct ab_hash **hash);
/* Choose the digest of that name with the properties of the context. */
enum ab_digest_choice ab_dsa_choose_name(struct ab_signing *s, const char *name, const struct ab_hash **hash);

OSSL_FUNC_signature_get_ctx_params_fn ab_dsa_get_ctx_params;
OSSL_FUNC_signature_set_ctx_params_fn ab_dsa_set_ctx_params;
OSSL_FUNC_signature_gettable_ctx_params_fn ab_dsa_gettable_3_0, ab_dsa_gettable_3_2;
OSSL_FUNC_signature_settable_ctx_params_fn ab_dsa_settable_3_0, ab_dsa_settable_3_2;

/* ---- dsa_sign.c ---- */

/* Let the default provider begin the operation with these parameters and the key; it does the work from then on. */
int ab_dsa_begin_fallback(struct ab_signing *s, const char *digest, const OSSL_PARAM params[]);

/*
 * struct ab_signing_operations. The default provider signs with keys that our arithmetic does not support, and raises
 * errors.
 */
int ab_dsa_share(struct ab_signing *s);
int ab_dsa_sign_digest(struct ab_signing *s, unsigned char *sig, size_t *sig_len, size_t size, const uint8_t *digest,
                       size_t len);
int ab_dsa_verify_digest(struct ab_signing *s, const uint8_t *sig, size_t sig_len, const uint8_t *digest, size_t len);

#endif
