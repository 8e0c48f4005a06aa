/*
 * DSA for OpenSSL: its names, since 3.4 also one for each digest, and how an operation begins. The signature is in
 * src/crypto/dsa/dsa.c. Digests that are not ours or that DSA must not be used with fall back to the default provider,
 * and so do keys that our arithmetic does not support.
 */
#include "provider/signature/dsa.h"

#include "provider/digest_param.h"

/* ---- init ---- */

/* A digest that is not ours, named or in the parameters, makes the whole operation fall back. */
static int begin(struct ab_signing *s, int id, const char *digest, void *key, const OSSL_PARAM params[])
{
    const struct ab_hash *hash = NULL, *other = NULL;
    enum ab_digest_choice named, set;

    if (!ab_signing_start(s, id, key))
        return 0;
    if (key != NULL)
        ab_signing_end_fallback(s);
    named = ab_dsa_choose_name(s, digest, &hash);
    set = s->base.scheme->digest != NULL ? AB_DIGEST_NONE : ab_dsa_choose_digest(s, params, &other);
    if (named == AB_DIGEST_REFUSED || set == AB_DIGEST_REFUSED)
        return 0;
    if (s->state == AB_SIGNING_FALLBACK || named == AB_DIGEST_OTHER || set == AB_DIGEST_OTHER)
        return ab_dsa_begin_fallback(s, digest, params);
    return ab_dsa_set_ctx_params(s, params) && (named == AB_DIGEST_NONE || ab_signing_set_digest(s, digest, hash));
}

/* ---- names ---- */

static void hold_key(void *key)
{
    ab_ffc_key_hold(key);
}

static void free_key(void *key)
{
    ab_ffc_key_free(key);
}

static const char **query_key_types(void)
{
    static const char *const types[] = { "DSA", NULL };

    return (const char **)types; /* the caller does not change them */
}

static const struct ab_signing_operations operations = {
    .type = { sizeof(struct ab_signing), hold_key, free_key },
    .refuses_empty = true,
    .begin = begin,
    .share = ab_dsa_share,
    .pass_params = ab_signing_share_params,
    .sign_digest = ab_dsa_sign_digest,
    .verify_digest = ab_dsa_verify_digest,
};

#define SCHEME(id, name, digest)                                                                              \
    static const struct ab_signature_scheme scheme_##id = { &operations.type, name, digest };                 \
    static void *new_##id(void *provctx, const char *q) { return ab_signing_new(provctx, q, &scheme_##id); }
SCHEME(any, "DSA", NULL)
SCHEME(sha1, "DSA-SHA1", "SHA1")
SCHEME(sha2_224, "DSA-SHA2-224", "SHA2-224")
SCHEME(sha2_256, "DSA-SHA2-256", "SHA2-256")
SCHEME(sha2_384, "DSA-SHA2-384", "SHA2-384")
SCHEME(sha2_512, "DSA-SHA2-512", "SHA2-512")
SCHEME(sha3_224, "DSA-SHA3-224", "SHA3-224")
SCHEME(sha3_256, "DSA-SHA3-256", "SHA3-256")
SCHEME(sha3_384, "DSA-SHA3-384", "SHA3-384")
SCHEME(sha3_512, "DSA-SHA3-512", "SHA3-512")

#define PARAMS(gettable, settable)                                                                            \
    AB_SIGNATURE_FN(GET_CTX_PARAMS, ab_dsa_get_ctx_params), AB_SIGNATURE_FN(GETTABLE_CTX_PARAMS, gettable),   \
    AB_SIGNATURE_FN(SET_CTX_PARAMS, ab_dsa_set_ctx_params), AB_SIGNATURE_FN(SETTABLE_CTX_PARAMS, settable)
#define PARAMS_OF_SCHEME PARAMS(ab_dsa_gettable_3_2, ab_signing_settable_of_scheme)
#define KEY_TYPES AB_SIGNATURE_LATER(QUERY_KEY_TYPES, query_key_types)
#define OF_SCHEME(id) { AB_SIGNATURE_FN(NEWCTX, new_##id), AB_GO_ON(rest) }

AB_REST(rest, AB_SIGNING_ONE_CALL, PARAMS_OF_SCHEME, AB_SIGNING_MESSAGES, KEY_TYPES)

const OSSL_DISPATCH ab_dsa_signature_3_0_functions[] = {
    AB_SIGNATURE_FN(NEWCTX, new_any),
    AB_SIGNING_ONE_CALL,
    AB_SIGNING_DIGESTS,
    AB_SIGNING_MD_PARAMS,
    PARAMS(ab_dsa_gettable_3_0, ab_dsa_settable_3_0),
    { 0, NULL },
};
const OSSL_DISPATCH ab_dsa_signature_3_2_functions[] = {
    AB_SIGNATURE_FN(NEWCTX, new_any),
    AB_SIGNING_ONE_CALL,
    AB_SIGNING_DIGESTS,
    AB_SIGNING_MD_PARAMS,
    PARAMS(ab_dsa_gettable_3_2, ab_dsa_settable_3_2),
    { 0, NULL },
};
const OSSL_DISPATCH ab_dsa_sha1_signature_functions[] = OF_SCHEME(sha1);
const OSSL_DISPATCH ab_dsa_sha2_224_signature_functions[] = OF_SCHEME(sha2_224);
const OSSL_DISPATCH ab_dsa_sha2_256_signature_functions[] = OF_SCHEME(sha2_256);
const OSSL_DISPATCH ab_dsa_sha2_384_signature_functions[] = OF_SCHEME(sha2_384);
const OSSL_DISPATCH ab_dsa_sha2_512_signature_functions[] = OF_SCHEME(sha2_512);
const OSSL_DISPATCH ab_dsa_sha3_224_signature_functions[] = OF_SCHEME(sha3_224);
const OSSL_DISPATCH ab_dsa_sha3_256_signature_functions[] = OF_SCHEME(sha3_256);
const OSSL_DISPATCH ab_dsa_sha3_384_signature_functions[] = OF_SCHEME(sha3_384);
const OSSL_DISPATCH ab_dsa_sha3_512_signature_functions[] = OF_SCHEME(sha3_512);
