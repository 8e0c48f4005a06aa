/*
 * Argon2 for OpenSSL; the derivation is in src/crypto/kdf/. OpenSSL has it since 3.2; before, the names are there with
 * the parameters of 3.2.
 *
 * "threads" above 1 asks for threads of libcrypto, whose number libcrypto alone knows, so the default provider derives.
 * Where it has no Argon2 there are no such threads either. Otherwise the module's own threads share the lanes, if it is
 * configured to have any and that pays.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>

#include "afterburner/argon2.h"
#include "provider/context.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/fallback/kdf.h"
#include "provider/health.h"
#include "provider/kdf/kdf.h"
#include "provider/param.h"
#include "threads/derive.h"

/* Names that are not in the headers of all releases. */
#define PARAM_AD "ad"
#define PARAM_LANES "lanes"
#define PARAM_MEMORY "memcost"
#define PARAM_VERSION "version"
#define PARAM_EARLY_CLEAN "early_clean"
#define PARAM_THREADS "threads"

enum {
    MIN_SALT = 8,
    MIN_OUT = 4,
    MIN_MEMORY = 8, /* KiB */
    DEFAULT_OUT = 64,
    DEFAULT_PASSES = 3,
    MAX_THREADS = AB_ARGON2_MAX_LANES
};

struct argon2 {
    struct ab_provctx *prov;
    struct ab_octets password, salt, secret, ad;
    struct ab_argon2_cost cost;
    uint32_t out_len, threads;
    uint32_t early_clean; /* not 0: drop password and secret as soon as they are hashed */
    int lacks_hash;       /* no BLAKE2b has the requested properties */
};

static OSSL_FUNC_kdf_newctx_fn new_i, new_d, new_id;
static OSSL_FUNC_kdf_dupctx_fn dup;
static OSSL_FUNC_kdf_freectx_fn release;
static OSSL_FUNC_kdf_reset_fn reset;
static OSSL_FUNC_kdf_derive_fn derive;
static OSSL_FUNC_kdf_settable_ctx_params_fn settable_ctx_params;
static OSSL_FUNC_kdf_set_ctx_params_fn set_ctx_params;
static OSSL_FUNC_kdf_get_ctx_params_fn get_ctx_params;

/* ---- contexts ---- */

static void set_defaults(struct argon2 *k)
{
    k->cost = (struct ab_argon2_cost){ k->cost.type, AB_ARGON2_VERSION_13, DEFAULT_PASSES, MIN_MEMORY, 1 };
    k->out_len = DEFAULT_OUT;
    k->threads = 1;
    k->early_clean = 0;
    k->lacks_hash = 0;
}

static struct argon2 *new(struct ab_provctx *prov, enum ab_argon2_type type)
{
    struct argon2 *k = ab_alloc_zeros(prov, sizeof(*k), "Argon2 context");

    if (k == NULL)
        return NULL;
    k->prov = prov;
    k->cost.type = type;
    set_defaults(k);
    return k;
}

static void *new_i(void *provctx)
{
    return new(provctx, AB_ARGON2I);
}

static void *new_d(void *provctx)
{
    return new(provctx, AB_ARGON2D);
}

static void *new_id(void *provctx)
{
    return new(provctx, AB_ARGON2ID);
}

static void clear(struct argon2 *k)
{
    ab_octets_clear(&k->password);
    ab_octets_clear(&k->salt);
    ab_octets_clear(&k->secret);
    ab_octets_clear(&k->ad);
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
    const struct argon2 *k = ctx;
    struct argon2 *copy = new(k->prov, k->cost.type);

    if (copy == NULL)
        return NULL;
    copy->cost = k->cost;
    copy->out_len = k->out_len;
    copy->threads = k->threads;
    copy->early_clean = k->early_clean;
    copy->lacks_hash = k->lacks_hash;
    if (ab_octets_copy(k->prov, &copy->password, &k->password) && ab_octets_copy(k->prov, &copy->salt, &k->salt)
        && ab_octets_copy(k->prov, &copy->secret, &k->secret) && ab_octets_copy(k->prov, &copy->ad, &k->ad))
        return copy;
    release(copy);
    return NULL;
}

/* ---- parameters ---- */

