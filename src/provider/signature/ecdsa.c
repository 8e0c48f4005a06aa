/* ECDSA for OpenSSL: src/crypto/ec/ecdsa.c. */
#include "provider/signature/ecdsa.h"

#include <openssl/ec.h>
#include <openssl/err.h>
#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/digest_param.h"
#include "provider/error.h"
#include "provider/health.h"
#include "provider/random.h"
#include "provider/signature/ecdsa_der.h"
#include "provider/signature/signature.h"

enum { DETERMINISTIC = 1 };

/* ---- contexts ---- */

static void *new(void *provctx, const char *properties, const struct ab_ecdsa_scheme *scheme)
{
    struct ab_ecdsa *s = calloc(1, sizeof(*s));

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
    struct ab_ecdsa *s = ctx;

    if (s == NULL)
        return;
    ab_passed_free(&s->passed);
    ab_ec_key_free(s->key);
    ab_octets_clear(&s->signature);
    free(s->properties);
    ab_wipe(&s->message, sizeof(s->message));
    free(s);
}

static void *dupctx(void *ctx)
{
    const struct ab_ecdsa *s = ctx;
    struct ab_ecdsa *copy = new(s->prov, s->properties, s->scheme);
    char *properties;

    if (copy == NULL)
        return NULL;
    properties = copy->properties;
    *copy = *s;
    copy->properties = properties;
    copy->key = s->key == NULL ? NULL : ab_ec_key_hold(s->key);
    ab_octets_prepare(&copy->signature);
    if (ab_passed_dup(&copy->passed, &s->passed) && ab_octets_copy(s->prov, &copy->signature, &s->signature))
        return copy;
    freectx(copy);
    return NULL;
}

/* ---- what is passed on ---- */

static int names_digest(int id)
{
    return id == OSSL_FUNC_SIGNATURE_DIGEST_SIGN_INIT || id == OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_INIT;
}

/* keydata NULL: the key that the default provider's context has. */
static int init_passed(struct ab_ecdsa *s, const char *digest, void *keydata, const OSSL_PARAM params[])
{
    if (names_digest(s->begun_by))
        return ab_passed_digest_init(&s->passed, s->begun_by, digest, keydata, params);
    return ab_passed_init(&s->passed, s->begun_by, keydata, params);
}

static int begin_passed(struct ab_ecdsa *s, const char *digest, const OSSL_PARAM params[])
{
    void *keydata = ab_ec_key_twin(s->key);

    if (keydata == NULL || !ab_passed_make(&s->passed, s->prov, OSSL_OP_SIGNATURE, s->scheme->name, s->properties))
        return 0;
    if (init_passed(s, digest, keydata, params))
        return 1;
    ab_passed_free(&s->passed);
    return 0;
}

int ab_ecdsa_pass_on(struct ab_ecdsa *s)
{
    OSSL_PARAM params[AB_ECDSA_NUM_PARAMS];

    if (s->passed.ctx != NULL)
        return 1;
    if (s->key == NULL || s->has_data)
        return 0;
    ab_ecdsa_tell(s, params);
    return begin_passed(s, s->hash == NULL ? NULL : s->digest_name, params);
}

/* ---- beginnings ---- */

/* NULL: the key that is there. */
static int take_key(struct ab_ecdsa *s, struct ab_ec_key *key)
{
    if (key == NULL && s->key == NULL) {
        AB_RAISE(s->prov, AB_R_NO_KEY_SET, "%s", "");
        return 0;
    }
    if (key != NULL) {
        ab_ec_key_hold(key);
        ab_ec_key_free(s->key);
        s->key = key;
    }
    return 1;
}

/* digest: NULL for that of the parameters, if any. */
static int begin(struct ab_ecdsa *s, int id, const char *digest, void *key, const OSSL_PARAM params[])
{
    const struct ab_hash *hash = NULL;
    enum ab_digest_choice choice;

    if (!take_key(s, key))
        return 0;
    s->begun_by = id;
    if (key == NULL && s->passed.ctx != NULL)
        return init_passed(s, digest, NULL, params);
    ab_passed_free(&s->passed);
    s->has_message = s->has_data = false;
    ab_octets_clear(&s->signature);
    choice = ab_ecdsa_choose_digest(s, digest, &hash);
    if (s->key->curve == NULL || (choice != AB_DIGEST_OURS && choice != AB_DIGEST_NONE) || !ab_ecdsa_are_ours(s, params))
        return begin_passed(s, digest, params);
    return ab_ecdsa_take_params(s, params) && (choice == AB_DIGEST_NONE || ab_ecdsa_set_digest(s, digest, hash));
}

