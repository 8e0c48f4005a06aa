/*
 * PBKDF2 for OpenSSL; the derivation is in src/crypto/kdf/. Digests that the module lacks fall back to the default
 * provider. If the parameter "pkcs5" is zero, the lower bounds of SP 800-132 are enforced, as in the default provider.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>

#include "afterburner/pbkdf2.h"
#include "provider/context.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/fallback/kdf.h"
#include "provider/health.h"
#include "provider/kdf/kdf.h"
#include "provider/param.h"

enum {
    DEFAULT_ITERATIONS = 2048,
    /* SP 800-132 sec. 5; and a password must be set */
    MIN_ITERATIONS = 1000,
    MIN_SALT = 16,
    MIN_KEY = 14,
    MIN_PASSWORD = 1
};

struct pbkdf2 {
    struct ab_provctx *prov;
    struct ab_fallback_kdf fallback; /* has a context if the digest is not the module's, and then derives */
    const struct ab_hash *hash;      /* NULL: the digest named last is not available */
    struct ab_octets password, salt;
    uint64_t num_iterations;
    int has_bounds;
};

static OSSL_FUNC_kdf_newctx_fn new;
static OSSL_FUNC_kdf_dupctx_fn dup;
static OSSL_FUNC_kdf_freectx_fn release;
static OSSL_FUNC_kdf_reset_fn reset;
static OSSL_FUNC_kdf_derive_fn derive;
static OSSL_FUNC_kdf_settable_ctx_params_fn settable_ctx_params;
static OSSL_FUNC_kdf_set_ctx_params_fn set_ctx_params;
static OSSL_FUNC_kdf_get_ctx_params_fn get_ctx_params;

static struct pbkdf2 *allocate(struct ab_provctx *prov)
{
    struct pbkdf2 *k = ab_alloc_zeros(prov, sizeof(*k), "PBKDF2 context");

    if (k != NULL)
        k->prov = prov;
    return k;
}

static void set_defaults(struct pbkdf2 *k)
{
    k->hash = ab_health_hash(k->prov, AB_HASH_SHA1);
    k->num_iterations = DEFAULT_ITERATIONS;
    k->has_bounds = 0;
}

static void *new(void *provctx)
{
    struct pbkdf2 *k = allocate(provctx);

    if (k != NULL)
        set_defaults(k);
    return k;
}

static void clear(struct pbkdf2 *k)
{
    ab_octets_clear(&k->password);
    ab_octets_clear(&k->salt);
    ab_fallback_kdf_free(&k->fallback);
}

static void release(void *ctx)
{
    if (ctx != NULL)
        clear(ctx);
    free(ctx);
}

static void reset(void *ctx)
{
    clear(ctx);
    set_defaults(ctx);
}

static void *dup(void *ctx)
{
    const struct pbkdf2 *k = ctx;
    struct pbkdf2 *copy = allocate(k->prov);

    if (copy == NULL)
        return NULL;
    copy->hash = k->hash;
    copy->num_iterations = k->num_iterations;
    copy->has_bounds = k->has_bounds;
    if (ab_fallback_kdf_dup(&copy->fallback, &k->fallback) && ab_octets_copy(k->prov, &copy->password, &k->password)
        && ab_octets_copy(k->prov, &copy->salt, &k->salt))
        return copy;
    release(copy);
    return NULL;
}

/* Whether `value` is at least min; otherwise raises the reason. */
static int is_enough(const struct pbkdf2 *k, uint64_t value, uint64_t min, enum ab_reason reason)
{
    if (value < min)
        AB_RAISE_DETAIL(k->prov, reason, "PBKDF2: below %u", (unsigned)min);
    return value >= min;
}

static int has_password(const struct pbkdf2 *k, size_t len)
{
    size_t min = k->has_bounds && k->prov->release >= AB_RELEASE(4, 0) ? MIN_PASSWORD : 0;

    return is_enough(k, len, min, AB_R_WEAK_PASSWORD);
}

static int has_salt(const struct pbkdf2 *k, size_t len)
{
    return is_enough(k, len, k->has_bounds ? MIN_SALT : 0, AB_R_INVALID_SALT_LENGTH);
}

static int has_iterations(const struct pbkdf2 *k, uint64_t num)
{
    return is_enough(k, num, k->has_bounds ? MIN_ITERATIONS : 1, AB_R_INVALID_ITERATION_COUNT);
}

static int has_key(const struct pbkdf2 *k, size_t len)
{
    return is_enough(k, len, k->has_bounds ? MIN_KEY : 0, AB_R_KEY_SIZE_TOO_SMALL);
}

/* Set the parameters of this context on a new context of the default provider. Bounds apply to later values only. */
static int forward_all(struct pbkdf2 *k)
{
    int is_off = 1, is_off_now = !k->has_bounds;
    OSSL_PARAM all[5], *p = all;
    const OSSL_PARAM bounds[] = { OSSL_PARAM_int(OSSL_KDF_PARAM_PKCS5, &is_off_now), OSSL_PARAM_END };

    *p++ = (OSSL_PARAM)OSSL_PARAM_int(OSSL_KDF_PARAM_PKCS5, &is_off);
    *p++ = (OSSL_PARAM)OSSL_PARAM_uint64(OSSL_KDF_PARAM_ITER, &k->num_iterations);
    if (k->password.data != NULL)
        *p++ = (OSSL_PARAM)OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, k->password.data, k->password.len);
    if (k->salt.data != NULL)
        *p++ = (OSSL_PARAM)OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, k->salt.data, k->salt.len);
    *p = (OSSL_PARAM)OSSL_PARAM_END;
    return ab_fallback_kdf_set_params(&k->fallback, all) && ab_fallback_kdf_set_params(&k->fallback, bounds);
}

