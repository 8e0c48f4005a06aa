/*
 * scrypt for OpenSSL; the derivation is in src/crypto/kdf/. "maxmem_bytes" bounds its memory, as in the default
 * provider.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>

#include "afterburner/scrypt.h"
#include "provider/context.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/health.h"
#include "provider/kdf/kdf.h"
#include "provider/param.h"

enum {
    DEFAULT_N = 1 << 20,
    DEFAULT_R = 8,
    DEFAULT_P = 1,
    DEFAULT_MAX_MEMORY = 1025 << 20,
    MAX_BLOCKS = INT32_MAX /* bytes of the p blocks; the default provider's limit */
};

struct scrypt {
    struct ab_provctx *prov;
    struct ab_octets password, salt;
    struct ab_scrypt_cost cost;
    uint64_t max_memory;
    int lacks_hash; /* no SHA-256 has the requested properties */
};

static OSSL_FUNC_kdf_newctx_fn new;
static OSSL_FUNC_kdf_dupctx_fn dup;
static OSSL_FUNC_kdf_freectx_fn release;
static OSSL_FUNC_kdf_reset_fn reset;
static OSSL_FUNC_kdf_derive_fn derive;
static OSSL_FUNC_kdf_settable_ctx_params_fn settable_ctx_params;
static OSSL_FUNC_kdf_set_ctx_params_fn set_ctx_params;
static OSSL_FUNC_kdf_get_ctx_params_fn get_ctx_params;

static struct scrypt *allocate(struct ab_provctx *prov)
{
    struct scrypt *k = ab_alloc_zeros(prov, sizeof(*k), "scrypt context");

    if (k != NULL)
        k->prov = prov;
    return k;
}

static void set_defaults(struct scrypt *k)
{
    k->cost = (struct ab_scrypt_cost){ DEFAULT_N, DEFAULT_R, DEFAULT_P };
    k->max_memory = DEFAULT_MAX_MEMORY;
}

static void *new(void *provctx)
{
    struct scrypt *k = allocate(provctx);

    if (k != NULL)
        set_defaults(k);
    return k;
}

static void release(void *ctx)
{
    struct scrypt *k = ctx;

    if (k == NULL)
        return;
    ab_octets_clear(&k->password);
    ab_octets_clear(&k->salt);
    free(k);
}

/* Keep the properties, as in the default provider. */
static void reset(void *ctx)
{
    struct scrypt *k = ctx;

    ab_octets_clear(&k->password);
    ab_octets_clear(&k->salt);
    set_defaults(k);
}

static void *dup(void *ctx)
{
    const struct scrypt *k = ctx;
    struct scrypt *copy = allocate(k->prov);

    if (copy == NULL)
        return NULL;
    copy->cost = k->cost;
    copy->max_memory = k->max_memory;
    copy->lacks_hash = k->lacks_hash;
    if (ab_octets_copy(k->prov, &copy->password, &k->password) && ab_octets_copy(k->prov, &copy->salt, &k->salt))
        return copy;
    release(copy);
    return NULL;
}

static int set_octets(const struct scrypt *k, struct ab_octets *o, const OSSL_PARAM *p)
{
    return p == NULL || ab_kdf_set_octets(k->prov, o, p);
}

static int set_number(const struct scrypt *k, uint64_t *number, uint64_t min, const OSSL_PARAM *p)
{
    uint64_t value;

    if (p == NULL)
        return 1;
    if (!ab_param_get_uint64(p, &value) || value < min) {
        AB_RAISE_DETAIL(k->prov, AB_R_INVALID_PARAMETER, "%s", p->key);
        return 0;
    }
    *number = value;
    return 1;
}

static int set_n(struct scrypt *k, const OSSL_PARAM *p)
{
    uint64_t n = k->cost.n;

    if (!set_number(k, &n, 2, p))
        return 0;
    if ((n & (n - 1)) != 0) {
        AB_RAISE_DETAIL(k->prov, AB_R_INVALID_PARAMETER, "%s is no power of 2", p->key);
        return 0;
    }
    k->cost.n = n;
    return 1;
}

