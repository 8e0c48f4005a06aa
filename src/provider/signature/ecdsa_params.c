/* The digest and the context parameters of ECDSA. */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>

#include "provider/digest_param.h"
#include "provider/param.h"
#include "provider/signature/ecdsa.h"

/* Before 4.0, for certain tests; it falls back to the default provider. */
#define KAT "kat"
#define TLS_VERSION "tls-version"

/* ---- the digest ---- */

static enum ab_digest_choice choose(struct ab_signing *s, const char *name, const char *query,
                                    const struct ab_hash **hash)
{
    OSSL_PARAM params[3] = { OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, (char *)name, 0), OSSL_PARAM_END,
                             OSSL_PARAM_END };

    if (query != NULL)
        params[1] = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PROPERTIES, (char *)query, 0);
    return strlen(name) >= AB_SIGNATURE_MAX_DIGEST_NAME ? AB_DIGEST_OTHER
                                                        : ab_param_choose_digest(s->base.prov, params, hash);
}

enum ab_digest_choice ab_ecdsa_choose_digest(struct ab_signing *s, const char *name, const struct ab_hash **hash)
{
    return name == NULL ? AB_DIGEST_NONE : choose(s, name, s->properties, hash);
}

/* Choose the digest of the parameters "digest" and "properties"; the context's properties do not apply to it. */
static enum ab_digest_choice read_digest(struct ab_signing *s, const OSSL_PARAM params[], const char **name,
                                         const struct ab_hash **hash)
{
    const OSSL_PARAM *digest = ab_param_locate_const(params, OSSL_SIGNATURE_PARAM_DIGEST);
    const OSSL_PARAM *properties = ab_param_locate_const(params, OSSL_SIGNATURE_PARAM_PROPERTIES);
    const char *query = NULL;

    if (digest == NULL || s->base.scheme->digest != NULL)
        return AB_DIGEST_NONE;
    if (!ab_param_get_utf8(digest, name) || (properties != NULL && !ab_param_get_utf8(properties, &query)))
        return AB_DIGEST_OTHER;
    return choose(s, *name, query, hash);
}

/* ---- set ---- */

/* ECDSA ignores the version of TLS, but libssl of 4.0 sets it on every signature. */
static int is_known(const OSSL_PARAM *p)
{
    static const char *const keys[] = {
        OSSL_SIGNATURE_PARAM_DIGEST,
        OSSL_SIGNATURE_PARAM_PROPERTIES,
        OSSL_SIGNATURE_PARAM_DIGEST_SIZE,
        AB_PARAM_NONCE_TYPE,
        AB_PARAM_SIGNATURE,
        TLS_VERSION,
    };

    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        if (ab_param_is(p, keys[i]))
            return 1;
    return 0;
}

/*
 * A parameter that is not known here may be known to a later release, whose default provider then gets the operation.
 * Within a message it is too late for that: ignore the parameter, as the default provider does with any other name.
 */
static int may_be_known_to_default(const struct ab_signing *s, const OSSL_PARAM *p)
{
    return !is_known(p) && (!s->has_data || ab_param_is(p, KAT));
}

int ab_ecdsa_are_ours(struct ab_signing *s, const OSSL_PARAM params[])
{
    const struct ab_hash *hash;
    const char *name;

    for (const OSSL_PARAM *p = params; p != NULL && p->key != NULL; p++)
        if (may_be_known_to_default(s, p))
            return 0;
    switch (read_digest(s, params, &name, &hash)) {
    case AB_DIGEST_NONE:
    case AB_DIGEST_OURS: return 1;
    default: return 0;
    }
}

static int set_size(struct ab_signing *s, const OSSL_PARAM *p)
{
    size_t size;

    if (!ab_param_get_size(p, &size) || (s->is_digest_fixed && size != s->digest_size))
        return 0;
    s->digest_size = size;
    return 1;
}

