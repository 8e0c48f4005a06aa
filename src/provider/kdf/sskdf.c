/*
 * SSKDF and X963KDF over a hash, for OpenSSL; the derivations are in src/crypto/kdf/sskdf.c. A MAC (SP 800-56C options
 * 2 and 3) or a digest that the module lacks falls back to the default provider for everything.
 */
#include "afterburner/sskdf.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>

#include "provider/context.h"
#include "provider/counters.h"
#include "provider/digest_param.h"
#include "provider/error.h"
#include "provider/fallback/kdf.h"
#include "provider/kdf/kdf.h"
#include "provider/kdf/octets.h"
#include "provider/param.h"

enum { MAX_LEN = 1 << 30 }; /* limit of the secret, the info and the output in bytes, as in the default provider */

typedef void derive_fn(const struct ab_hash *hash, const uint8_t *secret, size_t secret_len, const uint8_t *info,
                       size_t info_len, uint8_t *out, size_t out_len);

/* One of the two names. */
struct desc {
    const char *name;
    derive_fn *derive;
};

struct sskdf {
    struct ab_provctx *prov;
    const struct desc *desc;
    struct ab_fallback_kdf fallback; /* once it has a context, it does everything and the rest is unused */
    const struct ab_hash *hash;      /* NULL: not set */
    struct ab_octets secret, info, salt;
    size_t mac_len; /* 0: not set. Salt and this belong to the MAC and are kept in case one is named */
};

static const struct desc one_step = { "SSKDF", ab_sskdf }, x963 = { "X963KDF", ab_x963_kdf };

static OSSL_FUNC_kdf_dupctx_fn dup;
static OSSL_FUNC_kdf_freectx_fn release;
static OSSL_FUNC_kdf_reset_fn reset;
static OSSL_FUNC_kdf_derive_fn derive;
static OSSL_FUNC_kdf_get_ctx_params_fn get_ctx_params;
static OSSL_FUNC_kdf_set_ctx_params_fn set_ctx_params;

static void *new(struct ab_provctx *prov, const struct desc *desc)
{
    struct sskdf *k = ab_alloc(prov, sizeof(*k), desc->name);

    if (k == NULL)
        return NULL;
    k->prov = prov;
    k->desc = desc;
    k->fallback = (struct ab_fallback_kdf){ 0 };
    k->hash = NULL;
    ab_octets_prepare(&k->secret);
    ab_octets_prepare(&k->info);
    ab_octets_prepare(&k->salt);
    k->mac_len = 0;
    return k;
}

static void *new_one_step(void *provctx)
{
    return new(provctx, &one_step);
}
static void *new_x963(void *provctx)
{
    return new(provctx, &x963);
}

static void reset(void *ctx)
{
    struct sskdf *k = ctx;

    ab_octets_clear(&k->secret);
    ab_octets_clear(&k->info);
    ab_octets_clear(&k->salt);
    k->mac_len = 0;
    ab_fallback_kdf_free(&k->fallback);
    k->hash = NULL;
}

static void release(void *ctx)
{
    if (ctx != NULL)
        reset(ctx);
    free(ctx);
}

static void *dup(void *ctx)
{
    const struct sskdf *k = ctx;
    struct sskdf *copy = new(k->prov, k->desc);

    if (copy == NULL)
        return NULL;
    copy->hash = k->hash;
    copy->mac_len = k->mac_len;
    if (ab_fallback_kdf_dup(&copy->fallback, &k->fallback) && ab_octets_copy(k->prov, &copy->secret, &k->secret)
        && ab_octets_copy(k->prov, &copy->info, &k->info) && ab_octets_copy(k->prov, &copy->salt, &k->salt))
        return copy;
    release(copy);
    return NULL;
}

