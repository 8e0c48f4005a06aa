/*
 * A signature of ECDSA in progress: src/provider/signature/ecdsa.c, its parameters: ecdsa_params.c.
 *
 * Over a key that is not native (keymgmt/ec_key.h), with a digest that is not ours, and with parameters that are not listed here,
 * the whole operation is the default provider's (provider/passed.h), from its init on or from where that becomes known.
 */
#ifndef AB_PROVIDER_SIGNATURE_ECDSA_H
#define AB_PROVIDER_SIGNATURE_ECDSA_H

#include <stdbool.h>

#include "afterburner/hash.h"
#include "provider/kdf/octets.h"
#include "provider/keymgmt/ec_key.h"
#include "provider/passed.h"

enum { AB_ECDSA_MAX_NAME = 50 }; /* of a digest, as in the default provider */

/* One name of a signature: ECDSA, or from 3.4 on ECDSA-SHA256 and the like. Constant. */
struct ab_ecdsa_scheme {
    const char *name, *digest; /* digest NULL: the caller says which */
};

struct ab_ecdsa {
    struct ab_provctx *prov;
    const struct ab_ecdsa_scheme *scheme;
    char *properties;        /* owned; NULL: none were given */
    struct ab_passed passed; /* has a context once the default provider does it: then little else counts here */
    struct ab_ec_key *key;   /* native, but where it is passed on */
    int begun_by;            /* OSSL_FUNC_SIGNATURE_SIGN_INIT ... */
    bool is_digest_fixed;    /* until the message ends */
    bool has_message, has_data; /* message is begun; some of it was given */
    unsigned nonce_type;        /* 1: RFC 6979 */
    char digest_name[AB_ECDSA_MAX_NAME]; /* as the caller wrote it */
    const struct ab_hash *hash;          /* NULL: none is named */
    size_t digest_size;                  /* what a digest has to have; 0: anything */
    struct ab_hash_ctx message;
    struct ab_octets signature; /* to be verified at the end of the message */
};

/* From now on the default provider does it, begun as this context was. 0 if that is too late, or it refuses. */
int ab_ecdsa_pass_on(struct ab_ecdsa *s);

/* ---- ecdsa_params.c ---- */

/* The digest of this name, of the properties of the context; AB_DIGEST_NONE if the name is NULL. */
enum ab_digest_choice ab_ecdsa_choose_digest(struct ab_ecdsa *s, const char *name, const struct ab_hash **hash);
/* Takes it; 0 with an error raised if another one is fixed. */
int ab_ecdsa_set_digest(struct ab_ecdsa *s, const char *name, const struct ab_hash *hash);

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
OSSL_FUNC_signature_settable_ctx_params_fn ab_ecdsa_settable, ab_ecdsa_settable_of_scheme;
OSSL_FUNC_signature_get_ctx_md_params_fn ab_ecdsa_get_md_params;
OSSL_FUNC_signature_set_ctx_md_params_fn ab_ecdsa_set_md_params;
OSSL_FUNC_signature_gettable_ctx_md_params_fn ab_ecdsa_gettable_md;
OSSL_FUNC_signature_settable_ctx_md_params_fn ab_ecdsa_settable_md;

#endif
