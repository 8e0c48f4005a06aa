/*
 * Signatures of RSA for OpenSSL, under the name RSA and, from 3.4 on, names that say the digest: how they begin, and their dispatch
 * tables. See rsa_signing.h for who decides what; the mathematics is in src/crypto/rsa/.
 */
#include <string.h>
#include <strings.h>

#include "provider/error.h"
#include "provider/signature/rsa_signing.h"
#include "provider/signature/signature.h"

/* ---- beginnings ---- */

static int take_key(struct ab_rsa_signing *s, struct ab_rsa_keydata *key)
{
    if (key == NULL && s->key == NULL) {
        AB_RAISE(s->prov, AB_R_NO_KEY_SET);
        return 0;
    }
    if (key == NULL || key == s->key)
        return 1;
    ab_rsa_keydata_hold(key);
    ab_rsa_keydata_free(s->key);
    s->key = key;
    s->native = ab_rsa_keydata_native(key);
    ab_fallback_op_free(&s->fallback);
    return 1;
}

static int start(struct ab_rsa_signing *s, struct ab_rsa_keydata *key, enum ab_rsa_operation operation, bool is_message)
{
    if (!take_key(s, key))
        return 0;
    s->operation = operation;
    s->is_message = is_message;
    s->may_update = s->may_final = s->may_oneshot = true;
    s->is_hashing = false;
    s->num_hashed = 0;
    ab_rsa_parameters_reset(s);
    return 1;
}

/* A context that was passed on goes on to be, since it may know a digest from before. */
static bool is_others(const struct ab_rsa_signing *s)
{
    return s->fallback.ctx != NULL || s->native == NULL || s->key->is_restricted
           || (s->key->twin.type == AB_KEY_RSA_PSS && (s->operation == AB_RSA_RECOVER || s->sigalg != NULL));
}

static int begin(struct ab_rsa_signing *s, struct ab_rsa_keydata *key, const OSSL_PARAM params[],
                 enum ab_rsa_operation operation)
{
    if (!start(s, key, operation, false))
        return 0;
    if (is_others(s))
        return ab_rsa_signing_pass(s, NULL, params) && ab_rsa_signing_share(s);
    s->state = AB_RSA_OURS;
    return ab_rsa_signing_set_params(s, params);
}

static int sign_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, AB_RSA_SIGN);
}
static int verify_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, AB_RSA_VERIFY);
}
static int recover_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, AB_RSA_RECOVER);
}

static int begin_message(struct ab_rsa_signing *s)
{
    s->is_digest_fixed = true;
    if (s->state == AB_RSA_PASSED)
        return 1;
    ab_hash_init(&s->message, s->p.hash);
    s->is_hashing = true;
    return 1;
}

/* 1 if all of it is ours. */
static int begin_ours(struct ab_rsa_signing *s, const char *digest, const OSSL_PARAM params[])
{
    s->state = AB_RSA_OURS;
    return (ab_rsa_signing_is_nothing(s, params) || ab_rsa_parameters_set(s, params))
           && (digest == NULL || strcasecmp(s->p.digest, digest) == 0 || ab_rsa_parameters_name_digest(s, digest))
           && s->p.hash != NULL;
}

static int digest_init(struct ab_rsa_signing *s, const char *digest, struct ab_rsa_keydata *key,
                       const OSSL_PARAM params[], enum ab_rsa_operation operation)
{
    if (!start(s, key, operation, true))
        return 0;
    if (!is_others(s) && begin_ours(s, digest, params))
        return begin_message(s);
    return ab_rsa_signing_pass(s, digest, params) && ab_rsa_signing_share(s) && begin_message(s);
}

static int digest_sign_init(void *ctx, const char *digest, void *key, const OSSL_PARAM params[])
{
    return digest_init(ctx, digest, key, params, AB_RSA_SIGN);
}

static int digest_verify_init(void *ctx, const char *digest, void *key, const OSSL_PARAM params[])
{
    return digest_init(ctx, digest, key, params, AB_RSA_VERIFY);
}

/* Of names that say the digest. */
static int begin_sigalg(struct ab_rsa_signing *s, struct ab_rsa_keydata *key, const OSSL_PARAM params[],
                        enum ab_rsa_operation operation, bool is_message)
{
    if (!start(s, key, operation, is_message))
        return 0;
    s->state = AB_RSA_OURS;
    if (is_others(s) || !ab_rsa_parameters_name_digest(s, s->sigalg->digest))
        return ab_rsa_signing_pass(s, NULL, params) && ab_rsa_signing_share(s) && begin_message(s);
    return (params == NULL || ab_rsa_signing_set_signature(s, params)) && begin_message(s);
}

static int sigalg_sign_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin_sigalg(ctx, key, params, AB_RSA_SIGN, false);
}

static int sigalg_verify_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin_sigalg(ctx, key, params, AB_RSA_VERIFY, false);
}

static int sigalg_recover_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin_sigalg(ctx, key, params, AB_RSA_RECOVER, false);
}

static int sign_message_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin_sigalg(ctx, key, params, AB_RSA_SIGN, true);
}

static int verify_message_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin_sigalg(ctx, key, params, AB_RSA_VERIFY, true);
}