/* Make a context of the default provider and set all parameters of this context on it. */
static int make_fallback(struct sskdf *k)
{
    OSSL_PARAM params[6], *p = params;

    if (k->hash != NULL)
        *p++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)k->hash->algorithm->name, 0);
    if (k->secret.data != NULL)
        *p++ = (OSSL_PARAM)OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SECRET, k->secret.data, k->secret.len);
    if (k->info.data != NULL)
        *p++ = (OSSL_PARAM)OSSL_PARAM_octet_string(OSSL_KDF_PARAM_INFO, k->info.data, k->info.len);
    if (k->salt.data != NULL)
        *p++ = (OSSL_PARAM)OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, k->salt.data, k->salt.len);
    if (k->mac_len != 0)
        *p++ = (OSSL_PARAM)OSSL_PARAM_size_t(OSSL_KDF_PARAM_MAC_SIZE, &k->mac_len);
    *p = (OSSL_PARAM)OSSL_PARAM_END;
    return ab_fallback_kdf_make(&k->fallback, k->prov, k->desc->name)
           && ab_fallback_kdf_set_params(&k->fallback, params);
}

/* 3.0 ignores an empty string; later releases take it as not set. */
static int set_octets(const struct sskdf *k, struct ab_octets *o, const OSSL_PARAM *p)
{
    if (p == NULL || (p->data != NULL && p->data_size != 0))
        return p == NULL || ab_octets_set_param(k->prov, o, p);
    if (k->prov->release >= AB_RELEASE(3, 2))
        ab_octets_clear(o);
    return 1;
}

/* "key" is a synonym of "secret" if the latter is absent. */
static int set_secret(struct sskdf *k, const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_KDF_PARAM_SECRET);

    return set_octets(k, &k->secret, p != NULL ? p : ab_param_locate_const(params, OSSL_KDF_PARAM_KEY));
}

/* 3.0 reads the first one; later releases concatenate those of one call. */
static int set_info(struct sskdf *k, const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_KDF_PARAM_INFO);

    if (p == NULL || k->prov->release < AB_RELEASE(3, 2))
        return set_octets(k, &k->info, p);
    return ab_octets_set_params(k->prov, &k->info, params, OSSL_KDF_PARAM_INFO);
}

/* X963KDF of 4.0 has none of them. */
static int has_mac_params(const struct sskdf *k)
{
    return k->desc == &one_step || k->prov->release < AB_RELEASE(4, 0);
}

static int set_mac_params(struct sskdf *k, const OSSL_PARAM params[])
{
    const OSSL_PARAM *len = ab_param_locate_const(params, OSSL_KDF_PARAM_MAC_SIZE);

    if (!has_mac_params(k))
        return 1;
    if (len != NULL && (!ab_param_get_size(len, &k->mac_len) || k->mac_len == 0)) {
        AB_RAISE_DETAIL(k->prov, AB_R_INVALID_PARAMETER, "%s", len->key);
        return 0;
    }
    return set_octets(k, &k->salt, ab_param_locate_const(params, OSSL_KDF_PARAM_SALT));
}

static int names_mac(const struct sskdf *k, const OSSL_PARAM params[])
{
    return has_mac_params(k) && ab_param_locate_const(params, OSSL_KDF_PARAM_MAC) != NULL;
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct sskdf *k = ctx;
    enum ab_digest_choice choice;

    if (params == NULL || params->key == NULL)
        return 1;
    if (k->fallback.ctx != NULL)
        return ab_fallback_kdf_set_params(&k->fallback, params);
    if ((choice = ab_param_choose_digest(k->prov, params, &k->hash)) == AB_DIGEST_REFUSED)
        return 0;
    if (choice == AB_DIGEST_OTHER || names_mac(k, params))
        return make_fallback(k) && ab_fallback_kdf_set_params(&k->fallback, params);
    return set_secret(k, params) && set_info(k, params) && set_mac_params(k, params);
}

static int has_hash(const struct sskdf *k)
{
    if (k->hash == NULL)
        AB_RAISE_DETAIL(k->prov, AB_R_MISSING_MESSAGE_DIGEST, "%s", k->desc->name);
    return k->hash != NULL;
}

