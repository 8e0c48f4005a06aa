/*
 * DSA for OpenSSL: src/crypto/dsa/dsa.c. From 3.4 on each pair with a digest has a name of its own too. A digest that is not ours,
 * and one that DSA may not be used with, are the default provider's, and so are keys that our arithmetic does not take.
 */
#include "provider/signature/dsa.h"

#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/digest_param.h"
#include "provider/error.h"
#include "provider/signature/signature.h"

/* ---- contexts ---- */

static void *new(void *provctx, const char *properties, const struct ab_dsa_scheme *scheme)
{
    struct ab_dsa_signing *s = calloc(1, sizeof(*s));

    if (s != NULL) {
        s->prov = provctx;
        s->scheme = scheme;
        s->properties = properties == NULL ? NULL : strdup(properties);
        if (properties == NULL || s->properties != NULL)
            return s;
    }
    free(s);
    AB_RAISE((struct ab_provctx *)provctx, AB_R_OUT_OF_MEMORY, "%s", "signature");
    return NULL;
}

static void freectx(void *ctx)
{
    struct ab_dsa_signing *s = ctx;

    ab_passed_free(&s->passed);
    ab_ffc_key_free(s->key);
    free(s->properties);
    free(s->signature);
    ab_wipe(&s->message, sizeof(s->message));
    free(s);
}

static void *dupctx(void *ctx)
{
    const struct ab_dsa_signing *s = ctx;
    struct ab_dsa_signing *copy = malloc(sizeof(*copy));
    int ok;

    if (copy == NULL)
        return NULL;
    *copy = *s;
    copy->key = s->key == NULL ? NULL : ab_ffc_key_hold(s->key);
    copy->properties = s->properties == NULL ? NULL : strdup(s->properties);
    copy->signature = s->signature == NULL ? NULL : malloc(s->signature_len + 1);
    if (copy->signature != NULL)
        memcpy(copy->signature, s->signature, s->signature_len);
    ok = ab_passed_dup(&copy->passed, &s->passed) && (s->properties == NULL || copy->properties != NULL)
         && (s->signature == NULL || copy->signature != NULL);
    if (ok)
        return copy;
    freectx(copy);
    return NULL;
}

/* ---- beginnings ---- */

static int take_key(struct ab_dsa_signing *s, struct ab_ffc_key *key)
{
    if (key == NULL) {
        if (s->key == NULL)
            AB_RAISE(s->prov, AB_R_NO_KEY_SET, "%s", "");
        return s->key != NULL;
    }
    ab_ffc_key_hold(key);
    ab_ffc_key_free(s->key);
    s->key = key;
    ab_passed_free(&s->passed);
    return 1;
}

static int begin_message(struct ab_dsa_signing *s)
{
    s->is_digest_fixed = true;
    s->has_data = false;
    s->has_message = s->hash != NULL && s->passed.ctx == NULL;
    if (s->has_message)
        ab_hash_init(&s->message, s->hash);
    return s->has_message || ab_dsa_pass_on(s); /* where there is no digest, it says so */
}

/* digest: NULL for that of the parameters, if any. What of either is not ours passes on the whole operation. */
static int begin(struct ab_dsa_signing *s, int id, const char *digest, void *key, const OSSL_PARAM params[])
{
    const struct ab_hash *hash = NULL, *other = NULL;
    enum ab_digest_choice choice, told;

    if (!take_key(s, key))
        return 0;
    s->begun_by = id;
    choice = ab_dsa_choose_name(s, digest, &hash);
    told = s->scheme->digest != NULL ? AB_DIGEST_NONE : ab_dsa_choose_digest(s, params, &other);
    if (choice == AB_DIGEST_REFUSED || told == AB_DIGEST_REFUSED)
        return 0;
    if (s->passed.ctx != NULL || choice == AB_DIGEST_OTHER || told == AB_DIGEST_OTHER)
        return ab_dsa_begin_passed(s, digest, params);
    return ab_dsa_set_ctx_params(s, params) && (choice == AB_DIGEST_NONE || ab_dsa_set_digest(s, digest, hash));
}

