/* A signature of DSA in progress, and what its parameters do: src/provider/signature/dsa.c, dsa_params.c. */
#ifndef AB_PROVIDER_SIGNATURE_DSA_H
#define AB_PROVIDER_SIGNATURE_DSA_H

#include <stdbool.h>

#include "afterburner/hash.h"
#include "provider/keymgmt/ffc_key.h"
#include "provider/passed.h"

enum { AB_DSA_MAX_NAME = 50 }; /* of a digest, as in the default provider */

/* One name of a signature. */
struct ab_dsa_scheme {
    const char *name, *digest; /* NULL: which one the caller says */
};

struct ab_dsa_signing {
    struct ab_provctx *prov;
    const struct ab_dsa_scheme *scheme;
    char *properties;        /* NULL: none were given */
    struct ab_passed passed; /* has a context once the default provider does it: then little else counts here */
    struct ab_ffc_key *key;
    int begun_by;         /* OSSL_FUNC_SIGNATURE_SIGN_INIT ... */
    bool is_digest_fixed; /* until the message ends */
    bool has_message, has_data; /* message is begun; some of it was given */
    unsigned nonce_type;        /* 1: RFC 6979 */
    char digest_name[AB_DSA_MAX_NAME];
    const struct ab_hash *hash; /* NULL: no digest is named */
    struct ab_hash_ctx message;
    uint8_t *signature; /* to be verified at the end of the message */
    size_t signature_len;
};

/* Whether the digest of these parameters is ours to sign with; AB_DIGEST_OTHER: the default provider's, or its to refuse. */
enum ab_digest_choice ab_dsa_choose_digest(struct ab_dsa_signing *s, const OSSL_PARAM params[], const struct ab_hash **hash);
/* The digest of that name, of the properties of the context. */
enum ab_digest_choice ab_dsa_choose_name(struct ab_dsa_signing *s, const char *name, const struct ab_hash **hash);

/* Takes the digest; 0 with an error raised if another one is fixed. */
int ab_dsa_set_digest(struct ab_dsa_signing *s, const char *name, const struct ab_hash *hash);

/* The default provider begins it, with these parameters and the key, in a context of its own that is kept. */
int ab_dsa_begin_passed(struct ab_dsa_signing *s, const char *digest, const OSSL_PARAM params[]);
/* The same, as this context was begun. 0 if that is too late, or the default provider refuses. */
int ab_dsa_pass_on(struct ab_dsa_signing *s);

/* A digest alone; of a key that is not ours, or for the errors of one that is, by the default provider. */
int ab_dsa_sign_digest(struct ab_dsa_signing *s, unsigned char *sig, size_t *sig_len, size_t size, const uint8_t *digest,
                       size_t len);
/* -1: what is there is no signature at all, as the default provider tells. */
int ab_dsa_verify_digest(struct ab_dsa_signing *s, const uint8_t *sig, size_t sig_len, const uint8_t *digest, size_t len);

OSSL_FUNC_signature_get_ctx_params_fn ab_dsa_get_ctx_params;
OSSL_FUNC_signature_set_ctx_params_fn ab_dsa_set_ctx_params;
OSSL_FUNC_signature_gettable_ctx_params_fn ab_dsa_gettable_3_0, ab_dsa_gettable_3_2;
OSSL_FUNC_signature_settable_ctx_params_fn ab_dsa_settable_3_0, ab_dsa_settable_3_2, ab_dsa_settable_of_scheme;
OSSL_FUNC_signature_get_ctx_md_params_fn ab_dsa_get_ctx_md_params;
OSSL_FUNC_signature_set_ctx_md_params_fn ab_dsa_set_ctx_md_params;
OSSL_FUNC_signature_gettable_ctx_md_params_fn ab_dsa_gettable_ctx_md_params;
OSSL_FUNC_signature_settable_ctx_md_params_fn ab_dsa_settable_ctx_md_params;

#endif
