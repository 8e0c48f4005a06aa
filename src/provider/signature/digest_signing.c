/* The calls of a signature of a digest: init, update, final, one-shot, and the fallback of each (digest_signing.h). */
#include "provider/signature/digest_signing.h"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/proverr.h>
#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/error.h"
#include "provider/param.h"

/* Reasons that the headers of older releases lack: since 3.4. */
enum { FINAL_OUT_OF_ORDER = 237, ONESHOT_OUT_OF_ORDER = 239, UPDATE_OUT_OF_ORDER = 240 };

static bool falls_back(const struct ab_signing *s)
{
    return s->state == AB_SIGNING_FALLBACK;
}

/* ---- contexts ---- */

static int set_properties(struct ab_signing *s, const char *properties)
{
    s->properties = properties == NULL ? NULL : strdup(properties);
    if (properties == NULL || s->properties != NULL)
        return 1;
    AB_RAISE_DETAIL(s->base.prov, AB_R_OUT_OF_MEMORY, "signature");
    return 0;
}

void *ab_signing_new(void *provctx, const char *properties, const struct ab_signature_scheme *scheme)
{
    struct ab_signing *s = ab_signature_new(provctx, scheme);

    if (s == NULL || set_properties(s, properties))
        return s;
    ab_signature_free(s);
    return NULL;
}

/* A fallback context that is only consulted is not copied: all that it holds is here, too. */
void *ab_signing_dup(void *ctx)
{
    const struct ab_signing *s = ctx;
    struct ab_signing *copy = ab_signature_dup(ctx);

    if (copy == NULL)
        return NULL;
    copy->properties = NULL;
    copy->fallback.ctx = NULL;
    if (!falls_back(s))
        copy->state = AB_SIGNING_NATIVE;
    ab_octets_prepare(&copy->signature);
    if (set_properties(copy, s->properties) && (!falls_back(s) || ab_fallback_op_dup(&copy->fallback, &s->fallback))
        && ab_octets_copy(s->base.prov, &copy->signature, &s->signature))
        return copy;
    ab_signing_free(copy);
    return NULL;
}

void ab_signing_free(void *ctx)
{
    struct ab_signing *s = ctx;

    if (s == NULL)
        return;
    ab_fallback_op_free(&s->fallback);
    ab_octets_clear(&s->signature);
    free(s->properties);
    ab_signature_free(s);
}

/* ---- the fallback ---- */

void ab_signing_end_fallback(struct ab_signing *s)
{
    ab_fallback_op_free(&s->fallback);
    s->state = AB_SIGNING_NATIVE;
}

int ab_signing_make_fallback(struct ab_signing *s)
{
    return s->fallback.ctx != NULL
           || ab_fallback_op_make(&s->fallback, s->base.prov, OSSL_OP_SIGNATURE, s->base.scheme->name, s->properties);
}

static bool begun_by_digest(const struct ab_signing *s)
{
    return s->base.begun_by == OSSL_FUNC_SIGNATURE_DIGEST_SIGN_INIT
           || s->base.begun_by == OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_INIT;
}

int ab_signing_init_fallback(struct ab_signing *s, const char *digest, void *keydata, const OSSL_PARAM params[])
{
    const int id = s->base.begun_by;

    if (begun_by_digest(s))
        return ab_fallback_op_digest_init(&s->fallback, id, digest, keydata, params);
    return ab_fallback_op_init(&s->fallback, id, keydata, params);
}

static int begin_one(struct ab_fallback_op *p, const struct ab_signing *s, int id, void *keydata,
                     const OSSL_PARAM params[])
{
    return keydata != NULL
           && ab_fallback_op_make(p, s->base.prov, OSSL_OP_SIGNATURE, s->base.scheme->name, s->properties)
           && ab_fallback_op_init(p, id, keydata, params);
}

int ab_signing_default_sign(const struct ab_signing *s, void *keydata, const OSSL_PARAM params[], unsigned char *sig,
                            size_t *sig_len, size_t size, const uint8_t *digest, size_t len)
{
    struct ab_fallback_op p = { 0 };
    int ok = begin_one(&p, s, OSSL_FUNC_SIGNATURE_SIGN_INIT, keydata, params)
             && ab_fallback_op_convert(&p, OSSL_FUNC_SIGNATURE_SIGN, sig, sig_len, size, digest, len);

    ab_fallback_op_free(&p);
    return ok;
}