static int is_ready(const struct sskdf *k, size_t len)
{
    if (k->secret.data == NULL) {
        AB_RAISE_DETAIL(k->prov, AB_R_MISSING_SECRET, "%s", k->desc->name);
        return 0;
    }
    if (len != 0 && len <= MAX_LEN && k->secret.len <= MAX_LEN && k->info.len <= MAX_LEN)
        return has_hash(k);
    AB_RAISE_DETAIL(k->prov, AB_R_INVALID_KEY_LENGTH, "%zu bytes", len);
    return 0;
}

static int derive(void *ctx, unsigned char *out, size_t len, const OSSL_PARAM params[])
{
    struct sskdf *k = ctx;

    if (!set_ctx_params(k, params))
        return 0;
    if (k->fallback.ctx != NULL)
        return ab_fallback_kdf_derive(&k->fallback, out, len);
    if (!is_ready(k, len))
        return 0;
    ab_count(k->prov, ab_hash_family(k->hash), AB_COUNTED_DERIVE, len);
    k->desc->derive(k->hash, k->secret.data, k->secret.len, k->info.data, k->info.len, out, len);
    return 1;
}

/* The size of the digest, or 0 without a digest. */
static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    const struct sskdf *k = ctx;
    OSSL_PARAM *size = ab_param_locate(params, OSSL_KDF_PARAM_SIZE);

    if (k->fallback.ctx != NULL)
        return ab_fallback_kdf_get_params(&k->fallback, params);
    return size == NULL || ab_param_set_uint64(size, has_hash(k) ? k->hash->algorithm->digest_len : 0);
}

/* The parameters of a MAC come first. */
enum { NUM_OF_MAC = 3 };
static const OSSL_PARAM settable[] = {
    OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, NULL, 0),
    OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_MAC, NULL, 0),
    OSSL_PARAM_size_t(OSSL_KDF_PARAM_MAC_SIZE, NULL),
    OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SECRET, NULL, 0),
    OSSL_PARAM_octet_string(OSSL_KDF_PARAM_KEY, NULL, 0),
    OSSL_PARAM_octet_string(OSSL_KDF_PARAM_INFO, NULL, 0),
    OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_PROPERTIES, NULL, 0),
    OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, NULL, 0),
    OSSL_PARAM_END,
};

static const OSSL_PARAM *settable_one_step(void *ctx, void *provctx)
{
    (void)ctx;
    (void)provctx;
    return settable;
}

static const OSSL_PARAM *settable_x963(void *ctx, void *provctx)
{
    const struct ab_provctx *prov = provctx;

    (void)ctx;
    return prov->release < AB_RELEASE(4, 0) ? settable : settable + NUM_OF_MAC;
}

#define CONTEXT_ENTRIES                                                                                        \
    AB_KDF_FN(DUPCTX, dup), AB_KDF_FN(FREECTX, release), AB_KDF_FN(RESET, reset), AB_KDF_FN(DERIVE, derive)
#define PARAM_ENTRIES                                                                                          \
    AB_KDF_FN(GETTABLE_CTX_PARAMS, ab_kdf_gettable_size), AB_KDF_FN(GET_CTX_PARAMS, get_ctx_params),            \
    AB_KDF_FN(SET_CTX_PARAMS, set_ctx_params)
#define TABLE(new, settable)                                                                                   \
    { AB_KDF_FN(NEWCTX, new), AB_KDF_FN(SETTABLE_CTX_PARAMS, settable), CONTEXT_ENTRIES, PARAM_ENTRIES, { 0, NULL } }

const OSSL_DISPATCH ab_sskdf_functions[] = TABLE(new_one_step, settable_one_step);
const OSSL_DISPATCH ab_x963_kdf_functions[] = TABLE(new_x963, settable_x963);
