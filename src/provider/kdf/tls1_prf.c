/*
 * TLS1-PRF for OpenSSL; the function is in src/crypto/kdf/tls1_prf.c. The digest "MD5-SHA1" selects the two halves of
 * TLS 1.0 and 1.1.
 */
#include "afterburner/tls1_prf.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>

#include "provider/context.h"
#include "provider/counters.h"
#include "provider/digest_param.h"
#include "provider/error.h"
#include "provider/fallback/kdf.h"
#include "provider/health.h"
#include "provider/kdf/kdf.h"
#include "provider/kdf/octets.h"
#include "provider/param.h"

struct prf {
    struct ab_provctx *prov;
    struct ab_fallback_kdf
        fallback;               /* its context derives if the digest is not the module's; both get every parameter */
    const struct ab_hash *hash; /* NULL: not set */
    struct ab_octets secret, seed;
};

static OSSL_FUNC_kdf_newctx_fn new;
static OSSL_FUNC_kdf_dupctx_fn dup;
static OSSL_FUNC_kdf_freectx_fn release;
static OSSL_FUNC_kdf_reset_fn reset;
static OSSL_FUNC_kdf_derive_fn derive;
static OSSL_FUNC_kdf_get_ctx_params_fn get_ctx_params;
static OSSL_FUNC_kdf_settable_ctx_params_fn settable_ctx_params;
static OSSL_FUNC_kdf_set_ctx_params_fn set_ctx_params;

static void *new(void *provctx)
{
    struct prf *f = ab_alloc(provctx, sizeof(*f), "TLS1-PRF context");

    if (f == NULL)
        return NULL;
    f->prov = provctx;
    f->fallback = (struct ab_fallback_kdf){ 0 };
    f->hash = NULL;
    ab_octets_prepare(&f->secret);
    ab_octets_prepare(&f->seed);
    return f;
}

static void reset(void *ctx)
{
    struct prf *f = ctx;

    ab_octets_clear(&f->secret);
    ab_octets_clear(&f->seed);
    ab_fallback_kdf_free(&f->fallback);
    f->hash = NULL;
}

static void release(void *ctx)
{
    if (ctx != NULL)
        reset(ctx);
    free(ctx);
}

static void *dup(void *ctx)
{
    const struct prf *f = ctx;
    struct prf *copy = new(f->prov);

    if (copy == NULL)
        return NULL;
    copy->hash = f->hash;
    if (ab_fallback_kdf_dup(&copy->fallback, &f->fallback) && ab_octets_copy(f->prov, &copy->secret, &f->secret)
        && ab_octets_copy(f->prov, &copy->seed, &f->seed))
        return copy;
    release(copy);
    return NULL;
}

/* Before 3.3 the default provider accepts 1024 bytes of seeds in all. */
static int add_seed(struct prf *f, const uint8_t *data, size_t len)
{
    enum { MAX_BEFORE_3_3 = 1024 };

    if (f->prov->release < AB_RELEASE(3, 3) && len > MAX_BEFORE_3_3 - f->seed.len) {
        AB_RAISE_DETAIL(f->prov, AB_R_INVALID_PARAMETER, "%zu bytes of seeds", f->seed.len + len);
        return 0;
    }
    return ab_octets_append(f->prov, &f->seed, data, len);
}

/* Append the seeds, over several calls, until a reset; an empty one appends nothing. */
static int add_seeds(struct prf *f, const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_KDF_PARAM_SEED);
    const uint8_t *data;
    size_t len;

    for (; p != NULL; p = ab_param_locate_const(p + 1, OSSL_KDF_PARAM_SEED)) {
        if (p->data_size == 0 || p->data == NULL)
            continue;
        if (!ab_param_get_octets(p, &data, &len)) {
            AB_RAISE_DETAIL(f->prov, AB_R_INVALID_PARAMETER, "%s", p->key);
            return 0;
        }
        if (!add_seed(f, data, len))
            return 0;
    }
    return 1;
}