/* A new context of the default provider gets all parameters set so far. */
static int set_digest(struct pbkdf2 *k, const OSSL_PARAM params[])
{
    if (!ab_fallback_kdf_choose(&k->fallback, k->prov, "PBKDF2", params, &k->hash))
        return 0;
    if (k->fallback.ctx == NULL || !k->fallback.is_new)
        return 1;
    k->fallback.is_new = 0;
    return forward_all(k);
}

/* Always returns 0. */
static int fail_on(const struct pbkdf2 *k, const OSSL_PARAM *p)
{
    AB_RAISE_DETAIL(k->prov, AB_R_INVALID_PARAMETER, "%s", p->key);
    return 0;
}

static int set_bounds(struct pbkdf2 *k, const OSSL_PARAM *p)
{
    int is_off;

    if (p == NULL)
        return 1;
    if (!ab_param_get_int(p, &is_off))
        return fail_on(k, p);
    k->has_bounds = !is_off;
    return 1;
}

static int set_password(struct pbkdf2 *k, const OSSL_PARAM *p)
{
    return p == NULL || (has_password(k, p->data_size) && ab_kdf_set_octets(k->prov, &k->password, p));
}

static int set_salt(struct pbkdf2 *k, const OSSL_PARAM *p)
{
    return p == NULL || (has_salt(k, p->data_size) && ab_kdf_set_octets(k->prov, &k->salt, p));
}

static int set_iterations(struct pbkdf2 *k, const OSSL_PARAM *p)
{
    uint64_t num;

    if (p == NULL)
        return 1;
    if (!ab_param_get_uint64(p, &num))
        return fail_on(k, p);
    if (!has_iterations(k, num))
        return 0;
    k->num_iterations = num;
    return 1;
}

static int set_own(struct pbkdf2 *k, const OSSL_PARAM params[])
{
    return set_bounds(k, ab_param_locate_const(params, OSSL_KDF_PARAM_PKCS5))
           && set_password(k, ab_param_locate_const(params, OSSL_KDF_PARAM_PASSWORD))
           && set_salt(k, ab_param_locate_const(params, OSSL_KDF_PARAM_SALT))
           && set_iterations(k, ab_param_locate_const(params, OSSL_KDF_PARAM_ITER));
}

/* During fallback both contexts get every parameter, including those before one that fails: these have been set. */
static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct pbkdf2 *k = ctx;
    int ok;

    if (params == NULL || params->key == NULL)
        return 1;
    if (!set_digest(k, params))
        return 0;
    ok = set_own(k, params);
    return k->fallback.ctx == NULL ? ok : ab_fallback_kdf_set_params(&k->fallback, params);
}

static int has_all(const struct pbkdf2 *k)
{
    if (k->password.data == NULL)
        AB_RAISE_DETAIL(k->prov, AB_R_MISSING_PASSWORD, "PBKDF2");
    else if (k->salt.data == NULL)
        AB_RAISE_DETAIL(k->prov, AB_R_MISSING_SALT, "PBKDF2");
    else if (k->hash == NULL)
        AB_RAISE_DETAIL(k->prov, AB_R_INVALID_DIGEST, "PBKDF2");
    else
        return 1;
    return 0;
}

/* RFC 8018 sec. 5.2 step 1. */
static int is_countable(const struct pbkdf2 *k, size_t len)
{
    if (len / k->hash->algorithm->digest_len < UINT32_MAX)
        return 1;
    AB_RAISE_DETAIL(k->prov, AB_R_INVALID_KEY_LENGTH, "%zu bytes", len);
    return 0;
}

static int derive(void *ctx, unsigned char *key, size_t len, const OSSL_PARAM params[])
{
    struct pbkdf2 *k = ctx;

    if (!set_ctx_params(k, params))
        return 0;
    if (k->fallback.ctx != NULL)
        return ab_fallback_kdf_derive(&k->fallback, key, len);
    if (!has_all(k) || !is_countable(k, len))
        return 0;
    if (!has_password(k, k->password.len) || !has_key(k, len) || !has_salt(k, k->salt.len)
        || !has_iterations(k, k->num_iterations))
        return 0;
    ab_count(k->prov, ab_hash_family(k->hash), AB_COUNTED_DERIVE, len);
    ab_pbkdf2(k->hash, k->password.data, k->password.len, k->salt.data, k->salt.len, k->num_iterations, key, len);
    return 1;
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, NULL, 0),
        OSSL_PARAM_uint64(OSSL_KDF_PARAM_ITER, NULL),
        OSSL_PARAM_int(OSSL_KDF_PARAM_PKCS5, NULL),
        OSSL_PARAM_END,
    };

    (void)ctx;
    (void)provctx;
    return list;
}

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    const struct pbkdf2 *k = ctx;

    return ab_kdf_get_size(params, k->prov->release >= AB_RELEASE(3, 4));
}

const OSSL_DISPATCH ab_pbkdf2_functions[] = {
    AB_KDF_FN(NEWCTX, new),
    AB_KDF_FN(DUPCTX, dup),
    AB_KDF_FN(FREECTX, release),
    AB_KDF_FN(RESET, reset),
    AB_KDF_FN(DERIVE, derive),
    AB_KDF_FN(SETTABLE_CTX_PARAMS, settable_ctx_params),
    AB_KDF_FN(SET_CTX_PARAMS, set_ctx_params),
    AB_KDF_FN(GETTABLE_CTX_PARAMS, ab_kdf_gettable_size),
    AB_KDF_FN(GET_CTX_PARAMS, get_ctx_params),
    { 0, NULL },
};