static int has_hash(const struct scrypt *k)
{
    if (k->lacks_hash)
        AB_RAISE_DETAIL(k->prov, AB_R_NO_SHA256, "none has the properties asked for");
    return !k->lacks_hash;
}

static int set_properties(struct scrypt *k, const OSSL_PARAM *p)
{
    return p == NULL || (ab_kdf_set_properties(k->prov, &k->lacks_hash, p) && has_hash(k));
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct scrypt *k = ctx;

    return set_octets(k, &k->password, ab_param_locate_const(params, OSSL_KDF_PARAM_PASSWORD))
           && set_octets(k, &k->salt, ab_param_locate_const(params, OSSL_KDF_PARAM_SALT))
           && set_n(k, ab_param_locate_const(params, OSSL_KDF_PARAM_SCRYPT_N))
           && set_number(k, &k->cost.r, 1, ab_param_locate_const(params, OSSL_KDF_PARAM_SCRYPT_R))
           && set_number(k, &k->cost.p, 1, ab_param_locate_const(params, OSSL_KDF_PARAM_SCRYPT_P))
           && set_number(k, &k->max_memory, 1, ab_param_locate_const(params, OSSL_KDF_PARAM_SCRYPT_MAXMEM))
           && set_properties(k, ab_param_locate_const(params, OSSL_KDF_PARAM_PROPERTIES));
}

static int has_all(const struct scrypt *k)
{
    if (k->password.data != NULL && k->salt.data != NULL)
        return has_hash(k);
    AB_RAISE_DETAIL(k->prov, k->password.data == NULL ? AB_R_MISSING_PASSWORD : AB_R_MISSING_SALT, "scrypt");
    return 0;
}

/* The limit counts one block more than this implementation allocates, as in the default provider. */
static int find_memory_len(const struct scrypt *k, size_t *len)
{
    const struct ab_scrypt_cost *cost = &k->cost;
    size_t block_len, counted;

    if (ab_scrypt_memory_len(cost, len)) {
        block_len = *len / (size_t)(cost->n + cost->p + 1);
        if (!__builtin_add_overflow(*len, block_len, &counted) && counted <= k->max_memory
            && block_len * cost->p <= MAX_BLOCKS)
            return 1;
    }
    AB_RAISE_DETAIL(k->prov, AB_R_MEMORY_LIMIT_EXCEEDED, "scrypt: maxmem_bytes is %llu",
                    (unsigned long long)k->max_memory);
    return 0;
}

static int derive(void *ctx, unsigned char *key, size_t len, const OSSL_PARAM params[])
{
    struct scrypt *k = ctx;
    const struct ab_hash *hash = ab_health_scrypt(k->prov);
    size_t memory_len;
    void *memory, *room;

    if (!set_ctx_params(k, params) || !has_all(k) || hash == NULL || !find_memory_len(k, &memory_len))
        return 0;
    if (key == NULL) /* EVP_PBE_scrypt: only check the parameters */
        return 1;
    memory = ab_kdf_allocate(memory_len, &room);
    if (memory == NULL) {
        AB_RAISE_DETAIL(k->prov, AB_R_OUT_OF_MEMORY, "scrypt: %zu bytes", memory_len);
        return 0;
    }
    ab_count(k->prov, AB_FAMILY_SCRYPT, AB_COUNTED_DERIVE, len);
    ab_scrypt(hash, &k->cost, k->password.data, k->password.len, k->salt.data, k->salt.len, memory, key, len);
    free(room);
    return 1;
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, NULL, 0),
        OSSL_PARAM_uint64(OSSL_KDF_PARAM_SCRYPT_N, NULL),
        OSSL_PARAM_uint32(OSSL_KDF_PARAM_SCRYPT_R, NULL),
        OSSL_PARAM_uint32(OSSL_KDF_PARAM_SCRYPT_P, NULL),
        OSSL_PARAM_uint64(OSSL_KDF_PARAM_SCRYPT_MAXMEM, NULL),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx;
    (void)provctx;
    return list;
}

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    const struct scrypt *k = ctx;

    return ab_kdf_get_size(params, k->prov->release >= AB_RELEASE(3, 6));
}

const OSSL_DISPATCH ab_scrypt_functions[] = {
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
