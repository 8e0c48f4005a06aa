/*
 * Signatures of RSA for OpenSSL, under the name RSA and, from 3.4 on, names that say the digest. See rsa_signing.h for who decides
 * what; the mathematics is in src/crypto/rsa/.
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/proverr.h>
#include <openssl/rsa.h>
#include <openssl/rsaerr.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ct/ct.h"
#include "provider/context.h"
#include "provider/error.h"
#include "provider/param.h"
#include "provider/property.h"
#include "provider/random.h"
#include "provider/rsa_result.h"
#include "provider/signature/rsa_signing.h"
#include "provider/signature/signature.h"

/* OpenSSL 3.4 and later */
#ifndef OSSL_SIGNATURE_PARAM_SIGNATURE
# define OSSL_SIGNATURE_PARAM_SIGNATURE "signature"
#endif
enum { FINAL_OUT_OF_ORDER = 237, ONESHOT_OUT_OF_ORDER = 239, UPDATE_OUT_OF_ORDER = 240 };

/* ---- contexts ---- */

static struct ab_rsa_signing *new_of(struct ab_provctx *prov, const char *properties, const struct ab_rsa_sigalg *sigalg)
{
    struct ab_rsa_signing *s = ab_context_alloc(prov, sizeof(*s));

    if (s == NULL)
        return NULL;
    memset(s, 0, offsetof(struct ab_rsa_signing, message));
    s->prov = prov;
    s->sigalg = sigalg;
    if (properties == NULL || (s->properties = strdup(properties)) != NULL)
        return s;
    AB_RAISE(prov, AB_R_OUT_OF_MEMORY, "%s", "signature");
    ab_context_free(s, sizeof(*s));
    return NULL;
}

static void *newctx(void *provctx, const char *properties)
{
    return new_of(provctx, properties, NULL);
}

static void freectx(void *ctx)
{
    struct ab_rsa_signing *s = ctx;

    ab_passed_free(&s->passed);
    ab_rsa_keydata_free(s->key);
    free(s->properties);
    free(s->signature);
    ab_context_free(s, sizeof(*s));
}

static int keep_signature(struct ab_rsa_signing *s, const uint8_t *bytes, size_t len)
{
    free(s->signature);
    s->signature = malloc(len == 0 ? 1 : len);
    if (s->signature == NULL)
        return 0;
    if (len != 0)
        memcpy(s->signature, bytes, len);
    s->signature_len = len;
    return 1;
}

/* What the default provider's context holds, ours does too unless it is passed on: it need not be copied. */
static void *dupctx(void *ctx)
{
    const struct ab_rsa_signing *s = ctx;
    struct ab_rsa_signing *copy = new_of(s->prov, s->properties, s->sigalg);
    char *properties;

    if (copy == NULL)
        return NULL;
    properties = copy->properties;
    memcpy(copy, s, offsetof(struct ab_rsa_signing, message));
    copy->properties = properties;
    copy->key = s->key == NULL ? NULL : ab_rsa_keydata_hold(s->key);
    copy->signature = NULL;
    copy->passed.ctx = NULL;
    copy->state = s->state == AB_RSA_PASSED ? AB_RSA_PASSED : AB_RSA_OURS;
    if (s->is_hashing)
        ab_hash_copy(&copy->message, &s->message);
    if ((s->state != AB_RSA_PASSED || ab_passed_dup(&copy->passed, &s->passed))
        && (s->signature == NULL || keep_signature(copy, s->signature, s->signature_len)))
        return copy;
    freectx(copy);
    return NULL;
}

/* ---- the default provider's opinion ---- */

static int init_id(const struct ab_rsa_signing *s)
{
    if (s->operation == AB_RSA_RECOVER)
        return OSSL_FUNC_SIGNATURE_VERIFY_RECOVER_INIT;
    if (!s->is_message)
        return s->operation == AB_RSA_SIGN ? OSSL_FUNC_SIGNATURE_SIGN_INIT : OSSL_FUNC_SIGNATURE_VERIFY_INIT;
    if (s->sigalg != NULL)
        return s->operation == AB_RSA_SIGN ? AB_SIGNATURE_SIGN_MESSAGE_INIT : AB_SIGNATURE_VERIFY_MESSAGE_INIT;
    return s->operation == AB_RSA_SIGN ? OSSL_FUNC_SIGNATURE_DIGEST_SIGN_INIT : OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_INIT;
}