int ab_signing_default_verify(const struct ab_signing *s, void *keydata, const OSSL_PARAM params[], const uint8_t *sig,
                              size_t sig_len, const uint8_t *digest, size_t len)
{
    struct ab_fallback_op p = { 0 };
    int verdict = 0;

    if (begin_one(&p, s, OSSL_FUNC_SIGNATURE_VERIFY_INIT, keydata, params))
        verdict = ab_fallback_op_verify(&p, OSSL_FUNC_SIGNATURE_VERIFY, sig, sig_len, digest, len);
    ab_fallback_op_free(&p);
    return verdict;
}

/* ---- parameters ---- */

int ab_signing_set_digest(struct ab_signing *s, const char *name, const struct ab_hash *hash)
{
    if (s->is_digest_fixed && s->hash != NULL) {
        if (s->hash->algorithm->id == hash->algorithm->id)
            return 1;
        AB_RAISE_CODE_DETAIL(s->base.prov, ERR_LIB_PROV, PROV_R_DIGEST_NOT_ALLOWED, "digest %s != %s", name,
                             s->digest_name);
        return 0;
    }
    s->has_message = false; /* a message that began with another digest is lost */
    s->hash = hash;
    s->digest_size = hash->algorithm->digest_len;
    memset(s->digest_name, 0, sizeof(s->digest_name));
    strncpy(s->digest_name, name, sizeof(s->digest_name) - 1);
    return 1;
}

/*
 * Whether the default provider of this release refuses an empty signature of ECDSA or DSA before it decodes it; the
 * result is then 0 instead of -1. 4.0 does, and 3.5 since 3.5.6; 3.6 is assumed to do so since the patch release of the
 * same day.
 */
static bool is_refused(const struct ab_signing *s, size_t sig_len)
{
    const unsigned release = s->base.prov->release;

    return sig_len == 0 && ab_signing_operations(s)->refuses_empty
           && (release >= AB_RELEASE(4, 0) || ab_release_is_of_3_5(release, 6) || release >= AB_RELEASE_PATCH(3, 6, 2));
}

int ab_signing_set_signature(struct ab_signing *s, const OSSL_PARAM *p)
{
    return ab_octets_set_param(s->base.prov, &s->signature, p) && !is_refused(s, s->signature.len);
}

int ab_signing_share_params(struct ab_signing *s, const OSSL_PARAM params[])
{
    return ab_signing_operations(s)->share(s)
           && ab_fallback_op_set_params(&s->fallback, OSSL_FUNC_SIGNATURE_SET_CTX_PARAMS, params);
}

static bool is_new_digest(const struct ab_signing *s, const OSSL_PARAM params[])
{
    return !falls_back(s) && begun_by_digest(s) && !s->is_digest_fixed
           && ab_param_locate_const(params, OSSL_SIGNATURE_PARAM_DIGEST) != NULL;
}

/* Without a message, the context is as after an init without a digest, so begin the fallback by that. */
int ab_signing_pass_params(struct ab_signing *s, const OSSL_PARAM params[])
{
    const int id = s->base.begun_by;
    const bool has_data = s->has_data;
    int ok;

    if (!is_new_digest(s, params))
        return ab_signing_operations(s)->pass_params(s, params);
    ab_signing_end_fallback(s);
    s->base.begun_by = id == OSSL_FUNC_SIGNATURE_DIGEST_SIGN_INIT ? OSSL_FUNC_SIGNATURE_SIGN_INIT
                                                                  : OSSL_FUNC_SIGNATURE_VERIFY_INIT;
    s->has_data = false;
    ok = ab_signing_operations(s)->pass_params(s, params);
    s->base.begun_by = id;
    s->has_data = has_data;
    if (ok)
        s->has_message = false;
    else
        ab_signing_end_fallback(s);
    return ok;
}

int ab_signing_get_md_params(void *ctx, OSSL_PARAM params[])
{
    struct ab_signing *s = ctx;

    return ab_signing_operations(s)->share(s)
           && ab_fallback_op_get_params(&s->fallback, OSSL_FUNC_SIGNATURE_GET_CTX_MD_PARAMS, params);
}

int ab_signing_set_md_params(void *ctx, const OSSL_PARAM params[])
{
    struct ab_signing *s = ctx;

    if (!ab_signing_operations(s)->share(s) || (!falls_back(s) && s->has_data))
        return 0;
    s->state = AB_SIGNING_FALLBACK;
    return ab_fallback_op_set_params(&s->fallback, OSSL_FUNC_SIGNATURE_SET_CTX_MD_PARAMS, params);
}

static const OSSL_PARAM *md_list(struct ab_signing *s, int id)
{
    return ab_signing_operations(s)->share(s) ? ab_fallback_op_md_list(&s->fallback, id) : NULL;
}

const OSSL_PARAM *ab_signing_gettable_md(void *ctx)
{
    return md_list(ctx, OSSL_FUNC_SIGNATURE_GETTABLE_CTX_MD_PARAMS);
}

