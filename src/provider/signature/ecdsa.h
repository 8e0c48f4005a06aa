/*
 * ECDSA: names and init in ecdsa.c, parameters in ecdsa_params.c, signing and verifying of a digest in ecdsa_sign.c.
 *
 * A context is a struct ab_signing whose key is a struct ab_ec_key. The whole operation falls back to the default
 * provider if the key is not native (keymgmt/ec_key.h), if the digest is not ours, and for parameters that are not
 * listed in ecdsa_params.c.
 */
#ifndef AB_PROVIDER_SIGNATURE_ECDSA_H
#define AB_PROVIDER_SIGNATURE_ECDSA_H

#include "provider/keymgmt/ec_key.h"
#include "provider/signature/digest_signing.h"

/* ---- ecdsa_params.c ---- */

/* Choose the digest of this name with the properties of the context; AB_DIGEST_NONE if the name is NULL. */
enum ab_digest_choice ab_ecdsa_choose_digest(struct ab_signing *s, const char *name, const struct ab_hash **hash);

/*
 * Returns 0 if the default provider must read the parameters: it alone knows one of them, or their digest is not ours.
 */
int ab_ecdsa_are_ours(struct ab_signing *s, const OSSL_PARAM params[]);
/* Set parameters that are ours. Returns 0 if one is wrong. */
int ab_ecdsa_take_params(struct ab_signing *s, const OSSL_PARAM params[]);
/* List what was set on this context, with an end. */
enum { AB_ECDSA_NUM_PARAMS = 5 };
void ab_ecdsa_list_params(struct ab_signing *s, OSSL_PARAM list[AB_ECDSA_NUM_PARAMS]);

OSSL_FUNC_signature_get_ctx_params_fn ab_ecdsa_get_ctx_params;
OSSL_FUNC_signature_gettable_ctx_params_fn ab_ecdsa_gettable;
OSSL_FUNC_signature_settable_ctx_params_fn ab_ecdsa_settable;

/* ---- ecdsa_sign.c: struct ab_signing_operations ---- */

int ab_ecdsa_sign_digest(struct ab_signing *s, unsigned char *sig, size_t *sig_len, size_t size, const uint8_t *digest,
                         size_t len);
int ab_ecdsa_verify_digest(struct ab_signing *s, const uint8_t *sig, size_t sig_len, const uint8_t *digest, size_t len);

#endif