/* A context of the same operation over the twin. */
static int begin_passed(struct ab_rsa_signing *s, const char *digest, const OSSL_PARAM params[])
{
    void *twin = ab_rsa_keydata_twin(s->key);

    if (twin == NULL
        || (s->passed.ctx == NULL
            && !ab_passed_make(&s->passed, s->prov, OSSL_OP_SIGNATURE, s->sigalg == NULL ? "RSA" : s->sigalg->name,
                               s->properties)))
        return 0;
    if (s->is_message && s->sigalg == NULL)
        return ab_passed_digest_init(&s->passed, init_id(s), digest, twin, params);
    return ab_passed_init(&s->passed, init_id(s), twin, params);
}

/* What the default provider's context holds is ours, or from here on it does the work. 0 if it is too late for that. */
static int share_state(struct ab_rsa_signing *s)
{
    s->state = AB_RSA_CONSULTED;
    if (s->native != NULL && ab_rsa_parameters_read_back(s))
        return 1;
    if (s->num_hashed == 0) {
        s->state = AB_RSA_PASSED;
        return 1;
    }
    AB_RAISE_CODE(s->prov, ERR_LIB_PROV, PROV_R_NOT_SUPPORTED, "%s", "a digest of another provider after data");
    return 0;
}

/* Lets it hold what we hold. */
static int consult(struct ab_rsa_signing *s)
{
    if (s->state != AB_RSA_OURS)
        return 1;
    if (s->key == NULL || !begin_passed(s, s->p.digest, NULL) || (s->sigalg == NULL && !ab_rsa_parameters_tell(s)))
        return 0;
    s->state = AB_RSA_CONSULTED;
    return 1;
}

/* ---- parameters ---- */

/* Digests with properties that ours do not have. */
static int asks_for_others(const OSSL_PARAM params[])
{
    static const char *const keys[] = { OSSL_SIGNATURE_PARAM_PROPERTIES, OSSL_SIGNATURE_PARAM_MGF1_PROPERTIES };

    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        const OSSL_PARAM *p = ab_param_locate_const(params, keys[i]);

        if (p != NULL && p->data_type == OSSL_PARAM_UTF8_STRING && !ab_property_is_met(p->data))
            return 1;
    }
    return 0;
}

/* Of a name that says the digest: the signature that verify_message_final is to verify. */
static int set_signature(struct ab_rsa_signing *s, const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_SIGNATURE_PARAM_SIGNATURE);
    const uint8_t *bytes;
    size_t len;

    if (p == NULL || s->operation != AB_RSA_VERIFY || !s->is_message)
        return 1;
    return ab_param_get_octets(p, &bytes, &len) && bytes != NULL && keep_signature(s, bytes, len);
}

/* Up to 3.4 an empty list is one: what was set is checked anew. */
static int is_nothing(const struct ab_rsa_signing *s, const OSSL_PARAM params[])
{
    return params == NULL || (params->key == NULL && s->prov->release >= AB_RELEASE(3, 5));
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct ab_rsa_signing *s = ctx;
    int ok;

    if (is_nothing(s, params))
        return 1;
    if (s->key == NULL)
        return 0;
    if (s->state == AB_RSA_PASSED)
        return ab_passed_set_params(&s->passed, OSSL_FUNC_SIGNATURE_SET_CTX_PARAMS, params);
    if (s->sigalg != NULL)
        return set_signature(s, params);
    if (s->state == AB_RSA_OURS && !s->key->is_restricted && ab_rsa_parameters_set(s, params))
        return 1;
    if (!consult(s))
        return 0;
    ok = ab_passed_set_params(&s->passed, OSSL_FUNC_SIGNATURE_SET_CTX_PARAMS, params);
    if (!share_state(s))
        return 0;
    if (ok && s->num_hashed == 0 && asks_for_others(params))
        s->state = AB_RSA_PASSED;
    return ok;
}

