/*
 * A signature of ECDSA in progress: src/provider/signature/ecdsa.c, its parameters: ecdsa_params.c.
 *
 * Over a key that is not native (keymgmt/ec_key.h), with a digest that is not ours, and with parameters that are not listed here,
 * the whole operation is the default provider's (provider/fallback/operation.h), from its init on or from where that becomes known.
 */
#ifndef AB_PROVIDER_SIGNATURE_ECDSA_H
#define AB_PROVIDER_SIGNATURE_ECDSA_H

#include "provider/keymgmt/ec_key.h"
#include "provider/signature/message.h"

struct ab_ecdsa {
    struct ab_message_signing m;
    struct ab_ec_key *key; /* native when the operation began, but where it is passed on */
};

/* struct ab_message_operations */
int ab_ecdsa_pass_on(struct ab_message_signing *m);

/* ---- ecdsa_params.c ---- */

/* The digest of this name, of the properties of the context; AB_DIGEST_NONE if the name is NULL. */
enum ab_digest_choice ab_ecdsa_choose_digest(struct ab_ecdsa *s, const char *name, const struct ab_hash **hash);

/* 0: the default provider is to take them, since it alone knows them, or their digest is not ours. */
int ab_ecdsa_are_ours(struct ab_ecdsa *s, const OSSL_PARAM params[]);
/* Takes parameters that are ours; 0 if one is wrong. */
int ab_ecdsa_take_params(struct ab_ecdsa *s, const OSSL_PARAM params[]);
/* What this context was told, as an ended list. */
enum { AB_ECDSA_NUM_PARAMS = 5 };
void ab_ecdsa_tell(struct ab_ecdsa *s, OSSL_PARAM list[AB_ECDSA_NUM_PARAMS]);

OSSL_FUNC_signature_get_ctx_params_fn ab_ecdsa_get_ctx_params;
OSSL_FUNC_signature_set_ctx_params_fn ab_ecdsa_set_ctx_params;
OSSL_FUNC_signature_gettable_ctx_params_fn ab_ecdsa_gettable;
OSSL_FUNC_signature_settable_ctx_params_fn ab_ecdsa_settable;

#endif
