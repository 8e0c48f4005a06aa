#include "provider/signature/message.h"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/proverr.h>
#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/error.h"

/* ---- contexts ---- */

void *ab_message_new(size_t size, void *provctx, const char *properties, const struct ab_signature_scheme *scheme,
                     const struct ab_message_operations *does)
{
    struct ab_message_signing *m = calloc(1, size);

    if (m != NULL) {
        m->does = does;
        m->prov = provctx;
        m->scheme = scheme;
        m->properties = properties == NULL ? NULL : strdup(properties);
        if (properties == NULL || m->properties != NULL)
            return m;
    }
    free(m);
    AB_RAISE_DETAIL((struct ab_provctx *)provctx, AB_R_OUT_OF_MEMORY, "signature");
    return NULL;
}

void *ab_message_dup(const struct ab_message_signing *m, size_t size)
{
    struct ab_message_signing *copy = ab_message_new(size, m->prov, m->properties, m->scheme, m->does);
    char *properties;

    if (copy == NULL)
        return NULL;
    properties = copy->properties;
    memcpy(copy, m, size);
    copy->properties = properties;
    ab_octets_prepare(&copy->signature);
    if (ab_fallback_op_dup(&copy->fallback, &m->fallback) && ab_octets_copy(m->prov, &copy->signature, &m->signature))
        return copy;
    ab_message_clear(copy);
    free(copy);
    return NULL;
}

void ab_message_clear(struct ab_message_signing *m)
{
    ab_fallback_op_free(&m->fallback);
    ab_octets_clear(&m->signature);
    free(m->properties);
    ab_wipe(&m->message, sizeof(m->message));
}

/* ---- what is told ---- */

int ab_message_set_digest(struct ab_message_signing *m, const char *name, const struct ab_hash *hash)
{
    if (m->is_digest_fixed && m->hash != NULL) {
        if (m->hash->algorithm->id == hash->algorithm->id)
            return 1;
        AB_RAISE_CODE_DETAIL(m->prov, ERR_LIB_PROV, PROV_R_DIGEST_NOT_ALLOWED, "digest %s != %s", name, m->digest_name);
        return 0;
    }
    m->has_message = false; /* one that was begun with another digest ends with none */
    m->hash = hash;
    m->digest_size = hash->algorithm->digest_len;
    memset(m->digest_name, 0, sizeof(m->digest_name));
    strncpy(m->digest_name, name, sizeof(m->digest_name) - 1);
    return 1;
}

/*
 * 1 if the default provider of this release refuses an empty signature before it decodes it: the verdict is then 0, not -1. 4.0
 * does, and 3.5 from 3.5.6 on; 3.6 is assumed to since the patch release of the same day.
 */
static int refuses_empty_signature(const struct ab_provctx *prov)
{
    const unsigned release = prov->release;

    return release >= AB_RELEASE(4, 0) || (release >= AB_RELEASE_PATCH(3, 5, 6) && release < AB_RELEASE(3, 6))
           || release >= AB_RELEASE_PATCH(3, 6, 2);
}

int ab_message_set_signature(struct ab_message_signing *m, const OSSL_PARAM *p)
{
    if (!ab_octets_set_param(m->prov, &m->signature, p))
        return 0;
    return m->signature.len != 0 || !refuses_empty_signature(m->prov);
}

const OSSL_PARAM *ab_message_settable_of_scheme(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(AB_PARAM_SIGNATURE, NULL, 0),
        OSSL_PARAM_uint(AB_PARAM_NONCE_TYPE, NULL),
        OSSL_PARAM_END,
    };
    const struct ab_message_signing *m = ctx;

    (void)provctx;
    return m != NULL && m->begun_by == AB_SIGNATURE_VERIFY_MESSAGE_INIT ? list : NULL;
}

int ab_message_get_md_params(void *ctx, OSSL_PARAM params[])
{
    struct ab_message_signing *m = ctx;

    return m->does->pass_on(m)
           && ab_fallback_op_get_params(&m->fallback, OSSL_FUNC_SIGNATURE_GET_CTX_MD_PARAMS, params);
}

int ab_message_set_md_params(void *ctx, const OSSL_PARAM params[])
{
    struct ab_message_signing *m = ctx;

    return m->does->pass_on(m)
           && ab_fallback_op_set_params(&m->fallback, OSSL_FUNC_SIGNATURE_SET_CTX_MD_PARAMS, params);
}

const OSSL_PARAM *ab_message_gettable_md(void *ctx)
{
    struct ab_message_signing *m = ctx;

    return m->does->pass_on(m) ? ab_fallback_op_md_list(&m->fallback, OSSL_FUNC_SIGNATURE_GETTABLE_CTX_MD_PARAMS)
                               : NULL;
}