#define TEXT(name) OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_##name, NULL, 0)
#define SETTABLE TEXT(PAD_MODE), TEXT(MGF1_DIGEST), TEXT(MGF1_PROPERTIES), TEXT(PSS_SALTLEN)

/* libcrypto looks here before each digest that it sets. */
static const OSSL_PARAM *settable(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = { TEXT(DIGEST), TEXT(PROPERTIES), SETTABLE, OSSL_PARAM_END };
    static const OSSL_PARAM list_without_digest[] = { SETTABLE, OSSL_PARAM_END };
    const struct ab_rsa_signing *s = ctx;

    (void)provctx;
    return s != NULL && s->is_digest_fixed ? list_without_digest : list;
}

static const OSSL_PARAM *sigalg_settable(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = { OSSL_PARAM_octet_string(OSSL_SIGNATURE_PARAM_SIGNATURE, NULL, 0), OSSL_PARAM_END };
    const struct ab_rsa_signing *s = ctx;

    (void)provctx;
    return s != NULL && s->operation == AB_RSA_VERIFY && s->is_message ? list : NULL;
}

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    struct ab_rsa_signing *s = ctx;

    return consult(s) && ab_passed_get_params(&s->passed, OSSL_FUNC_SIGNATURE_GET_CTX_PARAMS, params);
}

static const OSSL_PARAM *gettable(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(OSSL_SIGNATURE_PARAM_ALGORITHM_ID, NULL, 0), TEXT(PAD_MODE), TEXT(DIGEST), TEXT(MGF1_DIGEST),
        TEXT(PSS_SALTLEN), OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

/* The digest's own: there is hardly one that has any, so they are passed on. */
static int get_md_params(void *ctx, OSSL_PARAM params[])
{
    struct ab_rsa_signing *s = ctx;

    return consult(s) && ab_passed_get_params(&s->passed, OSSL_FUNC_SIGNATURE_GET_CTX_MD_PARAMS, params);
}

static int set_md_params(void *ctx, const OSSL_PARAM params[])
{
    struct ab_rsa_signing *s = ctx;

    if (!consult(s) || s->num_hashed != 0)
        return 0;
    s->state = AB_RSA_PASSED;
    return ab_passed_set_params(&s->passed, OSSL_FUNC_SIGNATURE_SET_CTX_MD_PARAMS, params);
}

static const OSSL_PARAM *gettable_md(void *ctx)
{
    struct ab_rsa_signing *s = ctx;

    return consult(s) ? ab_passed_md_list(&s->passed, OSSL_FUNC_SIGNATURE_GETTABLE_CTX_MD_PARAMS) : NULL;
}

static const OSSL_PARAM *settable_md(void *ctx)
{
    struct ab_rsa_signing *s = ctx;

    return consult(s) ? ab_passed_md_list(&s->passed, OSSL_FUNC_SIGNATURE_SETTABLE_CTX_MD_PARAMS) : NULL;
}

/* ---- beginnings ---- */

static int take_key(struct ab_rsa_signing *s, struct ab_rsa_keydata *key)
{
    if (key == NULL && s->key == NULL) {
        AB_RAISE(s->prov, AB_R_NO_KEY_SET, "%s", "");
        return 0;
    }
    if (key == NULL || key == s->key)
        return 1;
    ab_rsa_keydata_hold(key);
    ab_rsa_keydata_free(s->key);
    s->key = key;
    s->native = ab_rsa_keydata_native(key);
    ab_passed_free(&s->passed);
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
    return s->passed.ctx != NULL || s->native == NULL || s->key->is_restricted
           || (s->key->twin.type == AB_KEY_RSA_PSS && (s->operation == AB_RSA_RECOVER || s->sigalg != NULL));
}

static int begin(struct ab_rsa_signing *s, struct ab_rsa_keydata *key, const OSSL_PARAM params[], enum ab_rsa_operation operation)
{
    if (!start(s, key, operation, false))
        return 0;
    if (is_others(s))
        return begin_passed(s, NULL, params) && share_state(s);
    s->state = AB_RSA_OURS;
    return set_ctx_params(s, params);
}

static int sign_init(void *ctx, void *key, const OSSL_PARAM params[]) { return begin(ctx, key, params, AB_RSA_SIGN); }
static int verify_init(void *ctx, void *key, const OSSL_PARAM params[]) { return begin(ctx, key, params, AB_RSA_VERIFY); }
static int recover_init(void *ctx, void *key, const OSSL_PARAM params[]) { return begin(ctx, key, params, AB_RSA_RECOVER); }

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
    return (is_nothing(s, params) || ab_rsa_parameters_set(s, params))
           && (digest == NULL || strcasecmp(s->p.digest, digest) == 0 || ab_rsa_parameters_name_digest(s, digest))
           && s->p.hash != NULL;
}

