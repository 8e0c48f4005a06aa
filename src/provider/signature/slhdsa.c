/*
 * SLH-DSA, all twelve sets, for OpenSSL: pure signatures (FIPS 205 sec. 10.2); they are in src/crypto/slhdsa/. As with
 * the default provider, a message comes in one call. There is no digest and no fallback, so a context is a struct
 * ab_pure_signing.
 */
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/proverr.h>

#include "ct/ct.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/generator.h"
#include "provider/keymgmt/slhdsa_key.h"
#include "provider/oids.h"
#include "provider/signature/pure_signing.h"
#include "threads/sign.h"

static struct ab_slhdsa_keydata *key_of(const struct ab_pure_signing *s)
{
    return s->base.key;
}

/* ---- contexts ---- */

static void hold_key(void *key)
{
    ab_slhdsa_keydata_hold(key);
}

static void free_key(void *key)
{
    ab_slhdsa_keydata_free(key);
}

/* The schemes differ in nothing but the place in this array, which is that of their set. */
static const struct ab_signature_scheme *scheme_of(enum ab_slhdsa_id id)
{
    static const struct ab_signature_type type = { sizeof(struct ab_pure_signing), hold_key, free_key };
    static const struct ab_signature_scheme schemes[AB_NUM_SLHDSA] = {
        { .type = &type }, { .type = &type }, { .type = &type }, { .type = &type },
        { .type = &type }, { .type = &type }, { .type = &type }, { .type = &type },
        { .type = &type }, { .type = &type }, { .type = &type }, { .type = &type },
    };

    return &schemes[id];
}

/* ---- parameters ---- */

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    const struct ab_slhdsa_keydata *key = key_of(ctx);

    return ab_pure_signing_get_params(params, key == NULL ? 0 : (uint8_t)(AB_ARC_SLHDSA + key->key.params->id));
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct ab_pure_signing *s = ctx;
    const struct ab_slhdsa_keydata *key = s == NULL ? NULL : key_of(s);

    return s != NULL && ab_pure_signing_set_params(s, params, key == NULL ? 0 : key->key.params->n);
}

static const OSSL_PARAM *settable(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = { AB_PURE_SIGNING_SETTABLE, OSSL_PARAM_END };

    (void)ctx, (void)provctx;
    return list;
}

/* ---- init ---- */

/* EVP_PKEY_sign_message_init and EVP_PKEY_verify_message_init. */
static int message_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    const struct ab_slhdsa_keydata *k = key;
    struct ab_pure_signing *s = ctx;

    if (k != NULL && scheme_of(k->key.params->id) != s->base.scheme) {
        AB_RAISE_DETAIL(s->base.prov, AB_R_NO_KEY_SET, "a key of %s", k->key.params->name);
        return 0;
    }
    return ab_signature_set_key(&s->base, key) && set_ctx_params(s, params);
}

/* EVP_DigestSignInit and EVP_DigestVerifyInit. */
static int digest_init(void *ctx, const char *digest, void *key, const OSSL_PARAM params[])
{
    return ab_pure_signing_check_digest(ctx, digest, "SLH-DSA") && message_init(ctx, key, params);
}

/* ---- signing and verifying ---- */

static const struct ab_slhdsa_key *find_key(const struct ab_pure_signing *s)
{
    if (key_of(s) != NULL)
        return &key_of(s)->key;
    AB_RAISE(s->base.prov, AB_R_NO_KEY_SET);
    return NULL;
}

/* What is signed, in the caller's memory. */
static struct ab_slhdsa_message message_of(const struct ab_pure_signing *s, const uint8_t *data, size_t len)
{
    struct ab_slhdsa_message m;

    if (s->is_encoded_here)
        ab_slhdsa_message_init(&m, s->context, s->context_len, data, len); /* the length was checked when it was set */
    else
        ab_slhdsa_message_init_encoded(&m, data, len);
    return m;
}