static int take_of_scheme(struct ab_signing *s, const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = ab_param_locate_const(params, AB_PARAM_SIGNATURE);

    return p == NULL || s->base.begun_by != AB_SIGNATURE_VERIFY_MESSAGE_INIT || ab_signing_set_signature(s, p);
}

int ab_ecdsa_take_params(struct ab_signing *s, const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = ab_param_locate_const(params, AB_PARAM_NONCE_TYPE);
    const struct ab_hash *hash;
    const char *name;

    if (p != NULL && s->base.prov->release >= AB_RELEASE(3, 2) && !ab_param_get_uint(p, &s->nonce_type))
        return 0;
    if (s->base.scheme->digest != NULL)
        return take_of_scheme(s, params);
    if (read_digest(s, params, &name, &hash) == AB_DIGEST_OURS && !ab_signing_set_digest(s, name, hash))
        return 0;
    p = ab_param_locate_const(params, OSSL_SIGNATURE_PARAM_DIGEST_SIZE);
    return p == NULL || set_size(s, p);
}

void ab_ecdsa_list_params(struct ab_signing *s, OSSL_PARAM list[AB_ECDSA_NUM_PARAMS])
{
    if (s->hash != NULL && s->base.scheme->digest == NULL) {
        *list++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, s->digest_name,
                                                     strlen(s->digest_name));
        if (s->properties != NULL)
            *list++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PROPERTIES, s->properties,
                                                         strlen(s->properties));
    }
    if (s->digest_size != 0 && s->base.scheme->digest == NULL)
        *list++ = (OSSL_PARAM)OSSL_PARAM_size_t(OSSL_SIGNATURE_PARAM_DIGEST_SIZE, &s->digest_size);
    if (s->nonce_type != 0)
        *list++ = (OSSL_PARAM)OSSL_PARAM_uint(AB_PARAM_NONCE_TYPE, &s->nonce_type);
    *list = (OSSL_PARAM)OSSL_PARAM_END;
}

static const OSSL_PARAM settable[] = {
    OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, NULL, 0),
    OSSL_PARAM_size_t(OSSL_SIGNATURE_PARAM_DIGEST_SIZE, NULL),
    OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PROPERTIES, NULL, 0),
    OSSL_PARAM_uint(AB_PARAM_NONCE_TYPE, NULL),
    OSSL_PARAM_END,
};

static const OSSL_PARAM settable_with_kat[] = {
    OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, NULL, 0),
    OSSL_PARAM_size_t(OSSL_SIGNATURE_PARAM_DIGEST_SIZE, NULL),
    OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PROPERTIES, NULL, 0),
    OSSL_PARAM_uint(AB_PARAM_NONCE_TYPE, NULL),
    OSSL_PARAM_uint(KAT, NULL),
    OSSL_PARAM_END,
};

static const OSSL_PARAM settable_3_0[] = {
    OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, NULL, 0),
    OSSL_PARAM_size_t(OSSL_SIGNATURE_PARAM_DIGEST_SIZE, NULL),
    OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PROPERTIES, NULL, 0),
    OSSL_PARAM_uint(KAT, NULL),
    OSSL_PARAM_END,
};

/* Releases before 3.4 omit the other parameters once the digest is fixed. */
const OSSL_PARAM *ab_ecdsa_settable(void *ctx, void *provctx)
{
    static const OSSL_PARAM fixed[] = { OSSL_PARAM_uint(KAT, NULL), OSSL_PARAM_END };
    const struct ab_provctx *prov = provctx;
    const struct ab_signing *s = ctx;

    if (s != NULL && s->is_digest_fixed && prov->release < AB_RELEASE(3, 4))
        return fixed;
    if (prov->release < AB_RELEASE(3, 2))
        return settable_3_0;
    return prov->release < AB_RELEASE(3, 6) ? settable_with_kat : settable;
}

/* ---- get ---- */