/* A name's own digest; its messages are hashed if it says so. */
static int begin_one_of(void *ctx, int id, void *key, const OSSL_PARAM params[])
{
    struct ab_dsa_signing *s = ctx;

    return begin(s, id, s->scheme->digest, key, params) && (s->scheme->digest == NULL || begin_message(s));
}

static int sign_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin_one_of(ctx, OSSL_FUNC_SIGNATURE_SIGN_INIT, key, params);
}

static int verify_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin_one_of(ctx, OSSL_FUNC_SIGNATURE_VERIFY_INIT, key, params);
}

static int sign_message_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin_one_of(ctx, AB_SIGNATURE_SIGN_MESSAGE_INIT, key, params);
}

static int verify_message_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin_one_of(ctx, AB_SIGNATURE_VERIFY_MESSAGE_INIT, key, params);
}

static int digest_sign_init(void *ctx, const char *digest, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, OSSL_FUNC_SIGNATURE_DIGEST_SIGN_INIT, digest, key, params) && begin_message(ctx);
}

static int digest_verify_init(void *ctx, const char *digest, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_INIT, digest, key, params) && begin_message(ctx);
}

/* ---- messages ---- */

static int take_data(struct ab_dsa_signing *s, const unsigned char *data, size_t len)
{
    if (!s->has_message)
        return 0;
    s->has_data = true;
    ab_hash_update(&s->message, data, len);
    return 1;
}

static int end_message(struct ab_dsa_signing *s, uint8_t digest[AB_HASH_MAX_DIGEST])
{
    int ok = s->has_message && s->message.hash == s->hash;

    s->has_message = false;
    if (ok)
        ab_hash_final(&s->message, digest);
    return ok;
}

static int sign_message(struct ab_dsa_signing *s, unsigned char *sig, size_t *sig_len, size_t size)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];
    int ok;

    if (sig == NULL)
        return s->has_message && ab_dsa_sign_digest(s, NULL, sig_len, 0, NULL, 0);
    ok = end_message(s, digest) && ab_dsa_sign_digest(s, sig, sig_len, size, digest, s->hash->algorithm->digest_len);
    ab_wipe(digest, sizeof(digest));
    return ok;
}

static int verify_message(struct ab_dsa_signing *s, const uint8_t *sig, size_t sig_len)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];

    if ((sig_len == 0 && s->prov->release >= AB_RELEASE(4, 0)) || !end_message(s, digest))
        return 0;
    return ab_dsa_verify_digest(s, sig, sig_len, digest, s->hash->algorithm->digest_len);
}

static int update(struct ab_dsa_signing *s, int id, const unsigned char *data, size_t len)
{
    return s->passed.ctx != NULL ? ab_passed_update(&s->passed, id, data, len) : take_data(s, data, len);
}

static int digest_sign_update(void *ctx, const unsigned char *data, size_t len)
{
    return update(ctx, OSSL_FUNC_SIGNATURE_DIGEST_SIGN_UPDATE, data, len);
}

static int digest_verify_update(void *ctx, const unsigned char *data, size_t len)
{
    return update(ctx, OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_UPDATE, data, len);
}

static int sign_message_update(void *ctx, const unsigned char *data, size_t len)
{
    return update(ctx, AB_SIGNATURE_SIGN_MESSAGE_UPDATE, data, len);
}

static int verify_message_update(void *ctx, const unsigned char *data, size_t len)
{
    return update(ctx, AB_SIGNATURE_VERIFY_MESSAGE_UPDATE, data, len);
}