static int digest_init(struct ab_rsa_signing *s, const char *digest, struct ab_rsa_keydata *key, const OSSL_PARAM params[],
                       enum ab_rsa_operation operation)
{
    if (!start(s, key, operation, true))
        return 0;
    if (!is_others(s) && begin_ours(s, digest, params))
        return begin_message(s);
    return begin_passed(s, digest, params) && share_state(s) && begin_message(s);
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
        return begin_passed(s, NULL, params) && share_state(s) && begin_message(s);
    return (params == NULL || set_signature(s, params)) && begin_message(s);
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

/* ---- digests signed and verified ---- */

static enum ab_rsa_place place_of(const struct ab_rsa_scheme *scheme)
{
    switch (scheme->padding) {
    case AB_RSA_PKCS1: return scheme->digest == AB_RSA_NO_DIGEST ? AB_RSA_AT_PKCS1_BARE : AB_RSA_AT_PKCS1;
    case AB_RSA_PSS: return AB_RSA_AT_PSS;
    case AB_RSA_X931: return AB_RSA_AT_X931;
    default: return AB_RSA_AT_NONE;
    }
}

static int has_digest_len(const struct ab_rsa_signing *s, size_t len)
{
    if (s->p.hash == NULL || len == s->p.hash->algorithm->digest_len)
        return 1;
    AB_RAISE(s->prov, AB_R_INVALID_DIGEST_LENGTH, "%zu bytes", len);
    return 0;
}

/* What the default provider says of lengths before it pads. */
static int fits(const struct ab_rsa_signing *s, const struct ab_rsa_scheme *scheme, size_t len)
{
    size_t size = ab_rsa_size(s->native);

    if (scheme->padding == AB_RSA_X931 && scheme->digest != AB_RSA_NO_DIGEST && size < len + 1) {
        AB_RAISE(s->prov, AB_R_KEY_SIZE_TOO_SMALL, "%zu bytes, expected minimum %zu", size, len + 1);
        return 0;
    }
    if (scheme->padding != AB_RSA_NONE || len == size)
        return 1;
    AB_RAISE_CODE(s->prov, ERR_LIB_RSA, len < size ? RSA_R_DATA_TOO_SMALL_FOR_KEY_SIZE : RSA_R_DATA_TOO_LARGE_FOR_KEY_SIZE,
                  "%zu bytes", len);
    return 0;
}

static int sign_digest(struct ab_rsa_signing *s, uint8_t *signature, size_t *signature_len, size_t size, const uint8_t *data,
                       size_t len)
{
    size_t rsa_size = ab_rsa_size(s->native);
    struct ab_rsa_scheme scheme;

    if (signature == NULL) {
        *signature_len = rsa_size;
        return 1;
    }
    if (size < rsa_size) {
        AB_RAISE_CODE(s->prov, ERR_LIB_PROV, PROV_R_INVALID_SIGNATURE_SIZE, "is %zu, should be at least %zu", size, rsa_size);
        return 0;
    }
    ab_rsa_parameters_scheme(s, &scheme);
    if (!has_digest_len(s, len) || !fits(s, &scheme, len)
        || !ab_rsa_check(s->prov, ab_rsa_sign(s->native, &ab_os_random, &scheme, data, len, signature), place_of(&scheme)))
        return 0;
    *signature_len = rsa_size;
    return 1;
}

static int verify_digest(struct ab_rsa_signing *s, const uint8_t *signature, size_t signature_len, const uint8_t *data,
                         size_t len)
{
    struct ab_rsa_scheme scheme;
    enum ab_rsa_result result;

    ab_rsa_parameters_scheme(s, &scheme);
    if (scheme.padding != AB_RSA_PKCS1 && !has_digest_len(s, len))
        return 0;
    result = ab_rsa_verify(s->native, &scheme, data, len, signature, signature_len);
    if (s->p.hash == NULL && result == AB_RSA_BAD_SIGNATURE)
        return 0; /* what was signed is another message: the default provider calls that no error */
    return ab_rsa_check(s->prov, result, place_of(&scheme));
}

/* OpenSSL signs with SM3, and does not find its digest again. */
static bool is_unrecoverable(const struct ab_rsa_signing *s)
{
    return s->p.hash != NULL && s->p.hash->algorithm->id == AB_HASH_SM3;
}

static int recover(void *ctx, unsigned char *out, size_t *out_len, size_t size, const unsigned char *signature,
                   size_t signature_len)
{
    struct ab_rsa_signing *s = ctx;
    struct ab_rsa_scheme scheme;

    if (s->state == AB_RSA_PASSED || (is_unrecoverable(s) && consult(s)))
        return ab_passed_convert(&s->passed, OSSL_FUNC_SIGNATURE_VERIFY_RECOVER, out, out_len, size, signature, signature_len);
    if (s->key == NULL)
        return 0;
    if (out == NULL) {
        *out_len = ab_rsa_size(s->native);
        return 1;
    }
    ab_rsa_parameters_scheme(s, &scheme);
    return ab_rsa_check(s->prov, ab_rsa_recover(s->native, &scheme, out, size, out_len, signature, signature_len),
                        place_of(&scheme));
}

/* ---- messages ---- */

/* From 3.4 on the order of calls is checked, and told of. */
static int is_in_order(const struct ab_rsa_signing *s, bool may, unsigned reason)
{
    if (may || s->prov->release < AB_RELEASE(3, 4))
        return 1;
    AB_RAISE_CODE(s->prov, ERR_LIB_PROV, reason, "%s", "");
    return 0;
}

static int update_message(struct ab_rsa_signing *s, const uint8_t *data, size_t len)
{
    if (!s->is_hashing && s->may_update)
        return 0;
    if (!is_in_order(s, s->may_update, UPDATE_OUT_OF_ORDER) || !s->is_hashing)
        return 0;
    s->may_oneshot = false;
    s->num_hashed++;
    ab_hash_update(&s->message, data, len);
    return 1;
}

static int update_by(struct ab_rsa_signing *s, int id, const uint8_t *data, size_t len)
{
    return s->state == AB_RSA_PASSED ? ab_passed_update(&s->passed, id, data, len) : update_message(s, data, len);
}

static int end_message(struct ab_rsa_signing *s, uint8_t digest[AB_HASH_MAX_DIGEST])
{
    if (!is_in_order(s, s->may_final, FINAL_OUT_OF_ORDER) || !s->is_hashing)
        return 0;
    ab_hash_final(&s->message, digest);
    s->is_hashing = s->may_update = s->may_final = s->may_oneshot = false;
    return 1;
}

static int sign_message(struct ab_rsa_signing *s, uint8_t *signature, size_t *signature_len, size_t size)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];

    if (signature == NULL)
        return is_in_order(s, s->may_final, FINAL_OUT_OF_ORDER) && sign_digest(s, NULL, signature_len, 0, NULL, 0);
    return end_message(s, digest) && sign_digest(s, signature, signature_len, size, digest, s->p.hash->algorithm->digest_len);
}