static int set_octets(const struct argon2 *k, struct ab_octets *o, size_t min, const OSSL_PARAM *p)
{
    if (p == NULL)
        return 1;
    if (!ab_octets_set_param(k->prov, o, p))
        return 0;
    if (o->len >= min && o->len <= UINT32_MAX)
        return 1;
    AB_RAISE_DETAIL(k->prov, min != 0 ? AB_R_INVALID_SALT_LENGTH : AB_R_INVALID_PARAMETER, "%s has %zu bytes", p->key,
                    o->len);
    ab_octets_clear(o);
    return 0;
}

static int is_within(const struct argon2 *k, uint32_t number, uint32_t min, uint32_t max, enum ab_reason reason,
                     const char *what)
{
    if (number >= min && number <= max)
        return 1;
    AB_RAISE_DETAIL(k->prov, reason, "%s is %u, at least %u, at most %u", what, (unsigned)number, (unsigned)min,
                    (unsigned)max);
    return 0;
}

/* A number from min to max. */
static int set_number(const struct argon2 *k, uint32_t *number, uint32_t min, uint32_t max, enum ab_reason reason,
                      const OSSL_PARAM *p)
{
    unsigned value;

    if (p == NULL)
        return 1;
    if (!ab_param_get_uint(p, &value)) {
        AB_RAISE_DETAIL(k->prov, AB_R_INVALID_PARAMETER, "%s", p->key);
        return 0;
    }
    if (!is_within(k, value, min, max, reason, p->key))
        return 0;
    *number = value;
    return 1;
}

static int set_version(struct argon2 *k, const OSSL_PARAM *p)
{
    uint32_t version = k->cost.version;

    if (!set_number(k, &version, 0, UINT32_MAX, AB_R_INVALID_MODE, p))
        return 0;
    if (version != AB_ARGON2_VERSION_10 && version != AB_ARGON2_VERSION_13) {
        AB_RAISE_DETAIL(k->prov, AB_R_INVALID_MODE, "invalid Argon2 version");
        return 0;
    }
    k->cost.version = version;
    return 1;
}

/* Properties that are not met are an error only when something is derived, as in the default provider. */
static int set_properties(struct argon2 *k, const OSSL_PARAM *p)
{
    return p == NULL || ab_kdf_set_properties(k->prov, &k->lacks_hash, p);
}

static int set_inputs(struct argon2 *k, const OSSL_PARAM params[])
{
    return set_octets(k, &k->password, 0, ab_param_locate_const(params, OSSL_KDF_PARAM_PASSWORD))
           && set_octets(k, &k->salt, MIN_SALT, ab_param_locate_const(params, OSSL_KDF_PARAM_SALT))
           && set_octets(k, &k->secret, 0, ab_param_locate_const(params, OSSL_KDF_PARAM_SECRET))
           && set_octets(k, &k->ad, 0, ab_param_locate_const(params, PARAM_AD));
}

static int set_costs(struct argon2 *k, const OSSL_PARAM params[])
{
    return set_number(k, &k->cost.passes, 1, UINT32_MAX, AB_R_INVALID_ITERATION_COUNT,
                      ab_param_locate_const(params, OSSL_KDF_PARAM_ITER))
           && set_number(k, &k->threads, 1, MAX_THREADS, AB_R_INVALID_THREAD_POOL_SIZE,
                         ab_param_locate_const(params, PARAM_THREADS))
           && set_number(k, &k->cost.lanes, 1, AB_ARGON2_MAX_LANES, AB_R_FAILED_TO_SET_PARAMETER,
                         ab_param_locate_const(params, PARAM_LANES))
           && set_number(k, &k->cost.memory, MIN_MEMORY, UINT32_MAX, AB_R_INVALID_MEMORY_SIZE,
                         ab_param_locate_const(params, PARAM_MEMORY));
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct argon2 *k = ctx;

    return set_inputs(k, params)
           && set_number(k, &k->out_len, MIN_OUT, UINT32_MAX, AB_R_INVALID_OUTPUT_LENGTH,
                         ab_param_locate_const(params, OSSL_KDF_PARAM_SIZE))
           && set_costs(k, params)
           && set_number(k, &k->early_clean, 0, UINT32_MAX, AB_R_INVALID_PARAMETER,
                         ab_param_locate_const(params, PARAM_EARLY_CLEAN))
           && set_version(k, ab_param_locate_const(params, PARAM_VERSION))
           && set_properties(k, ab_param_locate_const(params, OSSL_KDF_PARAM_PROPERTIES));
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SECRET, NULL, 0),
        OSSL_PARAM_octet_string(PARAM_AD, NULL, 0),
        OSSL_PARAM_uint32(OSSL_KDF_PARAM_SIZE, NULL),
        OSSL_PARAM_uint32(OSSL_KDF_PARAM_ITER, NULL),
        OSSL_PARAM_uint32(PARAM_THREADS, NULL),
        OSSL_PARAM_uint32(PARAM_LANES, NULL),
        OSSL_PARAM_uint32(PARAM_MEMORY, NULL),
        OSSL_PARAM_uint32(PARAM_EARLY_CLEAN, NULL),
        OSSL_PARAM_uint32(PARAM_VERSION, NULL),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx;
    (void)provctx;
    return list;
}

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    const struct argon2 *k = ctx;

    return ab_kdf_get_size(params, k->prov->release >= AB_RELEASE(3, 6));
}