static int digest_sign_final(void *ctx, unsigned char *sig, size_t *sig_len, size_t size)
{
    struct ab_dsa_signing *s = ctx;

    s->is_digest_fixed = false;
    if (s->passed.ctx != NULL)
        return ab_passed_final(&s->passed, OSSL_FUNC_SIGNATURE_DIGEST_SIGN_FINAL, sig, sig_len, size);
    return sign_message(s, sig, sig_len, size);
}

static int digest_verify_final(void *ctx, const unsigned char *sig, size_t sig_len)
{
    struct ab_dsa_signing *s = ctx;

    s->is_digest_fixed = false;
    if (s->passed.ctx != NULL)
        return ab_passed_verify_final(&s->passed, sig, sig_len);
    return verify_message(s, sig, sig_len);
}

static int sign_message_final(void *ctx, unsigned char *sig, size_t *sig_len, size_t size)
{
    struct ab_dsa_signing *s = ctx;

    if (s->passed.ctx != NULL)
        return ab_passed_final(&s->passed, AB_SIGNATURE_SIGN_MESSAGE_FINAL, sig, sig_len, size);
    return sign_message(s, sig, sig_len, size);
}

static int verify_message_final(void *ctx)
{
    struct ab_dsa_signing *s = ctx;

    if (s->passed.ctx != NULL)
        return ab_passed_verify_message_final(&s->passed);
    return verify_message(s, s->signature, s->signature_len);
}

/* ---- in one call: a digest, or a message if it was begun so ---- */

static int sign(void *ctx, unsigned char *sig, size_t *sig_len, size_t size, const unsigned char *data, size_t len)
{
    struct ab_dsa_signing *s = ctx;

    if (s->passed.ctx != NULL)
        return ab_passed_convert(&s->passed, OSSL_FUNC_SIGNATURE_SIGN, sig, sig_len, size, data, len);
    if (s->begun_by != AB_SIGNATURE_SIGN_MESSAGE_INIT)
        return ab_dsa_sign_digest(s, sig, sig_len, size, data, len);
    return (sig == NULL || take_data(s, data, len)) && sign_message(s, sig, sig_len, size);
}

static int verify(void *ctx, const unsigned char *sig, size_t sig_len, const unsigned char *data, size_t len)
{
    struct ab_dsa_signing *s = ctx;

    if (s->passed.ctx != NULL)
        return ab_passed_verify(&s->passed, OSSL_FUNC_SIGNATURE_VERIFY, sig, sig_len, data, len);
    if (s->begun_by != AB_SIGNATURE_VERIFY_MESSAGE_INIT)
        return ab_dsa_verify_digest(s, sig, sig_len, data, len);
    return take_data(s, data, len) ? verify_message(s, sig, sig_len) : 0;
}

static const char **query_key_types(void)
{
    static const char *const types[] = { "DSA", NULL };

    return (const char **)types; /* the caller changes nothing */
}

/* ---- names ---- */

#define NEW(id, name, digest)                                                                                            \
    static const struct ab_dsa_scheme scheme_##id = { name, digest };                                                    \
    static void *new_##id(void *provctx, const char *properties) { return new(provctx, properties, &scheme_##id); }

NEW(dsa, "DSA", NULL)
NEW(sha1, "DSA-SHA1", "SHA1")
NEW(sha2_224, "DSA-SHA2-224", "SHA2-224")
NEW(sha2_256, "DSA-SHA2-256", "SHA2-256")
NEW(sha2_384, "DSA-SHA2-384", "SHA2-384")
NEW(sha2_512, "DSA-SHA2-512", "SHA2-512")
NEW(sha3_224, "DSA-SHA3-224", "SHA3-224")
NEW(sha3_256, "DSA-SHA3-256", "SHA3-256")
NEW(sha3_384, "DSA-SHA3-384", "SHA3-384")
NEW(sha3_512, "DSA-SHA3-512", "SHA3-512")