const OSSL_PARAM *ab_signing_settable_md(void *ctx)
{
    return md_list(ctx, OSSL_FUNC_SIGNATURE_SETTABLE_CTX_MD_PARAMS);
}

const OSSL_PARAM *ab_signing_settable_of_scheme(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(AB_PARAM_SIGNATURE, NULL, 0),
        OSSL_PARAM_uint(AB_PARAM_NONCE_TYPE, NULL),
        OSSL_PARAM_END,
    };
    const struct ab_signing *s = ctx;

    (void)provctx;
    return s != NULL && s->base.begun_by == AB_SIGNATURE_VERIFY_MESSAGE_INIT ? list : NULL;
}

/* ---- init ---- */

int ab_signing_start(struct ab_signing *s, int id, void *key)
{
    if (!ab_signature_set_key(&s->base, key))
        return 0;
    s->base.begun_by = id;
    s->has_message = s->has_data = false;
    s->may_update = s->may_final = s->may_oneshot = true;
    return 1;
}

/* Without a digest, share with the fallback, which raises the error or has a default digest. */
static int begin_message(struct ab_signing *s)
{
    s->is_digest_fixed = true;
    s->has_message = s->hash != NULL && !falls_back(s);
    if (s->has_message)
        ab_hash_init(&s->message, s->hash);
    return s->has_message || ab_signing_operations(s)->share(s);
}

static int begin_digest(struct ab_signing *s, int id, const char *digest, void *key, const OSSL_PARAM params[])
{
    return ab_signing_operations(s)->begin(s, id, digest, key, params) && begin_message(s);
}

/* A name with a digest fixes the digest and begins a message, whether it will be used or not. */
static int begin(struct ab_signing *s, int id, void *key, const OSSL_PARAM params[])
{
    const char *digest = s->base.scheme->digest;

    return ab_signing_operations(s)->begin(s, id, digest, key, params) && (digest == NULL || begin_message(s));
}

int ab_signing_sign_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, OSSL_FUNC_SIGNATURE_SIGN_INIT, key, params);
}

int ab_signing_verify_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, OSSL_FUNC_SIGNATURE_VERIFY_INIT, key, params);
}

int ab_signing_recover_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, OSSL_FUNC_SIGNATURE_VERIFY_RECOVER_INIT, key, params);
}

int ab_signing_sign_message_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, AB_SIGNATURE_SIGN_MESSAGE_INIT, key, params);
}

int ab_signing_verify_message_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, AB_SIGNATURE_VERIFY_MESSAGE_INIT, key, params);
}

int ab_signing_digest_sign_init(void *ctx, const char *digest, void *key, const OSSL_PARAM params[])
{
    return begin_digest(ctx, OSSL_FUNC_SIGNATURE_DIGEST_SIGN_INIT, digest, key, params);
}

int ab_signing_digest_verify_init(void *ctx, const char *digest, void *key, const OSSL_PARAM params[])
{
    return begin_digest(ctx, OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_INIT, digest, key, params);
}

/* ---- messages ---- */

static int is_in_order(const struct ab_signing *s, bool may, unsigned reason)
{
    if (may || !ab_signing_operations(s)->reports_order || s->base.prov->release < AB_RELEASE(3, 4))
        return 1;
    AB_RAISE_CODE(s->base.prov, ERR_LIB_PROV, reason);
    return 0;
}

static int update_message(struct ab_signing *s, const unsigned char *data, size_t len)
{
    if (!s->has_message) {
        (void)is_in_order(s, s->may_update, UPDATE_OUT_OF_ORDER);
        return 0;
    }
    s->may_oneshot = false;
    s->has_data = true;
    ab_hash_update(&s->message, data, len);
    return 1;
}

static int end_message(struct ab_signing *s, uint8_t digest[AB_HASH_MAX_DIGEST])
{
    if (!is_in_order(s, s->may_final, FINAL_OUT_OF_ORDER) || !s->has_message || s->message.hash != s->hash)
        return 0;
    ab_hash_final(&s->message, digest);
    s->has_message = s->may_update = s->may_final = s->may_oneshot = false;
    return 1;
}

/* With sig == NULL, return the length only; the message stays open. */
static int sign_message(struct ab_signing *s, unsigned char *sig, size_t *sig_len, size_t size)
{
    const struct ab_signing_operations *does = ab_signing_operations(s);
    uint8_t digest[AB_HASH_MAX_DIGEST];
    int ok;

    if (sig == NULL)
        return s->base.key != NULL
               && (does->reports_order ? is_in_order(s, s->may_final, FINAL_OUT_OF_ORDER) : s->has_message)
               && does->sign_digest(s, NULL, sig_len, 0, NULL, 0);
    ok = end_message(s, digest) && does->sign_digest(s, sig, sig_len, size, digest, s->hash->algorithm->digest_len);
    ab_wipe(digest, sizeof(digest));
    return ok;
}