/* Without a digest the default provider says so. */
static int begin_message(struct ab_ecdsa *s)
{
    s->is_digest_fixed = true;
    if (s->passed.ctx != NULL)
        return 1;
    if (s->hash == NULL)
        return ab_ecdsa_pass_on(s);
    s->has_message = true;
    ab_hash_init(&s->message, s->hash);
    return 1;
}

/* Names that say the digest fix it, and begin a message whether it is used or not. */
static int begin_named(struct ab_ecdsa *s, int id, void *key, const OSSL_PARAM params[])
{
    return begin(s, id, s->scheme->digest, key, params) && (s->scheme->digest == NULL || begin_message(s));
}

static int sign_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin_named(ctx, OSSL_FUNC_SIGNATURE_SIGN_INIT, key, params);
}

static int verify_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin_named(ctx, OSSL_FUNC_SIGNATURE_VERIFY_INIT, key, params);
}

static int sign_message_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin_named(ctx, AB_SIGNATURE_SIGN_MESSAGE_INIT, key, params);
}

static int verify_message_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin_named(ctx, AB_SIGNATURE_VERIFY_MESSAGE_INIT, key, params);
}

static int digest_sign_init(void *ctx, const char *digest, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, OSSL_FUNC_SIGNATURE_DIGEST_SIGN_INIT, digest, key, params) && begin_message(ctx);
}

static int digest_verify_init(void *ctx, const char *digest, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_INIT, digest, key, params) && begin_message(ctx);
}

/* ---- digests ---- */

static int sign_pair(const struct ab_ecdsa *s, uint8_t pair[AB_ECDSA_MAX_LEN], const uint8_t *digest, size_t len)
{
    const struct ab_ec_key *key = s->key;
    const struct ab_hash *sha512;

    if (!key->has_private) {
        AB_RAISE_CODE(s->prov, ERR_LIB_EC, EC_R_MISSING_PRIVATE_KEY, "%s", "");
        return 0;
    }
    if (s->nonce_type == DETERMINISTIC && s->hash != NULL)
        return ab_ecdsa_sign_deterministic(key->curve, pair, digest, len, key->private_key, s->hash);
    if (s->nonce_type != 0 && s->hash == NULL) {
        AB_RAISE(s->prov, AB_R_INVALID_DIGEST, "%s", "a nonce of this type stands on the digest's name");
        return 0;
    }
    sha512 = ab_health_hash(s->prov, AB_HASH_SHA512);
    if (sha512 != NULL && ab_ecdsa_sign(key->curve, pair, digest, len, key->private_key, sha512, &ab_os_random))
        return 1;
    AB_RAISE(s->prov, AB_R_FAILED_TO_SIGN, "%s", "");
    return 0;
}

static int sign_digest(const struct ab_ecdsa *s, unsigned char *sig, size_t *sig_len, size_t size, const uint8_t *digest,
                       size_t len)
{
    uint8_t pair[AB_ECDSA_MAX_LEN];
    size_t max_len;

    if (s->key == NULL)
        return 0;
    max_len = ab_ecdsa_der_max_len(ab_curve_order_bits(s->key->curve));
    if (sig == NULL) {
        *sig_len = max_len;
        return 1;
    }
    if (size < max_len || (s->digest_size != 0 && len != s->digest_size) || !sign_pair(s, pair, digest, len))
        return 0;
    *sig_len = ab_ecdsa_der_write(sig, pair, ab_curve_order_len(s->key->curve));
    return 1;
}

/* -1: what is there is no signature at all, or there is no public key, as the default provider tells */
static int verify_digest(const struct ab_ecdsa *s, const uint8_t *sig, size_t sig_len, const uint8_t *digest, size_t len)
{
    const struct ab_ec_key *key = s->key;
    uint8_t pair[AB_ECDSA_MAX_LEN];

    if (key == NULL || (s->digest_size != 0 && len != s->digest_size))
        return 0;
    switch (ab_ecdsa_der_read(sig, sig_len, pair, ab_curve_order_len(key->curve))) {
    case AB_DER_WRONG: return -1;
    case AB_DER_TOO_LONG: return key->has_public ? 0 : -1;
    default: break;
    }
    if (key->has_public)
        return ab_ecdsa_verify(key->curve, pair, digest, len, key->public_key);
    AB_RAISE_CODE(s->prov, ERR_LIB_EC, EC_R_MISSING_PARAMETERS, "%s", "no public key");
    return -1;
}