/*
 * SEQUENCE { OID }: RFC 5758 sec. 3.2 (1.2.840.10045.4.1, with SHA-1, and .4.3.N) and NIST's registry
 * (2.16.840.1.101.3.4.3.N). Returns its length, 0 if there is no identifier.
 */
static size_t identify(enum ab_hash_id id, uint8_t out[13])
{
    static const uint8_t ansi[] = { 0x30, 10, 6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3 };
    static const uint8_t nist[] = { 0x30, 11, 6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 3 };
    static const uint8_t sha1[] = { 0x30, 9, 6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 1 };
    static const struct {
        const uint8_t *start;
        uint8_t len, last;
    } of[AB_NUM_HASHES] = {
        [AB_HASH_SHA1] = { sha1, sizeof(sha1), 0 },      [AB_HASH_SHA224] = { ansi, sizeof(ansi), 1 },
        [AB_HASH_SHA256] = { ansi, sizeof(ansi), 2 },    [AB_HASH_SHA384] = { ansi, sizeof(ansi), 3 },
        [AB_HASH_SHA512] = { ansi, sizeof(ansi), 4 },    [AB_HASH_SHA3_224] = { nist, sizeof(nist), 9 },
        [AB_HASH_SHA3_256] = { nist, sizeof(nist), 10 }, [AB_HASH_SHA3_384] = { nist, sizeof(nist), 11 },
        [AB_HASH_SHA3_512] = { nist, sizeof(nist), 12 },
    };

    if (of[id].start == NULL)
        return 0;
    memcpy(out, of[id].start, of[id].len);
    out[of[id].len] = of[id].last;
    return of[id].last == 0 ? of[id].len : of[id].len + 1u;
}

static int get_one(const struct ab_signing *s, OSSL_PARAM *p)
{
    uint8_t id[13];
    size_t len;

    if (ab_param_is(p, OSSL_SIGNATURE_PARAM_ALGORITHM_ID)) {
        len = s->hash == NULL ? 0 : identify(s->hash->algorithm->id, id);
        return len != 0 && ab_param_set_octets(p, id, len);
    }
    if (ab_param_is(p, OSSL_SIGNATURE_PARAM_DIGEST_SIZE))
        return ab_param_set_uint64(p, s->digest_size);
    if (ab_param_is(p, OSSL_SIGNATURE_PARAM_DIGEST))
        return ab_param_set_utf8(p, s->hash == NULL ? "" : s->hash->algorithm->name);
    return !ab_param_is(p, AB_PARAM_NONCE_TYPE) || s->base.prov->release < AB_RELEASE(3, 2)
           || ab_param_set_uint64(p, s->nonce_type);
}

int ab_ecdsa_get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    struct ab_signing *s = ctx;

    if (s->state == AB_SIGNING_FALLBACK)
        return ab_fallback_op_get_params(&s->fallback, OSSL_FUNC_SIGNATURE_GET_CTX_PARAMS, params);
    for (; params != NULL && params->key != NULL; params++)
        if (!get_one(s, params))
            return 0;
    return 1;
}

const OSSL_PARAM *ab_ecdsa_gettable(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(OSSL_SIGNATURE_PARAM_ALGORITHM_ID, NULL, 0),
        OSSL_PARAM_size_t(OSSL_SIGNATURE_PARAM_DIGEST_SIZE, NULL),
        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, NULL, 0),
        OSSL_PARAM_uint(AB_PARAM_NONCE_TYPE, NULL),
        OSSL_PARAM_END,
    };
    static const OSSL_PARAM list_3_0[] = {
        OSSL_PARAM_octet_string(OSSL_SIGNATURE_PARAM_ALGORITHM_ID, NULL, 0),
        OSSL_PARAM_size_t(OSSL_SIGNATURE_PARAM_DIGEST_SIZE, NULL),
        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, NULL, 0),
        OSSL_PARAM_END,
    };
    const struct ab_provctx *prov = provctx;

    (void)ctx;
    return prov->release < AB_RELEASE(3, 2) ? list_3_0 : list;
}