static int verify_message(struct ab_signing *s, const uint8_t *sig, size_t sig_len)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];

    if (is_refused(s, sig_len) || !end_message(s, digest))
        return 0;
    return ab_signing_operations(s)->verify_digest(s, sig, sig_len, digest, s->hash->algorithm->digest_len);
}

static int update(struct ab_signing *s, int id, const unsigned char *data, size_t len)
{
    return falls_back(s) ? ab_fallback_op_update(&s->fallback, id, data, len) : update_message(s, data, len);
}

int ab_signing_digest_sign_update(void *ctx, const unsigned char *data, size_t len)
{
    return update(ctx, OSSL_FUNC_SIGNATURE_DIGEST_SIGN_UPDATE, data, len);
}

int ab_signing_digest_verify_update(void *ctx, const unsigned char *data, size_t len)
{
    return update(ctx, OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_UPDATE, data, len);
}

int ab_signing_sign_message_update(void *ctx, const unsigned char *data, size_t len)
{
    return update(ctx, AB_SIGNATURE_SIGN_MESSAGE_UPDATE, data, len);
}

int ab_signing_verify_message_update(void *ctx, const unsigned char *data, size_t len)
{
    return update(ctx, AB_SIGNATURE_VERIFY_MESSAGE_UPDATE, data, len);
}

static int sign_final(struct ab_signing *s, int id, unsigned char *sig, size_t *sig_len, size_t size)
{
    return falls_back(s) ? ab_fallback_op_final(&s->fallback, id, sig, sig_len, size)
                         : sign_message(s, sig, sig_len, size);
}

int ab_signing_digest_sign_final(void *ctx, unsigned char *sig, size_t *sig_len, size_t size)
{
    struct ab_signing *s = ctx;

    s->is_digest_fixed = false;
    return sign_final(s, OSSL_FUNC_SIGNATURE_DIGEST_SIGN_FINAL, sig, sig_len, size);
}

int ab_signing_digest_verify_final(void *ctx, const unsigned char *sig, size_t sig_len)
{
    struct ab_signing *s = ctx;

    s->is_digest_fixed = false;
    return falls_back(s) ? ab_fallback_op_verify_final(&s->fallback, sig, sig_len) : verify_message(s, sig, sig_len);
}

int ab_signing_sign_message_final(void *ctx, unsigned char *sig, size_t *sig_len, size_t size)
{
    return sign_final(ctx, AB_SIGNATURE_SIGN_MESSAGE_FINAL, sig, sig_len, size);
}

int ab_signing_verify_message_final(void *ctx)
{
    struct ab_signing *s = ctx;

    return falls_back(s) ? ab_fallback_op_verify_message_final(&s->fallback)
                         : verify_message(s, s->signature.data, s->signature.len);
}

/* ---- one-shot: a message if init said so, otherwise a digest ---- */

int ab_signing_sign(void *ctx, unsigned char *sig, size_t *sig_len, size_t size, const unsigned char *data, size_t len)
{
    struct ab_signing *s = ctx;

    if (falls_back(s))
        return ab_fallback_op_convert(&s->fallback, OSSL_FUNC_SIGNATURE_SIGN, sig, sig_len, size, data, len);
    if (s->base.key == NULL || !is_in_order(s, s->may_oneshot, ONESHOT_OUT_OF_ORDER))
        return 0;
    if (s->base.begun_by != AB_SIGNATURE_SIGN_MESSAGE_INIT)
        return ab_signing_operations(s)->sign_digest(s, sig, sig_len, size, data, len);
    return (sig == NULL || update_message(s, data, len)) && sign_message(s, sig, sig_len, size);
}

int ab_signing_verify(void *ctx, const unsigned char *sig, size_t sig_len, const unsigned char *data, size_t len)
{
    struct ab_signing *s = ctx;

    if (falls_back(s))
        return ab_fallback_op_verify(&s->fallback, OSSL_FUNC_SIGNATURE_VERIFY, sig, sig_len, data, len);
    if (s->base.key == NULL || !is_in_order(s, s->may_oneshot, ONESHOT_OUT_OF_ORDER))
        return 0;
    if (s->base.begun_by != AB_SIGNATURE_VERIFY_MESSAGE_INIT)
        return ab_signing_operations(s)->verify_digest(s, sig, sig_len, data, len);
    return update_message(s, data, len) ? verify_message(s, sig, sig_len) : 0;
}