#define SHARED                                                                                                           \
    AB_SIGNATURE_FN(FREECTX, freectx), AB_SIGNATURE_FN(DUPCTX, dupctx), AB_SIGNATURE_FN(SIGN_INIT, sign_init),          \
    AB_SIGNATURE_FN(SIGN, sign), AB_SIGNATURE_FN(VERIFY_INIT, verify_init), AB_SIGNATURE_FN(VERIFY, verify)
#define PARAMETERS(gettable, settable)                                                                                   \
    AB_SIGNATURE_FN(GET_CTX_PARAMS, ab_dsa_get_ctx_params), AB_SIGNATURE_FN(GETTABLE_CTX_PARAMS, gettable),             \
    AB_SIGNATURE_FN(SET_CTX_PARAMS, ab_dsa_set_ctx_params), AB_SIGNATURE_FN(SETTABLE_CTX_PARAMS, settable)
#define DIGEST_SIGN                                                                                                      \
    AB_SIGNATURE_FN(DIGEST_SIGN_INIT, digest_sign_init), AB_SIGNATURE_FN(DIGEST_SIGN_UPDATE, digest_sign_update),       \
    AB_SIGNATURE_FN(DIGEST_SIGN_FINAL, digest_sign_final)
#define DIGEST_VERIFY                                                                                                    \
    AB_SIGNATURE_FN(DIGEST_VERIFY_INIT, digest_verify_init), AB_SIGNATURE_FN(DIGEST_VERIFY_UPDATE, digest_verify_update), \
    AB_SIGNATURE_FN(DIGEST_VERIFY_FINAL, digest_verify_final)
#define OF_DIGEST                                                                                                        \
    AB_SIGNATURE_FN(GET_CTX_MD_PARAMS, ab_dsa_get_ctx_md_params), AB_SIGNATURE_FN(SET_CTX_MD_PARAMS, ab_dsa_set_ctx_md_params)
#define DIGEST_LISTS                                                                                                     \
    AB_SIGNATURE_FN(GETTABLE_CTX_MD_PARAMS, ab_dsa_gettable_ctx_md_params),                                             \
    AB_SIGNATURE_FN(SETTABLE_CTX_MD_PARAMS, ab_dsa_settable_ctx_md_params)
#define LATER AB_SIGNATURE_LATER
#define SIGN_MESSAGE                                                                                                     \
    LATER(SIGN_MESSAGE_INIT, sign_message_init), LATER(SIGN_MESSAGE_UPDATE, sign_message_update),                       \
    LATER(SIGN_MESSAGE_FINAL, sign_message_final), LATER(QUERY_KEY_TYPES, query_key_types)
#define VERIFY_MESSAGE                                                                                                   \
    LATER(VERIFY_MESSAGE_INIT, verify_message_init), LATER(VERIFY_MESSAGE_UPDATE, verify_message_update),               \
    LATER(VERIFY_MESSAGE_FINAL, verify_message_final)
#define OF_SCHEME(id)                                                                                                    \
    { AB_SIGNATURE_FN(NEWCTX, new_##id), SHARED, SIGN_MESSAGE, VERIFY_MESSAGE,                                          \
      PARAMETERS(ab_dsa_gettable_3_2, ab_dsa_settable_of_scheme), { 0, NULL } }

const OSSL_DISPATCH ab_dsa_signature_3_0_functions[] = {
    AB_SIGNATURE_FN(NEWCTX, new_dsa), SHARED, DIGEST_SIGN, DIGEST_VERIFY, OF_DIGEST, DIGEST_LISTS,
    PARAMETERS(ab_dsa_gettable_3_0, ab_dsa_settable_3_0), { 0, NULL },
};
const OSSL_DISPATCH ab_dsa_signature_3_2_functions[] = {
    AB_SIGNATURE_FN(NEWCTX, new_dsa), SHARED, DIGEST_SIGN, DIGEST_VERIFY, OF_DIGEST, DIGEST_LISTS,
    PARAMETERS(ab_dsa_gettable_3_2, ab_dsa_settable_3_2), { 0, NULL },
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