/* Returns 0 with an error raised. */
static int can_sign(const struct ab_pure_signing *s, const struct ab_slhdsa_key *key, size_t size)
{
    if (size < key->params->signature_len) {
        AB_RAISE_CODE_DETAIL(s->base.prov, ERR_LIB_PROV, PROV_R_INVALID_SIGNATURE_SIZE,
                             "is %zu, should be at least %zu", size, key->params->signature_len);
        return 0;
    }
    if (!key->has_private)
        AB_RAISE(s->base.prov, AB_R_MISSING_KEY);
    return key->has_private;
}

static void sign_with(const struct ab_pure_signing *s, const struct ab_slhdsa_key *key, uint8_t *signature,
                      const struct ab_slhdsa_message *m, const uint8_t *addrnd)
{
    struct ab_pool *pool = s->base.prov->pool;

    if (pool != NULL)
        ab_threads_slhdsa_sign_with(pool, key, signature, m, addrnd);
    else
        ab_slhdsa_sign_with(key, signature, m, addrnd);
}

/* addrnd is the entropy of a test, nothing (PK.seed serves), or random. */
static int sign_message(const struct ab_pure_signing *s, const struct ab_slhdsa_key *key, uint8_t *signature,
                        const struct ab_slhdsa_message *m)
{
    uint8_t drawn[AB_SLHDSA_MAX_N];
    const uint8_t *addrnd = s->entropy_len != 0 ? s->entropy : s->deterministic != 0 ? NULL : drawn;
    int ok = addrnd != drawn || ab_generator_bytes(s->base.prov, drawn, key->params->n);

    ab_count(s->base.prov, ab_family_of_slhdsa(key->params->id), AB_COUNTED_SIGN, 0);
    if (ok)
        sign_with(s, key, signature, m, addrnd);
    else
        AB_RAISE(s->base.prov, AB_R_RANDOM_FAILED);
    ab_wipe(drawn, sizeof(drawn));
    return ok;
}

/* With signature == NULL, return the length only, even of a public key. */
static int sign(void *ctx, unsigned char *signature, size_t *len_out, size_t size, const unsigned char *data,
                size_t len)
{
    const struct ab_pure_signing *s = ctx;
    const struct ab_slhdsa_key *key = find_key(s);
    const struct ab_slhdsa_message m = message_of(s, data, len);

    if (key == NULL || (signature != NULL && (!can_sign(s, key, size) || !sign_message(s, key, signature, &m))))
        return 0;
    *len_out = key->params->signature_len;
    return 1;
}

static int verify(void *ctx, const unsigned char *signature, size_t signature_len, const unsigned char *data,
                  size_t len)
{
    const struct ab_pure_signing *s = ctx;
    const struct ab_slhdsa_key *key = find_key(s);
    const struct ab_slhdsa_message m = message_of(s, data, len);

    if (key == NULL)
        return 0;
    ab_count(s->base.prov, ab_family_of_slhdsa(key->params->id), AB_COUNTED_VERIFY, 0);
    return ab_slhdsa_verify(key, signature, signature_len, &m);
}

/* Nothing is fetched, so properties have no effect. */
static void *new(void *provctx, const char *properties, enum ab_slhdsa_id id)
{
    (void)properties;
    return ab_pure_signing_new(provctx, scheme_of(id));
}

/* ---- messages in pieces: refused, since a signature hashes its message twice ---- */

static int refuse_pieces(const struct ab_pure_signing *s)
{
    AB_RAISE_DETAIL(s->base.prov, AB_R_UNSUPPORTED_BY_KEY_TYPE, "SLH-DSA takes a message in one call");
    return 0;
}

static int refuse_update(void *ctx, const unsigned char *data, size_t len)
{
    (void)data, (void)len;
    return refuse_pieces(ctx);
}

static int refuse_sign_final(void *ctx, unsigned char *signature, size_t *len_out, size_t size)
{
    (void)signature, (void)len_out, (void)size;
    return refuse_pieces(ctx);
}

static int refuse_verify_final(void *ctx, const unsigned char *signature, size_t len)
{
    (void)signature, (void)len;
    return refuse_pieces(ctx);
}