/* ---- messages ---- */

static int take_data(struct ab_ecdsa *s, const unsigned char *data, size_t len)
{
    if (!s->has_message)
        return 0;
    s->has_data = true;
    ab_hash_update(&s->message, data, len);
    return 1;
}

static int end_message(struct ab_ecdsa *s, uint8_t digest[AB_HASH_MAX_DIGEST])
{
    int ok = s->has_message && s->message.hash == s->hash;

    if (ok)
        ab_hash_final(&s->message, digest);
    s->has_message = false;
    return ok;
}

/* The length of the signature is told without an end. */
static int sign_message(struct ab_ecdsa *s, unsigned char *sig, size_t *sig_len, size_t size)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];
    int ok;

    if (sig == NULL)
        return s->has_message && sign_digest(s, NULL, sig_len, 0, NULL, 0);
    ok = end_message(s, digest) && sign_digest(s, sig, sig_len, size, digest, s->hash->algorithm->digest_len);
    ab_wipe(digest, sizeof(digest));
    return ok;
}

static int verify_message(struct ab_ecdsa *s, const uint8_t *sig, size_t sig_len)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];

    if (sig_len == 0 && s->prov->release >= AB_RELEASE(4, 0)) /* earlier releases hand it to the decoder */
        return 0;
    return end_message(s, digest) ? verify_digest(s, sig, sig_len, digest, s->hash->algorithm->digest_len) : 0;
}

static int update(struct ab_ecdsa *s, int id, const unsigned char *data, size_t len)
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
    struct ab_ecdsa *s = ctx;

    s->is_digest_fixed = false;
    if (s->passed.ctx != NULL)
        return ab_passed_final(&s->passed, OSSL_FUNC_SIGNATURE_DIGEST_SIGN_FINAL, sig, sig_len, size);
    return sign_message(s, sig, sig_len, size);
}

static int digest_verify_final(void *ctx, const unsigned char *sig, size_t sig_len)
{
    struct ab_ecdsa *s = ctx;

    s->is_digest_fixed = false;
    if (s->passed.ctx != NULL)
        return ab_passed_verify_final(&s->passed, sig, sig_len);
    return verify_message(s, sig, sig_len);
}

static int sign_message_final(void *ctx, unsigned char *sig, size_t *sig_len, size_t size)
{
    struct ab_ecdsa *s = ctx;

    if (s->passed.ctx != NULL)
        return ab_passed_final(&s->passed, AB_SIGNATURE_SIGN_MESSAGE_FINAL, sig, sig_len, size);
    return sign_message(s, sig, sig_len, size);
}

static int verify_message_final(void *ctx)
{
    struct ab_ecdsa *s = ctx;

    if (s->passed.ctx != NULL)
        return ab_passed_verify_message_final(&s->passed);
    return verify_message(s, s->signature.data, s->signature.len);
}

/* ---- in one call: of a message if that is what was begun, else of a digest ---- */

static int sign(void *ctx, unsigned char *sig, size_t *sig_len, size_t size, const unsigned char *data, size_t len)
{
    struct ab_ecdsa *s = ctx;

    if (s->passed.ctx != NULL)
        return ab_passed_convert(&s->passed, OSSL_FUNC_SIGNATURE_SIGN, sig, sig_len, size, data, len);
    if (s->begun_by != AB_SIGNATURE_SIGN_MESSAGE_INIT)
        return sign_digest(s, sig, sig_len, size, data, len);
    return (sig == NULL || take_data(s, data, len)) && sign_message(s, sig, sig_len, size);
}

static int verify(void *ctx, const unsigned char *sig, size_t sig_len, const unsigned char *data, size_t len)
{
    struct ab_ecdsa *s = ctx;

    if (s->passed.ctx != NULL)
        return ab_passed_verify(&s->passed, OSSL_FUNC_SIGNATURE_VERIFY, sig, sig_len, data, len);
    if (s->begun_by != AB_SIGNATURE_VERIFY_MESSAGE_INIT)
        return verify_digest(s, sig, sig_len, data, len);
    return take_data(s, data, len) ? verify_message(s, sig, sig_len) : 0;
}