/* ---- derivation ---- */

/* A length that is not the one set takes its place, unless this call itself sets one. */
static int settle_out_len(struct argon2 *k, size_t len, const OSSL_PARAM params[])
{
    if (len == k->out_len)
        return 1;
    if (ab_param_locate_const(params, OSSL_KDF_PARAM_SIZE) != NULL || len > UINT32_MAX) {
        AB_RAISE_DETAIL(k->prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "Argon2: size is %u", (unsigned)k->out_len);
        return 0;
    }
    if (!is_within(k, (uint32_t)len, MIN_OUT, UINT32_MAX, AB_R_INVALID_OUTPUT_LENGTH, OSSL_KDF_PARAM_SIZE))
        return 0;
    k->out_len = (uint32_t)len;
    return 1;
}

static int has_all(const struct argon2 *k)
{
    if (k->lacks_hash)
        AB_RAISE_DETAIL(k->prov, AB_R_MISSING_MAC, "Argon2: no BLAKE2b has the properties asked for");
    else if (k->salt.data == NULL)
        AB_RAISE_DETAIL(k->prov, AB_R_MISSING_SALT, "Argon2");
    else
        return 1;
    return 0;
}

enum { NUM_NUMBERS = 5, NUM_OCTETS = 4 };

/* Write the byte strings that are set, and the end of the list, to next. */
static void add_octets(const struct argon2 *k, OSSL_PARAM *next)
{
    const struct {
        const char *key;
        const struct ab_octets *octets;
    } all[NUM_OCTETS] = { { OSSL_KDF_PARAM_PASSWORD, &k->password },
                          { OSSL_KDF_PARAM_SALT, &k->salt },
                          { OSSL_KDF_PARAM_SECRET, &k->secret },
                          { PARAM_AD, &k->ad } };

    for (unsigned i = 0; i < NUM_OCTETS; i++)
        if (all[i].octets->data != NULL)
            *next++ = (OSSL_PARAM)OSSL_PARAM_octet_string(all[i].key, all[i].octets->data, all[i].octets->len);
    *next = (OSSL_PARAM)OSSL_PARAM_END;
}

static int derive_by_default(struct argon2 *k, unsigned char *key, size_t len)
{
    static const char *const names[] = {
        [AB_ARGON2D] = "ARGON2D", [AB_ARGON2I] = "ARGON2I", [AB_ARGON2ID] = "ARGON2ID"
    };
    struct ab_fallback_kdf fallback = { 0 };
    OSSL_PARAM params[NUM_NUMBERS + NUM_OCTETS + 1] = {
        OSSL_PARAM_uint32(OSSL_KDF_PARAM_ITER, &k->cost.passes), OSSL_PARAM_uint32(PARAM_THREADS, &k->threads),
        OSSL_PARAM_uint32(PARAM_LANES, &k->cost.lanes),          OSSL_PARAM_uint32(PARAM_MEMORY, &k->cost.memory),
        OSSL_PARAM_uint32(PARAM_VERSION, &k->cost.version),
    };
    int ok;

    add_octets(k, params + NUM_NUMBERS);
    ok = ab_fallback_kdf_make(&fallback, k->prov, names[k->cost.type]) && ab_fallback_kdf_set_params(&fallback, params)
         && ab_fallback_kdf_derive(&fallback, key, len);
    ab_fallback_kdf_free(&fallback);
    return ok;
}

