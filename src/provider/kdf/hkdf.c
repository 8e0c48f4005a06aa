/*
 * HKDF for OpenSSL; the derivation is in src/crypto/kdf/hkdf.c. With a digest that the module lacks it falls back to
 * the default provider.
 */
#include "provider/kdf/hkdf.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ct/ct.h"
#include "provider/context.h"
#include "provider/counters.h"
#include "provider/digest_param.h"
#include "provider/error.h"
#include "provider/health.h"
#include "provider/param.h"

static const char *const mode_names[AB_HKDF_NUM_MODES] = { "EXTRACT_AND_EXPAND", "EXTRACT_ONLY", "EXPAND_ONLY" };

/* Initialise a new context, without byte strings. */
static void prepare(struct ab_hkdf *h, struct ab_provctx *prov)
{
    h->prov = prov;
    h->fallback = (struct ab_fallback_kdf){ 0 };
    h->hash = NULL;
    h->is_fixed = 0;
    h->mode = AB_HKDF_EXTRACT_AND_EXPAND;
    for (unsigned i = 0; i < AB_HKDF_NUM_PARTS; i++)
        ab_octets_prepare(&h->parts[i]);
}

void *ab_hkdf_new(void *provctx)
{
    struct ab_hkdf *h = ab_alloc(provctx, sizeof(*h), "HKDF context");

    if (h != NULL)
        prepare(h, provctx);
    return h;
}

void ab_hkdf_reset(void *ctx)
{
    struct ab_hkdf *h = ctx;

    for (unsigned i = 0; i < AB_HKDF_NUM_PARTS; i++)
        ab_octets_clear(&h->parts[i]);
    ab_fallback_kdf_free(&h->fallback);
    h->mode = AB_HKDF_EXTRACT_AND_EXPAND;
    if (!h->is_fixed)
        h->hash = NULL;
}

void ab_hkdf_free(void *ctx)
{
    if (ctx != NULL)
        ab_hkdf_reset(ctx);
    free(ctx);
}

void *ab_hkdf_dup(void *ctx)
{
    const struct ab_hkdf *h = ctx;
    struct ab_hkdf *copy = ab_hkdf_new(h->prov);
    int ok;

    if (copy == NULL)
        return NULL;
    ok = ab_fallback_kdf_dup(&copy->fallback, &h->fallback);
    copy->hash = h->hash;
    copy->is_fixed = h->is_fixed;
    copy->mode = h->mode;
    for (unsigned i = 0; i < AB_HKDF_NUM_PARTS; i++)
        ok = ok && ab_octets_copy(h->prov, &copy->parts[i], &h->parts[i]);
    if (ok)
        return copy;
    ab_hkdf_free(copy);
    return NULL;
}

int ab_hkdf_has_hash(const struct ab_hkdf *h)
{
    if (h->hash == NULL)
        AB_RAISE_DETAIL(h->prov, AB_R_MISSING_MESSAGE_DIGEST, "HKDF");
    return h->hash != NULL;
}

int ab_hkdf_has_key(const struct ab_hkdf *h)
{
    if (h->parts[AB_HKDF_KEY].data == NULL)
        AB_RAISE_DETAIL(h->prov, AB_R_MISSING_KEY, "HKDF");
    return h->parts[AB_HKDF_KEY].data != NULL;
}

int ab_hkdf_is_prk_len(const struct ab_hkdf *h, size_t len)
{
    size_t want = h->hash->algorithm->digest_len;

    if (len != want)
        AB_RAISE_DETAIL(h->prov, AB_R_WRONG_OUTPUT_BUFFER_SIZE, "%zu bytes where the digest has %zu", len, want);
    return len == want;
}

/* Read the mode, by name or by number. Returns AB_HKDF_NUM_MODES if it is neither. */
static enum ab_hkdf_mode read_mode(const OSSL_PARAM *p)
{
    enum ab_hkdf_mode mode = 0;
    uint64_t number;

    if (p->data_type == OSSL_PARAM_UTF8_STRING && p->data != NULL)
        while (mode < AB_HKDF_NUM_MODES && strcasecmp(p->data, mode_names[mode]) != 0)
            mode++;
    else
        mode = ab_param_get_uint64(p, &number) && number < AB_HKDF_NUM_MODES ? (enum ab_hkdf_mode)number
                                                                             : AB_HKDF_NUM_MODES;
    return mode;
}

static int set_mode(struct ab_hkdf *h, const OSSL_PARAM *p)
{
    enum ab_hkdf_mode mode = p == NULL ? h->mode : read_mode(p);

    if (mode == AB_HKDF_NUM_MODES) {
        AB_RAISE_DETAIL(h->prov, AB_R_INVALID_MODE, "HKDF");
        return 0;
    }
    h->mode = mode;
    return 1;
}

static int set_digest(struct ab_hkdf *h, const char *name, const OSSL_PARAM params[])
{
    if (!h->is_fixed)
        return ab_fallback_kdf_choose(&h->fallback, h->prov, name, params, &h->hash);
    if (ab_param_locate_const(params, OSSL_KDF_PARAM_DIGEST) == NULL)
        return 1;
    AB_RAISE_DETAIL(h->prov, AB_R_INVALID_PARAMETER, "%s", OSSL_KDF_PARAM_DIGEST);
    return 0;
}

