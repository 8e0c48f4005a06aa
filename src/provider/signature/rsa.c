/*
 * Signatures of RSA for OpenSSL: the name RSA and, since 3.4, a name for each digest, and how an operation begins
 * (rsa_signing.h). The signature is in src/crypto/rsa/.
 */
#include <strings.h>

#include "provider/signature/rsa_signing.h"

/* ---- init ---- */

static const struct ab_rsa_key *native_for(struct ab_rsa_keydata *key, int id)
{
    switch (id) {
    case OSSL_FUNC_SIGNATURE_VERIFY_INIT:
    case OSSL_FUNC_SIGNATURE_VERIFY_RECOVER_INIT:
    case OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_INIT:
    case AB_SIGNATURE_VERIFY_MESSAGE_INIT: return ab_rsa_keydata_native_public(key);
    default: return ab_rsa_keydata_native(key);
    }
}

static int start(struct ab_rsa_signing *s, int id, struct ab_rsa_keydata *key)
{
    bool is_new = key != NULL && key != s->head.base.key;

    if (!ab_signing_start(&s->head, id, key))
        return 0;
    if (is_new)
        ab_signing_end_fallback(&s->head);
    if (is_new || s->native != NULL)
        s->native = native_for(ab_rsa_signing_key(s), id);
    ab_rsa_parameters_reset(s);
    return 1;
}

/* Once there is a fallback context, later operations fall back, too: it may know a digest from before. */
static bool must_fall_back(const struct ab_rsa_signing *s)
{
    const struct ab_rsa_keydata *key = ab_rsa_signing_key(s);

    return s->head.fallback.ctx != NULL || s->native == NULL || key->is_restricted
           || (key->twin.type == AB_KEY_RSA_PSS
               && (s->head.base.begun_by == OSSL_FUNC_SIGNATURE_VERIFY_RECOVER_INIT
                   || s->head.base.scheme->digest != NULL));
}

/* Returns 1 if the module supports all of it. */
static int begin_native(struct ab_rsa_signing *s, const char *digest, const OSSL_PARAM params[])
{
    s->head.state = AB_SIGNING_NATIVE;
    return (ab_rsa_signing_is_nothing(s, params) || ab_rsa_parameters_set(s, params))
           && (digest == NULL || strcasecmp(s->head.digest_name, digest) == 0
               || ab_rsa_parameters_name_digest(s, digest))
           && s->head.hash != NULL;
}

static int begin(struct ab_signing *head, int id, const char *digest, void *key, const OSSL_PARAM params[])
{
    struct ab_rsa_signing *s = (struct ab_rsa_signing *)head;
    bool is_digest_init = id == OSSL_FUNC_SIGNATURE_DIGEST_SIGN_INIT || id == OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_INIT;
    bool names_digest = head->base.scheme->digest != NULL;

    if (!start(s, id, key))
        return 0;
    if (!must_fall_back(s)) {
        head->state = AB_SIGNING_NATIVE;
        if (is_digest_init && begin_native(s, digest, params))
            return 1;
        if (names_digest && ab_rsa_parameters_name_digest(s, digest))
            return params == NULL || ab_rsa_signing_set_signature(s, params);
        if (!is_digest_init && !names_digest)
            return ab_rsa_signing_set_params(s, params);
    }
    return ab_rsa_signing_begin_fallback(s, is_digest_init ? digest : NULL, params) && ab_rsa_signing_read_fallback(s);
}

/* ---- names ---- */

static void hold_key(void *key)
{
    ab_rsa_keydata_hold(key);
}

static void free_key(void *key)
{
    ab_rsa_keydata_free(key);
}

static const char **query_key_types(void)
{
    static const char *const types[] = { "RSA", NULL };

    return (const char **)types; /* the caller does not change them */
}

static const struct ab_signing_operations operations = {
    .type = { sizeof(struct ab_rsa_signing), hold_key, free_key },
    .reports_order = true,
    .begin = begin,
    .share = ab_rsa_signing_share,
    .pass_params = ab_rsa_signing_pass_params,
    .sign_digest = ab_rsa_sign_digest,
    .verify_digest = ab_rsa_verify_digest,
};

#define SCHEME(id, name, digest)                                                                              \
    static const struct ab_signature_scheme scheme_##id = { &operations.type, name, digest };                 \
    static void *new_##id(void *provctx, const char *q) { return ab_signing_new(provctx, q, &scheme_##id); }