static struct ab_argon2_bytes bytes_of(const struct ab_octets *o)
{
    return (struct ab_argon2_bytes){ o->data, o->len };
}

/* An early clean leaves an empty password and an empty secret. */
static void clean_early(struct argon2 *k)
{
    if (k->early_clean) {
        ab_octets_clear(&k->password);
        ab_octets_clear(&k->secret);
    }
}

static void derive_with(struct argon2 *k, const struct ab_argon2_kernels *kernels, const struct ab_hash *blake2b,
                        void *memory, unsigned char *key)
{
    const struct ab_argon2_inputs inputs = { bytes_of(&k->password), bytes_of(&k->salt), bytes_of(&k->secret),
                                             bytes_of(&k->ad) };

    ab_argon2_begin(blake2b, &k->cost, &inputs, k->out_len, memory);
    clean_early(k);
    if (k->prov->pool != NULL)
        ab_threads_argon2_fill_all(k->prov->pool, kernels, &k->cost, memory);
    else
        ab_argon2_fill_all(kernels, &k->cost, memory);
    ab_argon2_end(blake2b, &k->cost, memory, key, k->out_len);
}

static int derive_here(struct argon2 *k, unsigned char *key)
{
    const struct ab_argon2_kernels *kernels = ab_health_argon2(k->prov);
    const struct ab_hash *blake2b = ab_health_hash(k->prov, AB_HASH_BLAKE2B512);
    size_t memory_len;
    void *memory, *room;

    if (kernels == NULL || blake2b == NULL)
        return 0;
    if (!ab_argon2_memory_len(&k->cost, &memory_len)) {
        AB_RAISE_DETAIL(k->prov, AB_R_INVALID_MEMORY_SIZE, "memcost is %u, and there are %u lanes",
                        (unsigned)k->cost.memory, (unsigned)k->cost.lanes);
        return 0;
    }
    memory = ab_kdf_allocate(memory_len, &room);
    if (memory == NULL) {
        AB_RAISE_DETAIL(k->prov, AB_R_INVALID_MEMORY_SIZE, "cannot allocate %zu bytes", memory_len);
        return 0;
    }
    derive_with(k, kernels, blake2b, memory, key);
    free(room);
    ab_count(k->prov, AB_FAMILY_ARGON2, AB_COUNTED_DERIVE, k->out_len);
    return 1;
}

static int derive(void *ctx, unsigned char *key, size_t len, const OSSL_PARAM params[])
{
    struct argon2 *k = ctx;

    if (!set_ctx_params(k, params) || !has_all(k) || !settle_out_len(k, len, params))
        return 0;
    if (k->threads == 1)
        return derive_here(k, key);
    if (k->prov->release < AB_RELEASE(3, 2))
        return is_within(k, k->threads, 1, k->cost.lanes, AB_R_INVALID_THREAD_POOL_SIZE, PARAM_THREADS)
               && derive_here(k, key);
    if (!derive_by_default(k, key, len))
        return 0;
    clean_early(k);
    return 1;
}

#define SHARED_ENTRIES \
    AB_KDF_FN(DUPCTX, dup), AB_KDF_FN(FREECTX, release), AB_KDF_FN(RESET, reset), \
        AB_KDF_FN(GETTABLE_CTX_PARAMS, ab_kdf_gettable_size), AB_KDF_FN(GET_CTX_PARAMS, get_ctx_params)
#define TABLE(new) \
    { AB_KDF_FN(NEWCTX, new), AB_KDF_FN(DERIVE, derive), AB_KDF_FN(SET_CTX_PARAMS, set_ctx_params), \
      AB_KDF_FN(SETTABLE_CTX_PARAMS, settable_ctx_params), SHARED_ENTRIES, { 0, NULL } }

const OSSL_DISPATCH ab_argon2i_functions[] = TABLE(new_i);
const OSSL_DISPATCH ab_argon2d_functions[] = TABLE(new_d);
const OSSL_DISPATCH ab_argon2id_functions[] = TABLE(new_id);