/* Set all parameters of this context on a new context of the default provider. */
static int forward_all(struct prf *f, const OSSL_PARAM params[])
{
    OSSL_PARAM all[5], *p = ab_param_copy_digest(all, params);

    if (f->secret.data != NULL)
        *p++ = (OSSL_PARAM)OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SECRET, f->secret.data, f->secret.len);
    if (f->seed.len != 0)
        *p++ = (OSSL_PARAM)OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SEED, f->seed.data, f->seed.len);
    *p = (OSSL_PARAM)OSSL_PARAM_END;
    return ab_fallback_kdf_set_params(&f->fallback, all);
}

static int forward_params(struct prf *f, const OSSL_PARAM params[])
{
    int is_new = f->fallback.is_new;

    if (f->fallback.ctx == NULL)
        return 1;
    f->fallback.is_new = 0;
    return is_new ? forward_all(f, params) : ab_fallback_kdf_set_params(&f->fallback, params);
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct prf *f = ctx;
    const OSSL_PARAM *secret;

    if (params == NULL || params->key == NULL)
        return 1;
    secret = ab_param_locate_const(params, OSSL_KDF_PARAM_SECRET);
    return ab_fallback_kdf_choose(&f->fallback, f->prov, "TLS1-PRF", params, &f->hash)
           && (secret == NULL || ab_octets_set_param(f->prov, &f->secret, secret)) && add_seeds(f, params)
           && forward_params(f, params);
}

static int is_ready(const struct prf *f, size_t len)
{
    if (f->hash == NULL)
        AB_RAISE_DETAIL(f->prov, AB_R_MISSING_MESSAGE_DIGEST, "TLS1-PRF");
    else if (f->secret.data == NULL)
        AB_RAISE_DETAIL(f->prov, AB_R_MISSING_SECRET, "TLS1-PRF");
    else if (f->seed.len == 0)
        AB_RAISE_DETAIL(f->prov, AB_R_MISSING_SEED, "TLS1-PRF");
    else if (len == 0)
        AB_RAISE_DETAIL(f->prov, AB_R_INVALID_KEY_LENGTH, "%zu bytes", len);
    else
        return 1;
    return 0;
}

static int derive_from_halves(const struct prf *f, uint8_t *out, size_t len)
{
    const struct ab_hash *md5 = ab_health_hash(f->prov, AB_HASH_MD5), *sha1 = ab_health_hash(f->prov, AB_HASH_SHA1);

    if (md5 == NULL || sha1 == NULL)
        return 0;
    ab_tls1_prf_md5_sha1(md5, sha1, f->secret.data, f->secret.len, f->seed.data, f->seed.len, out, len);
    return 1;
}

static int derive(void *ctx, unsigned char *out, size_t len, const OSSL_PARAM params[])
{
    struct prf *f = ctx;

    if (!set_ctx_params(f, params))
        return 0;
    if (f->fallback.ctx != NULL)
        return ab_fallback_kdf_derive(&f->fallback, out, len);
    if (!is_ready(f, len))
        return 0;
    ab_count(f->prov, ab_hash_family(f->hash), AB_COUNTED_DERIVE, len);
    if (f->hash->algorithm->id == AB_HASH_MD5_SHA1)
        return derive_from_halves(f, out, len);
    ab_tls1_prf(f->hash, f->secret.data, f->secret.len, f->seed.data, f->seed.len, out, len);
    return 1;
}

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    OSSL_PARAM *size = ab_param_locate(params, OSSL_KDF_PARAM_SIZE);

    (void)ctx;
    return size == NULL || ab_param_set_uint64(size, SIZE_MAX);
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SECRET, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SEED, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx;
    (void)provctx;
    return list;
}

const OSSL_DISPATCH ab_tls1_prf_functions[] = {
    AB_KDF_FN(NEWCTX, new),
    AB_KDF_FN(DUPCTX, dup),
    AB_KDF_FN(FREECTX, release),
    AB_KDF_FN(RESET, reset),
    AB_KDF_FN(DERIVE, derive),
    AB_KDF_FN(GETTABLE_CTX_PARAMS, ab_kdf_gettable_size),
    AB_KDF_FN(GET_CTX_PARAMS, get_ctx_params),
    AB_KDF_FN(SETTABLE_CTX_PARAMS, settable_ctx_params),
    AB_KDF_FN(SET_CTX_PARAMS, set_ctx_params),
    { 0, NULL },
};