/* Set all parameters of this context on a new context of the default provider. */
static int forward_all(struct ab_hkdf *h, const OSSL_PARAM params[])
{
    static const char *const names[AB_HKDF_NUM_PARTS] = {
        OSSL_KDF_PARAM_KEY,    OSSL_KDF_PARAM_SALT,  OSSL_KDF_PARAM_INFO,
        OSSL_KDF_PARAM_PREFIX, OSSL_KDF_PARAM_LABEL, OSSL_KDF_PARAM_DATA,
    };
    OSSL_PARAM all[AB_HKDF_NUM_PARTS + 4], *p = ab_param_copy_digest(all, params);
    int mode = (int)h->mode;

    *p++ = (OSSL_PARAM)OSSL_PARAM_int(OSSL_KDF_PARAM_MODE, &mode);
    for (unsigned i = 0; i < AB_HKDF_NUM_PARTS; i++)
        if (h->parts[i].data != NULL)
            *p++ = (OSSL_PARAM)OSSL_PARAM_octet_string(names[i], h->parts[i].data, h->parts[i].len);
    *p = (OSSL_PARAM)OSSL_PARAM_END;
    return ab_fallback_kdf_set_params(&h->fallback, all);
}

int ab_hkdf_forward_params(struct ab_hkdf *h, const OSSL_PARAM params[])
{
    int is_new = h->fallback.is_new;

    if (h->fallback.ctx == NULL)
        return 1;
    h->fallback.is_new = 0;
    return is_new ? forward_all(h, params) : ab_fallback_kdf_set_params(&h->fallback, params);
}

int ab_hkdf_set_part(struct ab_hkdf *h, enum ab_hkdf_part part, const OSSL_PARAM params[], const char *key)
{
    const OSSL_PARAM *p = ab_param_locate_const(params, key);

    return p == NULL || ab_octets_set_param(h->prov, &h->parts[part], p);
}

int ab_hkdf_set_common(struct ab_hkdf *h, const char *name, const OSSL_PARAM params[])
{
    return set_digest(h, name, params) && set_mode(h, ab_param_locate_const(params, OSSL_KDF_PARAM_MODE))
           && ab_hkdf_set_part(h, AB_HKDF_KEY, params, OSSL_KDF_PARAM_KEY)
           && ab_hkdf_set_part(h, AB_HKDF_SALT, params, OSSL_KDF_PARAM_SALT);
}

/* The info parameters of one call replace the earlier ones. */
static int set_info(struct ab_hkdf *h, const OSSL_PARAM params[])
{
    return ab_param_locate_const(params, OSSL_KDF_PARAM_INFO) == NULL
           || ab_octets_set_params(h->prov, &h->parts[AB_HKDF_INFO], params, OSSL_KDF_PARAM_INFO);
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct ab_hkdf *h = ctx;

    if (params == NULL || params->key == NULL)
        return 1;
    return ab_hkdf_set_common(h, "HKDF", params) && set_info(h, params) && ab_hkdf_forward_params(h, params);
}

static int extract_and_expand(const struct ab_hkdf *h, uint8_t *out, size_t len)
{
    const struct ab_octets *key = &h->parts[AB_HKDF_KEY], *salt = &h->parts[AB_HKDF_SALT],
                           *info = &h->parts[AB_HKDF_INFO];
    uint8_t prk[AB_HASH_MAX_DIGEST];
    int ok;

    ab_hkdf_extract(h->hash, salt->data, salt->len, key->data, key->len, prk);
    ok = ab_hkdf_expand(h->hash, prk, h->hash->algorithm->digest_len, info->data, info->len, out, len);
    ab_wipe(prk, sizeof(prk));
    return ok;
}

static int derive(void *ctx, unsigned char *out, size_t len, const OSSL_PARAM params[])
{
    struct ab_hkdf *h = ctx;
    const struct ab_octets *key = &h->parts[AB_HKDF_KEY], *salt = &h->parts[AB_HKDF_SALT],
                           *info = &h->parts[AB_HKDF_INFO];
    int ok = len != 0;

    if (!set_ctx_params(h, params))
        return 0;
    if (h->fallback.ctx != NULL)
        return ab_fallback_kdf_derive(&h->fallback, out, len);
    if (!ab_hkdf_has_hash(h) || !ab_hkdf_has_key(h))
        return 0;
    ab_count(h->prov, ab_hash_family(h->hash), AB_COUNTED_DERIVE, len);
    if (h->mode == AB_HKDF_EXTRACT_ONLY && ok) {
        if (!ab_hkdf_is_prk_len(h, len))
            return 0;
        ab_hkdf_extract(h->hash, salt->data, salt->len, key->data, key->len, out);
        return 1;
    }
    ok = ok
         && (h->mode == AB_HKDF_EXPAND_ONLY
                 ? ab_hkdf_expand(h->hash, key->data, key->len, info->data, info->len, out, len)
                 : extract_and_expand(h, out, len));
    if (!ok)
        AB_RAISE_DETAIL(h->prov, AB_R_INVALID_KEY_LENGTH, "%zu bytes", len);
    return ok;
}

