/* ECDSA for OpenSSL: its names, and how an operation begins. The signature is in src/crypto/ec/ecdsa.c. */
#include "provider/signature/ecdsa.h"

#include "provider/digest_param.h"

/* ---- the fallback ---- */

static int begin_fallback(struct ab_signing *s, const char *digest, const OSSL_PARAM params[])
{
    void *keydata = ab_ec_key_twin(s->base.key);

    if (keydata == NULL || !ab_signing_make_fallback(s))
        return 0;
    s->state = AB_SIGNING_FALLBACK;
    if (ab_signing_init_fallback(s, digest, keydata, params))
        return 1;
    ab_signing_end_fallback(s);
    return 0;
}

/* From now on the fallback does the work. */
static int share(struct ab_signing *s)
{
    OSSL_PARAM params[AB_ECDSA_NUM_PARAMS];

    if (s->state == AB_SIGNING_FALLBACK)
        return 1;
    if (s->base.key == NULL || s->has_data)
        return 0;
    ab_ecdsa_list_params(s, params);
    return begin_fallback(s, s->hash == NULL ? NULL : s->digest_name, params);
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct ab_signing *s = ctx;

    if (s->state != AB_SIGNING_FALLBACK && (s->base.key == NULL || ab_ecdsa_are_ours(s, params)))
        return ab_ecdsa_take_params(s, params);
    return ab_signing_pass_params(s, params);
}

/* ---- init ---- */

static int begin(struct ab_signing *s, int id, const char *digest, void *key, const OSSL_PARAM params[])
{
    const struct ab_hash *hash = NULL;
    enum ab_digest_choice choice;

    if (!ab_signing_start(s, id, key))
        return 0;
    if (key == NULL && s->state == AB_SIGNING_FALLBACK)
        return ab_signing_init_fallback(s, digest, NULL, params);
    ab_signing_end_fallback(s);
    ab_octets_clear(&s->signature);
    choice = ab_ecdsa_choose_digest(s, digest, &hash);
    if (((struct ab_ec_key *)s->base.key)->curve == NULL || (choice != AB_DIGEST_OURS && choice != AB_DIGEST_NONE)
        || !ab_ecdsa_are_ours(s, params))
        return begin_fallback(s, digest, params);
    return ab_ecdsa_take_params(s, params) && (choice == AB_DIGEST_NONE || ab_signing_set_digest(s, digest, hash));
}

/* ---- names ---- */

static void hold_key(void *key)
{
    ab_ec_key_hold(key);
}

static void free_key(void *key)
{
    ab_ec_key_free(key);
}

static const char **query_key_types(void)
{
    static const char *const types[] = { "EC", NULL };

    return (const char **)types; /* the caller does not change them */
}

static const struct ab_signing_operations operations = {
    .type = { sizeof(struct ab_signing), hold_key, free_key },
    .refuses_empty = true,
    .begin = begin,
    .share = share,
    .pass_params = ab_signing_share_params,
    .sign_digest = ab_ecdsa_sign_digest,
    .verify_digest = ab_ecdsa_verify_digest,
};

#define SCHEME(id, name, digest)                                                                              \
    static const struct ab_signature_scheme scheme_##id = { &operations.type, name, digest };                 \
    static void *new_##id(void *provctx, const char *q) { return ab_signing_new(provctx, q, &scheme_##id); }
SCHEME(any, "ECDSA", NULL)
SCHEME(sha1, "ECDSA-SHA1", "SHA1")
SCHEME(sha224, "ECDSA-SHA2-224", "SHA2-224")
SCHEME(sha256, "ECDSA-SHA2-256", "SHA2-256")
SCHEME(sha384, "ECDSA-SHA2-384", "SHA2-384")
SCHEME(sha512, "ECDSA-SHA2-512", "SHA2-512")
SCHEME(sha3_224, "ECDSA-SHA3-224", "SHA3-224")
SCHEME(sha3_256, "ECDSA-SHA3-256", "SHA3-256")
SCHEME(sha3_384, "ECDSA-SHA3-384", "SHA3-384")
SCHEME(sha3_512, "ECDSA-SHA3-512", "SHA3-512")

#define PARAMS(settable)                                                                                      \
    AB_SIGNATURE_FN(GET_CTX_PARAMS, ab_ecdsa_get_ctx_params), AB_SIGNATURE_FN(GETTABLE_CTX_PARAMS, ab_ecdsa_gettable), \
    AB_SIGNATURE_FN(SET_CTX_PARAMS, set_ctx_params), AB_SIGNATURE_FN(SETTABLE_CTX_PARAMS, settable)
#define KEY_TYPES AB_SIGNATURE_LATER(QUERY_KEY_TYPES, query_key_types)
#define OF_SCHEME(id) { AB_SIGNATURE_FN(NEWCTX, new_##id), AB_GO_ON(rest) }

AB_REST(rest, AB_SIGNING_ONE_CALL, PARAMS(ab_signing_settable_of_scheme), AB_SIGNING_MESSAGES, KEY_TYPES)

const OSSL_DISPATCH ab_ecdsa_signature_functions[] = {
    AB_SIGNATURE_FN(NEWCTX, new_any), AB_SIGNING_ONE_CALL, AB_SIGNING_DIGESTS, AB_SIGNING_MD_PARAMS,
    PARAMS(ab_ecdsa_settable),        { 0, NULL },
};
const OSSL_DISPATCH ab_ecdsa_sha1_signature_functions[] = OF_SCHEME(sha1);
const OSSL_DISPATCH ab_ecdsa_sha224_signature_functions[] = OF_SCHEME(sha224);
const OSSL_DISPATCH ab_ecdsa_sha256_signature_functions[] = OF_SCHEME(sha256);
const OSSL_DISPATCH ab_ecdsa_sha384_signature_functions[] = OF_SCHEME(sha384);
const OSSL_DISPATCH ab_ecdsa_sha512_signature_functions[] = OF_SCHEME(sha512);
const OSSL_DISPATCH ab_ecdsa_sha3_224_signature_functions[] = OF_SCHEME(sha3_224);
const OSSL_DISPATCH ab_ecdsa_sha3_256_signature_functions[] = OF_SCHEME(sha3_256);
const OSSL_DISPATCH ab_ecdsa_sha3_384_signature_functions[] = OF_SCHEME(sha3_384);
const OSSL_DISPATCH ab_ecdsa_sha3_512_signature_functions[] = OF_SCHEME(sha3_512);
