/* The digest and the context parameters of DSA. */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>

#include "provider/digest_param.h"
#include "provider/param.h"
#include "provider/signature/dsa.h"

enum { OID_LEN = 9, MAX_IDENTIFIER = 13 };

/*
 * The digests allowed for DSA (FIPS 186-4 sec. 4.2), and the last arc of the pair's identifier under
 * 2.16.840.1.101.3.4.3.
 */
static const struct {
    enum ab_hash_id id;
    uint8_t arc; /* 0: no identifier */
} digests[] = {
    { AB_HASH_SHA1, 0 },     { AB_HASH_SHA224, 1 },     { AB_HASH_SHA256, 2 },     { AB_HASH_SHA384, 3 },
    { AB_HASH_SHA512, 4 },   { AB_HASH_SHA3_224, 5 },   { AB_HASH_SHA3_256, 6 },   { AB_HASH_SHA3_384, 7 },
    { AB_HASH_SHA3_512, 8 }, { AB_HASH_SHA512_224, 0 }, { AB_HASH_SHA512_256, 0 },
};

/* ---- the digest ---- */

static int is_for_dsa(const struct ab_hash *hash)
{
    for (size_t i = 0; i < sizeof(digests) / sizeof(digests[0]); i++)
        if (digests[i].id == hash->algorithm->id)
            return 1;
    return 0;
}

enum ab_digest_choice ab_dsa_choose_digest(struct ab_signing *s, const OSSL_PARAM params[], const struct ab_hash **hash)
{
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_SIGNATURE_PARAM_DIGEST);
    enum ab_digest_choice choice;
    const char *name;

    if (p != NULL && (!ab_param_get_utf8(p, &name) || name == NULL || strlen(name) >= AB_SIGNATURE_MAX_DIGEST_NAME))
        return AB_DIGEST_OTHER;
    choice = ab_param_choose_digest(s->base.prov, params, hash);
    return choice == AB_DIGEST_OURS && !is_for_dsa(*hash) ? AB_DIGEST_OTHER : choice;
}

enum ab_digest_choice ab_dsa_choose_name(struct ab_signing *s, const char *name, const struct ab_hash **hash)
{
    OSSL_PARAM params[3], *p = params;

    if (name == NULL)
        return AB_DIGEST_NONE;
    *p++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, (char *)name, strlen(name));
    if (s->properties != NULL)
        *p++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PROPERTIES, s->properties,
                                                  strlen(s->properties));
    *p = (OSSL_PARAM)OSSL_PARAM_END;
    return ab_dsa_choose_digest(s, params, hash);
}

/* ---- set ---- */

/* If a digest is fixed, refuse one that is not ours like any other. */
static int set_digest_param(struct ab_signing *s, const OSSL_PARAM *p, const OSSL_PARAM params[])
{
    const struct ab_hash *hash = NULL;
    enum ab_digest_choice choice = ab_dsa_choose_digest(s, params, &hash);
    const char *name;

    if (choice == AB_DIGEST_OURS)
        return ab_param_get_utf8(p, &name) && ab_signing_set_digest(s, name, hash);
    if (choice == AB_DIGEST_REFUSED)
        return 0;
    return ab_signing_pass_params(s, params);
}

int ab_dsa_set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct ab_signing *s = ctx;
    const OSSL_PARAM *p = ab_param_locate_const(params, AB_PARAM_NONCE_TYPE);

    if (s->state == AB_SIGNING_FALLBACK)
        return ab_fallback_op_set_params(&s->fallback, OSSL_FUNC_SIGNATURE_SET_CTX_PARAMS, params);
    if (p != NULL && s->base.prov->release >= AB_RELEASE(3, 2) && !ab_param_get_uint(p, &s->nonce_type))
        return 0;
    p = ab_param_locate_const(params, AB_PARAM_SIGNATURE);
    if (s->base.scheme->digest != NULL)
        return p == NULL || s->base.begun_by != AB_SIGNATURE_VERIFY_MESSAGE_INIT || ab_signing_set_signature(s, p);
    p = ab_param_locate_const(params, OSSL_SIGNATURE_PARAM_DIGEST);
    return p == NULL || set_digest_param(s, p, params);
}

static const OSSL_PARAM nothing[] = { OSSL_PARAM_END };

const OSSL_PARAM *ab_dsa_settable_3_0(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_END,
    };
    const struct ab_signing *s = ctx;

    (void)provctx;
    return s != NULL && s->is_digest_fixed ? nothing : list;
}

const OSSL_PARAM *ab_dsa_settable_3_2(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_uint(AB_PARAM_NONCE_TYPE, NULL),
        OSSL_PARAM_END,
    };
    const struct ab_signing *s = ctx;

    (void)provctx;
    return s != NULL && s->is_digest_fixed ? nothing : list;
}

/* ---- get ---- */

/* SEQUENCE { OID }, RFC 3279 sec. 2.2.2 and RFC 5758 sec. 3.1. Returns the length, 0 if there is no identifier. */
static size_t identifier(const struct ab_hash *hash, uint8_t out[MAX_IDENTIFIER])
{
    static const uint8_t sha1[] = { 0x30, 9, 6, 7, 0x2a, 0x86, 0x48, 0xce, 0x38, 4, 3 };
    static const uint8_t others[] = { 0x30, 11, 6, OID_LEN, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 3 };

    if (hash != NULL && hash->algorithm->id == AB_HASH_SHA1) {
        memcpy(out, sha1, sizeof(sha1));
        return sizeof(sha1);
    }
    for (size_t i = 0; hash != NULL && i < sizeof(digests) / sizeof(digests[0]); i++)
        if (digests[i].id == hash->algorithm->id && digests[i].arc != 0) {
            memcpy(out, others, sizeof(others));
            out[sizeof(others)] = digests[i].arc;
            return sizeof(others) + 1;
        }
    return 0;
}

int ab_dsa_get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    OSSL_PARAM *p = ab_param_locate(params, OSSL_SIGNATURE_PARAM_ALGORITHM_ID);
    struct ab_signing *s = ctx;
    uint8_t id[MAX_IDENTIFIER];
    size_t len;

    if (s->state == AB_SIGNING_FALLBACK)
        return ab_fallback_op_get_params(&s->fallback, OSSL_FUNC_SIGNATURE_GET_CTX_PARAMS, params);
    len = identifier(s->hash, id);
    if (p != NULL && (len == 0 || !ab_param_set_octets(p, id, len))) /* not every digest has one */
        return 0;
    p = ab_param_locate(params, OSSL_SIGNATURE_PARAM_DIGEST);
    if (p != NULL && !ab_param_set_utf8(p, s->digest_name))
        return 0;
    p = ab_param_locate(params, AB_PARAM_NONCE_TYPE);
    return p == NULL || s->base.prov->release < AB_RELEASE(3, 2) || ab_param_set_uint64(p, s->nonce_type);
}

const OSSL_PARAM *ab_dsa_gettable_3_0(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(OSSL_SIGNATURE_PARAM_ALGORITHM_ID, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

const OSSL_PARAM *ab_dsa_gettable_3_2(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(OSSL_SIGNATURE_PARAM_ALGORITHM_ID, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, NULL, 0),
        OSSL_PARAM_uint(AB_PARAM_NONCE_TYPE, NULL),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}