/* Digest, mode and salt can be queried since OpenSSL 3.6. */
const OSSL_PARAM *ab_hkdf_gettable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_MODE, NULL, 0),
        OSSL_PARAM_int(OSSL_KDF_PARAM_MODE, NULL),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, NULL, 0),
        OSSL_PARAM_size_t(OSSL_KDF_PARAM_SIZE, NULL),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_INFO, NULL, 0),
        OSSL_PARAM_END,
    };
    const struct ab_provctx *prov = provctx;

    (void)ctx;
    return prov->release < AB_RELEASE(3, 6) ? list + 4 : list;
}

/* Return the output size of an extraction; an expansion has any size. */
static int get_size(const struct ab_hkdf *h, OSSL_PARAM *p)
{
    if (h->mode != AB_HKDF_EXTRACT_ONLY)
        return ab_param_set_uint64(p, SIZE_MAX);
    return ab_hkdf_has_hash(h) && ab_param_set_uint64(p, h->hash->algorithm->digest_len);
}

static int get_octets(OSSL_PARAM *p, const struct ab_octets *o)
{
    if (o->len != 0)
        return ab_param_set_octets(p, o->data, o->len);
    p->return_size = 0;
    return 1;
}

static int get_param(const struct ab_hkdf *h, OSSL_PARAM *p)
{
    if (ab_param_is(p, OSSL_KDF_PARAM_SIZE))
        return get_size(h, p);
    if (ab_param_is(p, OSSL_KDF_PARAM_INFO))
        return get_octets(p, &h->parts[AB_HKDF_INFO]);
    if (ab_param_is(p, OSSL_KDF_PARAM_SALT))
        return get_octets(p, &h->parts[AB_HKDF_SALT]);
    if (ab_param_is(p, OSSL_KDF_PARAM_DIGEST))
        return h->hash != NULL && ab_param_set_utf8(p, h->hash->algorithm->name);
    if (ab_param_is(p, OSSL_KDF_PARAM_MODE))
        return p->data_type == OSSL_PARAM_UTF8_STRING ? ab_param_set_utf8(p, mode_names[h->mode])
                                                      : ab_param_set_uint64(p, h->mode);
    return 1;
}

int ab_hkdf_get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    const struct ab_hkdf *h = ctx;

    if (h->fallback.ctx != NULL)
        return ab_fallback_kdf_get_params(&h->fallback, params);
    for (; params != NULL && params->key != NULL; params++)
        if (!get_param(h, params))
            return 0;
    return 1;
}

/* A name with a fixed digest omits the first two. */
static const OSSL_PARAM settable[] = {
    OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_PROPERTIES, NULL, 0), OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, NULL, 0),
    OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_MODE, NULL, 0),       OSSL_PARAM_int(OSSL_KDF_PARAM_MODE, NULL),
    OSSL_PARAM_octet_string(OSSL_KDF_PARAM_KEY, NULL, 0),       OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, NULL, 0),
    OSSL_PARAM_octet_string(OSSL_KDF_PARAM_INFO, NULL, 0),      OSSL_PARAM_END,
};

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    (void)ctx;
    (void)provctx;
    return settable;
}

static const OSSL_PARAM *settable_fixed(void *ctx, void *provctx)
{
    (void)ctx;
    (void)provctx;
    return settable + 2;
}

static void *new_fixed(void *provctx, enum ab_hash_id id)
{
    const struct ab_hash *hash = ab_health_hash(provctx, id);
    struct ab_hkdf *h = hash == NULL ? NULL : ab_hkdf_new(provctx);

    if (h == NULL)
        return NULL;
    h->hash = hash;
    h->is_fixed = 1;
    return h;
}

static void *new_sha256(void *provctx)
{
    return new_fixed(provctx, AB_HASH_SHA256);
}
static void *new_sha384(void *provctx)
{
    return new_fixed(provctx, AB_HASH_SHA384);
}
static void *new_sha512(void *provctx)
{
    return new_fixed(provctx, AB_HASH_SHA512);
}

#define TABLE(new, settable)                                                                                   \
    { AB_KDF_FN(NEWCTX, new), AB_KDF_FN(DERIVE, derive), AB_KDF_FN(SET_CTX_PARAMS, set_ctx_params),            \
      AB_KDF_FN(SETTABLE_CTX_PARAMS, settable), AB_HKDF_SHARED_ENTRIES, { 0, NULL } }

const OSSL_DISPATCH ab_hkdf_functions[] = TABLE(ab_hkdf_new, settable_ctx_params);
const OSSL_DISPATCH ab_hkdf_sha256_functions[] = TABLE(new_sha256, settable_fixed);
const OSSL_DISPATCH ab_hkdf_sha384_functions[] = TABLE(new_sha384, settable_fixed);
const OSSL_DISPATCH ab_hkdf_sha512_functions[] = TABLE(new_sha512, settable_fixed);