SCHEME(any, "RSA", NULL)
SCHEME(ripemd160, "RSA-RIPEMD160", "RIPEMD160")
SCHEME(sha1, "RSA-SHA1", "SHA1")
SCHEME(sha224, "RSA-SHA2-224", "SHA2-224")
SCHEME(sha256, "RSA-SHA2-256", "SHA2-256")
SCHEME(sha384, "RSA-SHA2-384", "SHA2-384")
SCHEME(sha512, "RSA-SHA2-512", "SHA2-512")
SCHEME(sha512_224, "RSA-SHA2-512/224", "SHA2-512/224")
SCHEME(sha512_256, "RSA-SHA2-512/256", "SHA2-512/256")
SCHEME(sha3_224, "RSA-SHA3-224", "SHA3-224")
SCHEME(sha3_256, "RSA-SHA3-256", "SHA3-256")
SCHEME(sha3_384, "RSA-SHA3-384", "SHA3-384")
SCHEME(sha3_512, "RSA-SHA3-512", "SHA3-512")
SCHEME(sm3, "RSA-SM3", "SM3")

#define RECOVER                                                                                               \
    AB_SIGNING_FN(VERIFY_RECOVER_INIT, recover_init), AB_SIGNATURE_FN(VERIFY_RECOVER, ab_rsa_signing_recover)
#define GETTABLE                                                                                              \
    AB_SIGNATURE_FN(GET_CTX_PARAMS, ab_rsa_signing_get_params),                                               \
    AB_SIGNATURE_FN(GETTABLE_CTX_PARAMS, ab_rsa_signing_gettable)
#define SETTABLE(list)                                                                                        \
    AB_SIGNATURE_FN(SET_CTX_PARAMS, ab_rsa_signing_set_params), AB_SIGNATURE_FN(SETTABLE_CTX_PARAMS, list)
#define KEY_TYPES AB_SIGNATURE_LATER(QUERY_KEY_TYPES, query_key_types)
#define OF_SCHEME(id) { AB_SIGNATURE_FN(NEWCTX, new_##id), AB_GO_ON(rest) }

AB_REST(rest, AB_SIGNING_ONE_CALL, RECOVER, AB_SIGNING_MESSAGES, GETTABLE, SETTABLE(ab_rsa_signing_settable_of_scheme),
        KEY_TYPES)

const OSSL_DISPATCH ab_rsa_signature_functions[] = {
    AB_SIGNATURE_FN(NEWCTX, new_any),  AB_SIGNING_ONE_CALL, RECOVER, AB_SIGNING_DIGESTS, AB_SIGNING_MD_PARAMS, GETTABLE,
    SETTABLE(ab_rsa_signing_settable), { 0, NULL },
};
const OSSL_DISPATCH ab_rsa_ripemd160_signature_functions[] = OF_SCHEME(ripemd160);
const OSSL_DISPATCH ab_rsa_sha1_signature_functions[] = OF_SCHEME(sha1);
const OSSL_DISPATCH ab_rsa_sha224_signature_functions[] = OF_SCHEME(sha224);
const OSSL_DISPATCH ab_rsa_sha256_signature_functions[] = OF_SCHEME(sha256);
const OSSL_DISPATCH ab_rsa_sha384_signature_functions[] = OF_SCHEME(sha384);
const OSSL_DISPATCH ab_rsa_sha512_signature_functions[] = OF_SCHEME(sha512);
const OSSL_DISPATCH ab_rsa_sha512_224_signature_functions[] = OF_SCHEME(sha512_224);
const OSSL_DISPATCH ab_rsa_sha512_256_signature_functions[] = OF_SCHEME(sha512_256);
const OSSL_DISPATCH ab_rsa_sha3_224_signature_functions[] = OF_SCHEME(sha3_224);
const OSSL_DISPATCH ab_rsa_sha3_256_signature_functions[] = OF_SCHEME(sha3_256);
const OSSL_DISPATCH ab_rsa_sha3_384_signature_functions[] = OF_SCHEME(sha3_384);
const OSSL_DISPATCH ab_rsa_sha3_512_signature_functions[] = OF_SCHEME(sha3_512);
const OSSL_DISPATCH ab_rsa_sm3_signature_functions[] = OF_SCHEME(sm3);