#define CONTEXTS AB_SIGNATURE_FN(FREECTX, ab_signature_free), AB_SIGNATURE_FN(DUPCTX, ab_signature_dup)
#define PARAMS                                                                                                       \
    AB_SIGNATURE_FN(GET_CTX_PARAMS, get_ctx_params), AB_SIGNATURE_FN(GETTABLE_CTX_PARAMS, ab_pure_signing_gettable), \
    AB_SIGNATURE_FN(SET_CTX_PARAMS, set_ctx_params), AB_SIGNATURE_FN(SETTABLE_CTX_PARAMS, settable)
#define DIGESTS                                                                         \
    AB_SIGNATURE_FN(DIGEST_SIGN_INIT, digest_init), AB_SIGNATURE_FN(DIGEST_SIGN, sign), \
    AB_SIGNATURE_FN(DIGEST_VERIFY_INIT, digest_init), AB_SIGNATURE_FN(DIGEST_VERIFY, verify)
#define MESSAGES                                                                      \
    AB_SIGNATURE_LATER(SIGN_MESSAGE_INIT, message_init), AB_SIGNATURE_FN(SIGN, sign), \
    AB_SIGNATURE_LATER(VERIFY_MESSAGE_INIT, message_init), AB_SIGNATURE_FN(VERIFY, verify)
/* Before 3.5 libcrypto calls these without checking that they are there. */
#define NO_PIECES                                                                                                 \
    AB_SIGNATURE_FN(DIGEST_SIGN_UPDATE, refuse_update), AB_SIGNATURE_FN(DIGEST_SIGN_FINAL, refuse_sign_final),   \
    AB_SIGNATURE_FN(DIGEST_VERIFY_UPDATE, refuse_update), AB_SIGNATURE_FN(DIGEST_VERIFY_FINAL, refuse_verify_final)
#define TABLE(name, rest) { AB_SIGNATURE_FN(NEWCTX, name##_newctx), AB_GO_ON(rest) }

AB_REST(rest_3_0, CONTEXTS, PARAMS, DIGESTS, NO_PIECES)
AB_REST(rest_3_4, CONTEXTS, PARAMS, DIGESTS, NO_PIECES, MESSAGES)
AB_REST(rest_3_5, CONTEXTS, PARAMS, DIGESTS, MESSAGES)

/* A set: how its contexts are made, and its tables before and from OpenSSL 3.4 on, and from 3.5 on. */
#define NEW(name, id) static void *name##_newctx(void *provctx, const char *p) { return new(provctx, p, id); }
#define BEFORE_3_5(name)                                                                                         \
    const OSSL_DISPATCH ab_slhdsa_##name##_signature_3_0_functions[] = TABLE(name, rest_3_0);                    \
    const OSSL_DISPATCH ab_slhdsa_##name##_signature_3_4_functions[] = TABLE(name, rest_3_4)
#define SET(name, id) NEW(name, id) BEFORE_3_5(name); \
    const OSSL_DISPATCH ab_slhdsa_##name##_signature_functions[] = TABLE(name, rest_3_5)

SET(sha2_128s, AB_SLHDSA_SHA2_128S);
SET(sha2_128f, AB_SLHDSA_SHA2_128F);
SET(sha2_192s, AB_SLHDSA_SHA2_192S);
SET(sha2_192f, AB_SLHDSA_SHA2_192F);
SET(sha2_256s, AB_SLHDSA_SHA2_256S);
SET(sha2_256f, AB_SLHDSA_SHA2_256F);
SET(shake_128s, AB_SLHDSA_SHAKE_128S);
SET(shake_128f, AB_SLHDSA_SHAKE_128F);
SET(shake_192s, AB_SLHDSA_SHAKE_192S);
SET(shake_192f, AB_SLHDSA_SHAKE_192F);
SET(shake_256s, AB_SLHDSA_SHAKE_256S);
SET(shake_256f, AB_SLHDSA_SHAKE_256F);