static int verify_message(struct ab_rsa_signing *s, const uint8_t *signature, size_t signature_len)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];

    return end_message(s, digest) && verify_digest(s, signature, signature_len, digest, s->p.hash->algorithm->digest_len);
}

static int digest_sign_update(void *ctx, const unsigned char *data, size_t len)
{
    return update_by(ctx, OSSL_FUNC_SIGNATURE_DIGEST_SIGN_UPDATE, data, len);
}

static int digest_verify_update(void *ctx, const unsigned char *data, size_t len)
{
    return update_by(ctx, OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_UPDATE, data, len);
}

static int digest_sign_final(void *ctx, unsigned char *signature, size_t *signature_len, size_t size)
{
    struct ab_rsa_signing *s = ctx;

    s->is_digest_fixed = false;
    if (s->state == AB_RSA_PASSED)
        return ab_passed_final(&s->passed, OSSL_FUNC_SIGNATURE_DIGEST_SIGN_FINAL, signature, signature_len, size);
    return s->is_message && sign_message(s, signature, signature_len, size);
}

static int digest_verify_final(void *ctx, const unsigned char *signature, size_t signature_len)
{
    struct ab_rsa_signing *s = ctx;

    s->is_digest_fixed = false;
    if (s->state == AB_RSA_PASSED)
        return ab_passed_verify_final(&s->passed, signature, signature_len);
    return s->is_message && verify_message(s, signature, signature_len);
}