/* ---- tables ---- */

static void *newctx(void *provctx, const char *properties)
{
    return ab_rsa_signing_new(provctx, properties, NULL);
}

static const char **query_key_types(void)
{
    static const char *const types[] = { "RSA", NULL };

    return (const char **)types; /* the caller changes nothing */
}

/* Functions of rsa_signing.c and rsa_sign.c. */
#define FN(id, name) AB_SIGNATURE_FN(id, ab_rsa_signing_##name)
#define LATER(id, name) AB_SIGNATURE_LATER(id, ab_rsa_signing_##name)
#define SHARED                                                                                                         \
    FN(FREECTX, free), FN(DUPCTX, dup), FN(SIGN, sign), FN(VERIFY, verify), FN(VERIFY_RECOVER, recover),               \
    FN(GET_CTX_PARAMS, get_params), FN(GETTABLE_CTX_PARAMS, gettable), FN(SET_CTX_PARAMS, set_params)
#define MD_PARAMETERS                                                                                                  \
    FN(GET_CTX_MD_PARAMS, get_md_params), FN(GETTABLE_CTX_MD_PARAMS, gettable_md),                                     \
    FN(SET_CTX_MD_PARAMS, set_md_params), FN(SETTABLE_CTX_MD_PARAMS, settable_md)
#define INITS(prefix)                                                                                                  \
    AB_SIGNATURE_FN(SIGN_INIT, prefix##sign_init), AB_SIGNATURE_FN(VERIFY_INIT, prefix##verify_init),                  \
    AB_SIGNATURE_FN(VERIFY_RECOVER_INIT, prefix##recover_init)
#define DIGEST_SIGN                                                                                                    \
    AB_SIGNATURE_FN(DIGEST_SIGN_INIT, digest_sign_init), FN(DIGEST_SIGN_UPDATE, digest_sign_update),                   \
    FN(DIGEST_SIGN_FINAL, digest_sign_final)
#define DIGEST_VERIFY                                                                                                  \
    AB_SIGNATURE_FN(DIGEST_VERIFY_INIT, digest_verify_init), FN(DIGEST_VERIFY_UPDATE, digest_verify_update),           \
    FN(DIGEST_VERIFY_FINAL, digest_verify_final)
#define SIGN_MESSAGE                                                                                                   \
    AB_SIGNATURE_LATER(SIGN_MESSAGE_INIT, sign_message_init), LATER(SIGN_MESSAGE_UPDATE, sign_message_update),         \
    LATER(SIGN_MESSAGE_FINAL, sign_message_final)
#define VERIFY_MESSAGE                                                                                                 \
    AB_SIGNATURE_LATER(VERIFY_MESSAGE_INIT, verify_message_init), LATER(VERIFY_MESSAGE_UPDATE, verify_message_update), \
    LATER(VERIFY_MESSAGE_FINAL, verify_message_final)

const OSSL_DISPATCH ab_rsa_signature_functions[] = {
    AB_SIGNATURE_FN(NEWCTX, newctx),   SHARED,      INITS(), DIGEST_SIGN, DIGEST_VERIFY, MD_PARAMETERS,
    FN(SETTABLE_CTX_PARAMS, settable), { 0, NULL },
};

#define SIGALG_NEW(id) \
    static void *id##_new(void *provctx, const char *properties) { return ab_rsa_signing_new(provctx, properties, &id); }
#define SIGALG_ENTRIES                                                                                                 \
    SHARED, INITS(sigalg_), SIGN_MESSAGE, VERIFY_MESSAGE, AB_SIGNATURE_LATER(QUERY_KEY_TYPES, query_key_types),        \
    AB_SIGNATURE_FN(SETTABLE_CTX_PARAMS, ab_rsa_sigalg_settable), { 0, NULL }
#define SIGALG(id, rsa_name, digest_name)                                                                              \
    static const struct ab_rsa_sigalg id = { rsa_name, digest_name };                                                  \
    SIGALG_NEW(id) const OSSL_DISPATCH ab_rsa_##id##_signature_functions[] = { AB_SIGNATURE_FN(NEWCTX, id##_new), SIGALG_ENTRIES };

SIGALG(ripemd160, "RSA-RIPEMD160", "RIPEMD160")
SIGALG(sha1, "RSA-SHA1", "SHA1")
SIGALG(sha224, "RSA-SHA2-224", "SHA2-224")
SIGALG(sha256, "RSA-SHA2-256", "SHA2-256")
SIGALG(sha384, "RSA-SHA2-384", "SHA2-384")
SIGALG(sha512, "RSA-SHA2-512", "SHA2-512")
SIGALG(sha512_224, "RSA-SHA2-512/224", "SHA2-512/224")
SIGALG(sha512_256, "RSA-SHA2-512/256", "SHA2-512/256")
SIGALG(sha3_224, "RSA-SHA3-224", "SHA3-224")
SIGALG(sha3_256, "RSA-SHA3-256", "SHA3-256")
SIGALG(sha3_384, "RSA-SHA3-384", "SHA3-384")
SIGALG(sha3_512, "RSA-SHA3-512", "SHA3-512")
SIGALG(sm3, "RSA-SM3", "SM3")