const OSSL_PARAM *ab_message_settable_md(void *ctx)
{
    struct ab_message_signing *m = ctx;

    return m->does->pass_on(m) ? ab_fallback_op_md_list(&m->fallback, OSSL_FUNC_SIGNATURE_SETTABLE_CTX_MD_PARAMS)
                               : NULL;
}

/* ---- beginnings ---- */

int ab_message_init_fallback(const struct ab_fallback_op *p, int id, const char *digest, void *keydata,
                             const OSSL_PARAM params[])
{
    if (id == OSSL_FUNC_SIGNATURE_DIGEST_SIGN_INIT || id == OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_INIT)
        return ab_fallback_op_digest_init(p, id, digest, keydata, params);
    return ab_fallback_op_init(p, id, keydata, params);
}

static int begin_one(struct ab_fallback_op *p, const struct ab_message_signing *m, int id, void *keydata,
                     const OSSL_PARAM params[])
{
    return keydata != NULL && ab_fallback_op_make(p, m->prov, OSSL_OP_SIGNATURE, m->scheme->name, m->properties)
           && ab_fallback_op_init(p, id, keydata, params);
}

int ab_message_default_sign(const struct ab_message_signing *m, void *keydata, const OSSL_PARAM params[],
                            unsigned char *sig, size_t *sig_len, size_t size, const uint8_t *digest, size_t len)
{
    struct ab_fallback_op p = { 0 };
    int ok = begin_one(&p, m, OSSL_FUNC_SIGNATURE_SIGN_INIT, keydata, params)
             && ab_fallback_op_convert(&p, OSSL_FUNC_SIGNATURE_SIGN, sig, sig_len, size, digest, len);

    ab_fallback_op_free(&p);
    return ok;
}

int ab_message_default_verify(const struct ab_message_signing *m, void *keydata, const OSSL_PARAM params[],
                              const uint8_t *sig, size_t sig_len, const uint8_t *digest, size_t len)
{
    struct ab_fallback_op p = { 0 };
    int verdict = 0;

    if (begin_one(&p, m, OSSL_FUNC_SIGNATURE_VERIFY_INIT, keydata, params))
        verdict = ab_fallback_op_verify(&p, OSSL_FUNC_SIGNATURE_VERIFY, sig, sig_len, digest, len);
    ab_fallback_op_free(&p);
    return verdict;
}

/* Without a digest the default provider says so. */
static int begin_message(struct ab_message_signing *m)
{
    m->is_digest_fixed = true;
    m->has_data = false;
    m->has_message = m->hash != NULL && m->fallback.ctx == NULL;
    if (m->has_message)
        ab_hash_init(&m->message, m->hash);
    return m->has_message || m->does->pass_on(m);
}

static int begin_digest(struct ab_message_signing *m, int id, const char *digest, void *key, const OSSL_PARAM params[])
{
    return m->does->begin(m, id, digest, key, params) && begin_message(m);
}

/* Names that say the digest fix it, and begin a message whether it is used or not. */
static int begin_named(struct ab_message_signing *m, int id, void *key, const OSSL_PARAM params[])
{
    return m->does->begin(m, id, m->scheme->digest, key, params) && (m->scheme->digest == NULL || begin_message(m));
}

int ab_message_sign_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin_named(ctx, OSSL_FUNC_SIGNATURE_SIGN_INIT, key, params);
}

int ab_message_verify_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin_named(ctx, OSSL_FUNC_SIGNATURE_VERIFY_INIT, key, params);
}

int ab_message_sign_message_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin_named(ctx, AB_SIGNATURE_SIGN_MESSAGE_INIT, key, params);
}

int ab_message_verify_message_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin_named(ctx, AB_SIGNATURE_VERIFY_MESSAGE_INIT, key, params);
}

int ab_message_digest_sign_init(void *ctx, const char *digest, void *key, const OSSL_PARAM params[])
{
    return begin_digest(ctx, OSSL_FUNC_SIGNATURE_DIGEST_SIGN_INIT, digest, key, params);
}

int ab_message_digest_verify_init(void *ctx, const char *digest, void *key, const OSSL_PARAM params[])
{
    return begin_digest(ctx, OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_INIT, digest, key, params);
}

/* ---- messages ---- */

static int take_data(struct ab_message_signing *m, const unsigned char *data, size_t len)
{
    if (!m->has_message)
        return 0;
    m->has_data = true;
    ab_hash_update(&m->message, data, len);
    return 1;
}

static int end_message(struct ab_message_signing *m, uint8_t digest[AB_HASH_MAX_DIGEST])
{
    int ok = m->has_message && m->message.hash == m->hash;

    if (ok)
        ab_hash_final(&m->message, digest);
    m->has_message = false;
    return ok;
}