/* OSSL_FUNC_signature_sign_message_update and its kin: 3.4 and later */
static int sign_message_update(void *ctx, const unsigned char *data, size_t len)
{
    return update_by(ctx, AB_SIGNATURE_SIGN_MESSAGE_UPDATE, data, len);
}

static int verify_message_update(void *ctx, const unsigned char *data, size_t len)
{
    return update_by(ctx, AB_SIGNATURE_VERIFY_MESSAGE_UPDATE, data, len);
}

static int sign_message_final(void *ctx, unsigned char *signature, size_t *signature_len, size_t size)
{
    struct ab_rsa_signing *s = ctx;

    if (s->state == AB_RSA_PASSED)
        return ab_passed_final(&s->passed, AB_SIGNATURE_SIGN_MESSAGE_FINAL, signature, signature_len, size);
    return sign_message(s, signature, signature_len, size);
}

static int verify_message_final(void *ctx)
{
    struct ab_rsa_signing *s = ctx;

    if (s->state == AB_RSA_PASSED)
        return ab_passed_verify_message_final(&s->passed);
    return verify_message(s, s->signature, s->signature_len);
}

/* PSS over no digest has no meaning: the default provider says so. */
static bool is_theirs(struct ab_rsa_signing *s)
{
    bool is_odd = s->p.hash == NULL && s->p.pad_mode == RSA_PKCS1_PSS_PADDING;

    return s->state == AB_RSA_PASSED || (is_odd && s->key != NULL && consult(s));
}

/* In one call: of a digest, or of a message where the beginning said so. */
static int sign(void *ctx, unsigned char *signature, size_t *signature_len, size_t size, const unsigned char *data, size_t len)
{
    struct ab_rsa_signing *s = ctx;

    if (is_theirs(s))
        return ab_passed_convert(&s->passed, OSSL_FUNC_SIGNATURE_SIGN, signature, signature_len, size, data, len);
    if (s->key == NULL || !is_in_order(s, s->may_oneshot, ONESHOT_OUT_OF_ORDER))
        return 0;
    if (!s->is_message)
        return sign_digest(s, signature, signature_len, size, data, len);
    return (signature == NULL || update_message(s, data, len)) && sign_message(s, signature, signature_len, size);
}

static int verify(void *ctx, const unsigned char *signature, size_t signature_len, const unsigned char *data, size_t len)
{
    struct ab_rsa_signing *s = ctx;

    if (is_theirs(s))
        return ab_passed_verify(&s->passed, OSSL_FUNC_SIGNATURE_VERIFY, signature, signature_len, data, len);
    if (s->key == NULL || !is_in_order(s, s->may_oneshot, ONESHOT_OUT_OF_ORDER))
        return 0;
    if (!s->is_message)
        return verify_digest(s, signature, signature_len, data, len);
    return update_message(s, data, len) && verify_message(s, signature, signature_len);
}

/* ---- tables ---- */

static const char **query_key_types(void)
{
    static const char *const types[] = { "RSA", NULL };

    return (const char **)types; /* the caller changes nothing */
}

