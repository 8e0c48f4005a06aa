/*
 * TLS13-KDF for OpenSSL: the key schedule of TLS 1.3 (RFC 8446 sec. 7.1); the derivations are in src/crypto/kdf/hkdf.c.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>

#include "ct/ct.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/kdf/hkdf.h"
#include "provider/param.h"

/* Before 3.6 the data of one call are not kept for the next. */
static int set_data(struct ab_hkdf *h, const OSSL_PARAM params[])
{
    if (h->prov->release < AB_RELEASE(3, 6))
        ab_octets_clear(&h->parts[AB_HKDF_DATA]);
    return ab_hkdf_set_part(h, AB_HKDF_DATA, params, OSSL_KDF_PARAM_DATA);
}

/*
 * Whether the default provider ignores this list: before 3.6 it ignores NULL, and from 3.2 to 3.5 an empty list, too.
 * Any other list, or none from 3.6 on, it refuses unless a mode is in it or was set before.
 */
static int is_nothing(const struct ab_hkdf *h, const OSSL_PARAM params[])
{
    unsigned release = h->prov->release;

    if (release >= AB_RELEASE(3, 6))
        return 0;
    return params == NULL || (params->key == NULL && release >= AB_RELEASE(3, 2));
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct ab_hkdf *h = ctx;

    if (is_nothing(h, params))
        return 1;
    if (!ab_hkdf_set_common(h, "TLS13-KDF", params))
        return 0;
    if (h->mode == AB_HKDF_EXTRACT_AND_EXPAND) {
        AB_RAISE_DETAIL(h->prov, AB_R_INVALID_MODE, "TLS13-KDF");
        return 0;
    }
    return ab_hkdf_set_part(h, AB_HKDF_PREFIX, params, OSSL_KDF_PARAM_PREFIX)
           && ab_hkdf_set_part(h, AB_HKDF_LABEL, params, OSSL_KDF_PARAM_LABEL) && set_data(h, params)
           && ab_hkdf_forward_params(h, params);
}

static int expand(const struct ab_hkdf *h, const struct ab_octets *secret, const uint8_t *context, size_t context_len,
                  uint8_t *out, size_t len)
{
    const struct ab_octets *prefix = &h->parts[AB_HKDF_PREFIX], *name = &h->parts[AB_HKDF_LABEL];
    struct ab_tls13_label label = {
        prefix->data, name->data, context, prefix->len, name->len, context_len,
    };
    int ok = ab_tls13_expand_label(h->hash, secret->data, secret->len, &label, out, len);

    if (!ok)
        AB_RAISE_DETAIL(h->prov, AB_R_INVALID_KEY_LENGTH, "%zu bytes, label of %zu", len, prefix->len + name->len);
    return ok;
}

/* Derive-Secret(secret, label, ""), the step between a stage's secret and the next stage's salt. */
static int derive_salt(const struct ab_hkdf *h, uint8_t *salt)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];
    size_t len = h->hash->algorithm->digest_len;
    struct ab_hash_ctx c;

    ab_hash_init(&c, h->hash);
    ab_hash_final(&c, digest);
    return expand(h, &h->parts[AB_HKDF_SALT], digest, len, salt, len);
}

/* HKDF-Extract of the next stage. A missing secret or key is a digest's length of zeros. */
static int extract(const struct ab_hkdf *h, uint8_t *out)
{
    static const uint8_t zeros[AB_HASH_MAX_DIGEST];
    const struct ab_octets *key = &h->parts[AB_HKDF_KEY];
    size_t digest_len = h->hash->algorithm->digest_len;
    uint8_t salt[AB_HASH_MAX_DIGEST] = { 0 };
    int ok = h->parts[AB_HKDF_SALT].data == NULL || derive_salt(h, salt);

    if (ok && key->data == NULL)
        ab_hkdf_extract(h->hash, salt, digest_len, zeros, digest_len, out);
    else if (ok)
        ab_hkdf_extract(h->hash, salt, digest_len, key->data, key->len, out);
    ab_wipe(salt, sizeof(salt));
    return ok;
}

static int derive(void *ctx, unsigned char *out, size_t len, const OSSL_PARAM params[])
{
    struct ab_hkdf *h = ctx;
    const struct ab_octets *data = &h->parts[AB_HKDF_DATA];

    if (!set_ctx_params(h, params))
        return 0;
    if (h->fallback.ctx != NULL)
        return ab_fallback_kdf_derive(&h->fallback, out, len);
    if (!ab_hkdf_has_hash(h))
        return 0;
    ab_count(h->prov, ab_hash_family(h->hash), AB_COUNTED_DERIVE, len);
    switch (h->mode) {
    case AB_HKDF_EXTRACT_ONLY: return ab_hkdf_is_prk_len(h, len) && extract(h, out);
    case AB_HKDF_EXPAND_ONLY:
        return ab_hkdf_has_key(h) && expand(h, &h->parts[AB_HKDF_KEY], data->data, data->len, out, len);
    default: AB_RAISE_DETAIL(h->prov, AB_R_INVALID_MODE, "TLS13-KDF"); return 0;
    }
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_MODE, NULL, 0),
        OSSL_PARAM_int(OSSL_KDF_PARAM_MODE, NULL),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_KEY, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PREFIX, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_LABEL, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_DATA, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx;
    (void)provctx;
    return list;
}

const OSSL_DISPATCH ab_tls13_kdf_functions[] = {
    AB_KDF_FN(NEWCTX, ab_hkdf_new),
    AB_KDF_FN(DERIVE, derive),
    AB_KDF_FN(SET_CTX_PARAMS, set_ctx_params),
    AB_KDF_FN(SETTABLE_CTX_PARAMS, settable_ctx_params),
    AB_HKDF_SHARED_ENTRIES,
    { 0, NULL },
};