/* The length of the signature is told without an end. */
static int sign_message(struct ab_message_signing *m, unsigned char *sig, size_t *sig_len, size_t size)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];
    int ok;

    if (sig == NULL)
        return m->has_message && m->does->sign_digest(m, NULL, sig_len, 0, NULL, 0);
    ok = end_message(m, digest) && m->does->sign_digest(m, sig, sig_len, size, digest, m->hash->algorithm->digest_len);
    ab_wipe(digest, sizeof(digest));
    return ok;
}

static int verify_message(struct ab_message_signing *m, const uint8_t *sig, size_t sig_len)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];

    if (sig_len == 0 && refuses_empty_signature(m->prov))
        return 0;
    return end_message(m, digest) ? m->does->verify_digest(m, sig, sig_len, digest, m->hash->algorithm->digest_len) : 0;
}

static int update(struct ab_message_signing *m, int id, const unsigned char *data, size_t len)
{
    return m->fallback.ctx != NULL ? ab_fallback_op_update(&m->fallback, id, data, len) : take_data(m, data, len);
}

int ab_message_digest_sign_update(void *ctx, const unsigned char *data, size_t len)
{
    return update(ctx, OSSL_FUNC_SIGNATURE_DIGEST_SIGN_UPDATE, data, len);
}

int ab_message_digest_verify_update(void *ctx, const unsigned char *data, size_t len)
{
    return update(ctx, OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_UPDATE, data, len);
}

int ab_message_sign_message_update(void *ctx, const unsigned char *data, size_t len)
{
    return update(ctx, AB_SIGNATURE_SIGN_MESSAGE_UPDATE, data, len);
}

int ab_message_verify_message_update(void *ctx, const unsigned char *data, size_t len)
{
    return update(ctx, AB_SIGNATURE_VERIFY_MESSAGE_UPDATE, data, len);
}

static int sign_final(struct ab_message_signing *m, int id, unsigned char *sig, size_t *sig_len, size_t size)
{
    return m->fallback.ctx != NULL ? ab_fallback_op_final(&m->fallback, id, sig, sig_len, size)
                                   : sign_message(m, sig, sig_len, size);
}

int ab_message_digest_sign_final(void *ctx, unsigned char *sig, size_t *sig_len, size_t size)
{
    struct ab_message_signing *m = ctx;

    m->is_digest_fixed = false;
    return sign_final(m, OSSL_FUNC_SIGNATURE_DIGEST_SIGN_FINAL, sig, sig_len, size);
}

int ab_message_digest_verify_final(void *ctx, const unsigned char *sig, size_t sig_len)
{
    struct ab_message_signing *m = ctx;

    m->is_digest_fixed = false;
    return m->fallback.ctx != NULL ? ab_fallback_op_verify_final(&m->fallback, sig, sig_len)
                                   : verify_message(m, sig, sig_len);
}

int ab_message_sign_message_final(void *ctx, unsigned char *sig, size_t *sig_len, size_t size)
{
    return sign_final(ctx, AB_SIGNATURE_SIGN_MESSAGE_FINAL, sig, sig_len, size);
}

int ab_message_verify_message_final(void *ctx)
{
    struct ab_message_signing *m = ctx;

    return m->fallback.ctx != NULL ? ab_fallback_op_verify_message_final(&m->fallback)
                                   : verify_message(m, m->signature.data, m->signature.len);
}

/* ---- in one call: of a message if that is what was begun, else of a digest ---- */

int ab_message_sign(void *ctx, unsigned char *sig, size_t *sig_len, size_t size, const unsigned char *data, size_t len)
{
    struct ab_message_signing *m = ctx;

    if (m->fallback.ctx != NULL)
        return ab_fallback_op_convert(&m->fallback, OSSL_FUNC_SIGNATURE_SIGN, sig, sig_len, size, data, len);
    if (m->begun_by != AB_SIGNATURE_SIGN_MESSAGE_INIT)
        return m->does->sign_digest(m, sig, sig_len, size, data, len);
    return (sig == NULL || take_data(m, data, len)) && sign_message(m, sig, sig_len, size);
}

int ab_message_verify(void *ctx, const unsigned char *sig, size_t sig_len, const unsigned char *data, size_t len)
{
    struct ab_message_signing *m = ctx;

    if (m->fallback.ctx != NULL)
        return ab_fallback_op_verify(&m->fallback, OSSL_FUNC_SIGNATURE_VERIFY, sig, sig_len, data, len);
    if (m->begun_by != AB_SIGNATURE_VERIFY_MESSAGE_INIT)
        return m->does->verify_digest(m, sig, sig_len, data, len);
    return take_data(m, data, len) ? verify_message(m, sig, sig_len) : 0;
}