#define SHARED                                                                                                             \
    AB_SIGNATURE_FN(FREECTX, freectx), AB_SIGNATURE_FN(DUPCTX, dupctx), AB_SIGNATURE_FN(SIGN, sign),                      \
    AB_SIGNATURE_FN(VERIFY, verify), AB_SIGNATURE_FN(VERIFY_RECOVER, recover)
#define PARAMETERS(settable_list)                                                                                          \
    AB_SIGNATURE_FN(GET_CTX_PARAMS, get_ctx_params), AB_SIGNATURE_FN(GETTABLE_CTX_PARAMS, gettable),                      \
    AB_SIGNATURE_FN(SET_CTX_PARAMS, set_ctx_params), AB_SIGNATURE_FN(SETTABLE_CTX_PARAMS, settable_list)
#define MD_PARAMETERS                                                                                                      \
    AB_SIGNATURE_FN(GET_CTX_MD_PARAMS, get_md_params), AB_SIGNATURE_FN(GETTABLE_CTX_MD_PARAMS, gettable_md),              \
    AB_SIGNATURE_FN(SET_CTX_MD_PARAMS, set_md_params), AB_SIGNATURE_FN(SETTABLE_CTX_MD_PARAMS, settable_md)
#define INITS(prefix)                                                                                                      \
    AB_SIGNATURE_FN(SIGN_INIT, prefix##sign_init), AB_SIGNATURE_FN(VERIFY_INIT, prefix##verify_init),                     \
    AB_SIGNATURE_FN(VERIFY_RECOVER_INIT, prefix##recover_init)
#define DIGEST_SIGN                                                                                                        \
    AB_SIGNATURE_FN(DIGEST_SIGN_INIT, digest_sign_init), AB_SIGNATURE_FN(DIGEST_SIGN_UPDATE, digest_sign_update),         \
    AB_SIGNATURE_FN(DIGEST_SIGN_FINAL, digest_sign_final)
#define DIGEST_VERIFY                                                                                                      \
    AB_SIGNATURE_FN(DIGEST_VERIFY_INIT, digest_verify_init), AB_SIGNATURE_FN(DIGEST_VERIFY_UPDATE, digest_verify_update), \
    AB_SIGNATURE_FN(DIGEST_VERIFY_FINAL, digest_verify_final)
#define SIGN_MESSAGE                                                                                                       \
    AB_SIGNATURE_LATER(SIGN_MESSAGE_INIT, sign_message_init), AB_SIGNATURE_LATER(SIGN_MESSAGE_UPDATE, sign_message_update), \
    AB_SIGNATURE_LATER(SIGN_MESSAGE_FINAL, sign_message_final)
#define VERIFY_MESSAGE                                                                                                     \
    AB_SIGNATURE_LATER(VERIFY_MESSAGE_INIT, verify_message_init), AB_SIGNATURE_LATER(VERIFY_MESSAGE_FINAL, verify_message_final), \
    AB_SIGNATURE_LATER(VERIFY_MESSAGE_UPDATE, verify_message_update)

const OSSL_DISPATCH ab_rsa_signature_functions[] = {
    AB_SIGNATURE_FN(NEWCTX, newctx), SHARED, INITS(), DIGEST_SIGN, DIGEST_VERIFY, PARAMETERS(settable), MD_PARAMETERS, { 0,
                                                                                                                         NULL },
};

#define SIGALG_NEW(id) \
    static void *id##_new(void *provctx, const char *properties) { return new_of(provctx, properties, &id); }
#define SIGALG_TABLE(id)                                                                                                   \
    { AB_SIGNATURE_FN(NEWCTX, id##_new), SHARED, INITS(sigalg_), SIGN_MESSAGE, VERIFY_MESSAGE, PARAMETERS(sigalg_settable), \
      AB_SIGNATURE_LATER(QUERY_KEY_TYPES, query_key_types), { 0, NULL } }
#define SIGALG(id, rsa_name, digest_name)                                                                                  \
    static const struct ab_rsa_sigalg id = { rsa_name, digest_name };                                                     \
    SIGALG_NEW(id) const OSSL_DISPATCH ab_rsa_##id##_signature_functions[] = SIGALG_TABLE(id);

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