/* ---- the names ---- */

static const char **query_key_types(void)
{
    static const char *const types[] = { "EC", NULL };

    return (const char **)types; /* the caller changes nothing */
}

#define SCHEME(id, name, digest)                                                                  \
    static const struct ab_ecdsa_scheme scheme_##id = { name, digest };                           \
    static void *new_##id(void *provctx, const char *properties) { return new(provctx, properties, &scheme_##id); }
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

#define SHARED                                                                                                             \
    AB_SIGNATURE_FN(FREECTX, freectx), AB_SIGNATURE_FN(DUPCTX, dupctx), AB_SIGNATURE_FN(SIGN_INIT, sign_init),            \
    AB_SIGNATURE_FN(SIGN, sign), AB_SIGNATURE_FN(VERIFY_INIT, verify_init), AB_SIGNATURE_FN(VERIFY, verify)
#define PARAMS(settable)                                                                                                   \
    AB_SIGNATURE_FN(GET_CTX_PARAMS, ab_ecdsa_get_ctx_params), AB_SIGNATURE_FN(GETTABLE_CTX_PARAMS, ab_ecdsa_gettable),    \
    AB_SIGNATURE_FN(SET_CTX_PARAMS, ab_ecdsa_set_ctx_params), AB_SIGNATURE_FN(SETTABLE_CTX_PARAMS, settable)
#define MD_PARAMS                                                                                                          \
    AB_SIGNATURE_FN(GET_CTX_MD_PARAMS, ab_ecdsa_get_md_params), AB_SIGNATURE_FN(GETTABLE_CTX_MD_PARAMS, ab_ecdsa_gettable_md), \
    AB_SIGNATURE_FN(SET_CTX_MD_PARAMS, ab_ecdsa_set_md_params), AB_SIGNATURE_FN(SETTABLE_CTX_MD_PARAMS, ab_ecdsa_settable_md)
#define DIGEST_SIGN                                                                                                        \
    AB_SIGNATURE_FN(DIGEST_SIGN_INIT, digest_sign_init), AB_SIGNATURE_FN(DIGEST_SIGN_UPDATE, digest_sign_update),         \
    AB_SIGNATURE_FN(DIGEST_SIGN_FINAL, digest_sign_final)
#define DIGEST_VERIFY                                                                                                      \
    AB_SIGNATURE_FN(DIGEST_VERIFY_INIT, digest_verify_init), AB_SIGNATURE_FN(DIGEST_VERIFY_UPDATE, digest_verify_update), \
    AB_SIGNATURE_FN(DIGEST_VERIFY_FINAL, digest_verify_final)
#define SIGN_MESSAGE                                                                                                       \
    AB_SIGNATURE_LATER(SIGN_MESSAGE_INIT, sign_message_init), AB_SIGNATURE_LATER(SIGN_MESSAGE_UPDATE, sign_message_update), \
    AB_SIGNATURE_LATER(SIGN_MESSAGE_FINAL, sign_message_final), AB_SIGNATURE_LATER(QUERY_KEY_TYPES, query_key_types)
#define VERIFY_MESSAGE                                                                                                     \
    AB_SIGNATURE_LATER(VERIFY_MESSAGE_INIT, verify_message_init),                                                          \
    AB_SIGNATURE_LATER(VERIFY_MESSAGE_UPDATE, verify_message_update), AB_SIGNATURE_LATER(VERIFY_MESSAGE_FINAL, verify_message_final)
#define OF_SCHEME(id)                                                                                                      \
    { AB_SIGNATURE_FN(NEWCTX, new_##id), SHARED, PARAMS(ab_ecdsa_settable_of_scheme), SIGN_MESSAGE, VERIFY_MESSAGE, { 0, NULL } }

const OSSL_DISPATCH ab_ecdsa_signature_functions[] = {
    AB_SIGNATURE_FN(NEWCTX, new_any), SHARED, PARAMS(ab_ecdsa_settable), MD_PARAMS, DIGEST_SIGN, DIGEST_VERIFY, { 0, NULL },
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
