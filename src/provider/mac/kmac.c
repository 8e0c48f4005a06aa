/*
 * KMAC for OpenSSL; the MAC is in src/crypto/hash/cshake.c. Key and customization string are absorbed once, into a
 * sponge state from which each message starts as a copy. A newly set string takes effect at the next init.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

#include "crypto/hash/cshake.h"
#include "ct/ct.h"
#include "provider/context.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/health.h"
#include "provider/mac/mac.h"
#include "provider/param.h"

/* As in the default provider, in bytes. The length of the output in bits fits into three bytes. */
enum { MIN_KEY = 4, MAX_KEY = 512, MAX_CUSTOM = 512, MAX_OUTPUT = 0xffffff / 8 };

struct kmac {
    struct ab_provctx *prov;
    const struct ab_hash *hash;
    size_t out_len, key_len, custom_len;
    int is_xof, has_key;
    int is_worked_in; /* start has absorbed key and custom */
    int is_begun;
    uint8_t key[MAX_KEY], custom[MAX_CUSTOM];
    struct ab_hash_ctx start, message;
};

static OSSL_FUNC_mac_newctx_fn new_128, new_256;
static OSSL_FUNC_mac_dupctx_fn dup;
static OSSL_FUNC_mac_freectx_fn release;
static OSSL_FUNC_mac_init_fn init;
static OSSL_FUNC_mac_update_fn update;
static OSSL_FUNC_mac_final_fn final;
static OSSL_FUNC_mac_get_ctx_params_fn get_ctx_params;
static OSSL_FUNC_mac_settable_ctx_params_fn settable_ctx_params;
static OSSL_FUNC_mac_set_ctx_params_fn set_ctx_params;

static struct kmac *allocate(const struct ab_provctx *prov)
{
    return ab_alloc(prov, sizeof(struct kmac), "KMAC context");
}

static struct kmac *new_of(struct ab_provctx *prov, enum ab_hash_id id)
{
    const struct ab_hash *hash = ab_health_hash(prov, id);
    struct kmac *k = hash == NULL ? NULL : allocate(prov);

    if (k == NULL)
        return NULL;
    k->prov = prov;
    k->hash = hash;
    k->out_len = hash->algorithm->digest_len;
    k->key_len = k->custom_len = 0;
    k->is_xof = k->has_key = k->is_worked_in = k->is_begun = 0;
    return k;
}

static void *new_128(void *provctx)
{
    return new_of(provctx, AB_HASH_CSHAKE_KECCAK_128);
}

static void *new_256(void *provctx)
{
    return new_of(provctx, AB_HASH_CSHAKE_KECCAK_256);
}

static void *dup(void *ctx)
{
    const struct kmac *k = ctx;
    struct kmac *copy = allocate(k->prov);

    if (copy == NULL)
        return NULL;
    memcpy(copy, k, offsetof(struct kmac, key));
    memcpy(copy->key, k->key, k->key_len);
    memcpy(copy->custom, k->custom, k->custom_len);
    if (k->is_worked_in)
        ab_hash_copy(&copy->start, &k->start);
    if (k->is_begun)
        ab_hash_copy(&copy->message, &k->message);
    return copy;
}

static void release(void *ctx)
{
    struct kmac *k = ctx;

    if (k == NULL)
        return;
    ab_wipe(k->key, k->key_len);
    ab_wipe(k->custom, k->custom_len);
    if (k->is_worked_in)
        ab_hash_wipe(&k->start);
    if (k->is_begun)
        ab_hash_wipe(&k->message);
    free(k);
}

static int set_key(struct kmac *k, const uint8_t *key, size_t len)
{
    if (key == NULL || len < MIN_KEY || len > MAX_KEY) {
        AB_RAISE_DETAIL(k->prov, AB_R_INVALID_KEY_LENGTH, "%zu bytes", len);
        return 0;
    }
    ab_wipe(k->key, k->key_len);
    memcpy(k->key, key, len);
    k->key_len = len;
    k->has_key = 1;
    k->is_worked_in = 0;
    return 1;
}

/* A string at NULL is empty. */
static int set_custom(struct kmac *k, const uint8_t *custom, size_t len)
{
    if (len > MAX_CUSTOM) {
        AB_RAISE_DETAIL(k->prov, AB_R_INVALID_CUSTOM_LENGTH, "%zu bytes", len);
        return 0;
    }
    k->custom_len = custom == NULL ? 0 : len;
    if (k->custom_len != 0)
        memcpy(k->custom, custom, len);
    k->is_worked_in = 0;
    return 1;
}

static int refuse(const struct kmac *k, const OSSL_PARAM *p)
{
    AB_RAISE_DETAIL(k->prov, AB_R_FAILED_TO_GET_PARAMETER, "%s", p->key);
    return 0;
}

static int set_out_len(struct kmac *k, const OSSL_PARAM *p)
{
    size_t len;

    if (!ab_param_get_size(p, &len))
        return refuse(k, p);
    if (len > MAX_OUTPUT) {
        AB_RAISE_DETAIL(k->prov, AB_R_INVALID_OUTPUT_LENGTH, "%zu bytes", len);
        return 0;
    }
    k->out_len = len;
    return 1;
}

/* Before 3.6 the default provider accepts the bytes of a parameter of any type as the string. */
static int is_string(const struct kmac *k, const OSSL_PARAM *p)
{
    return p->data_type == OSSL_PARAM_OCTET_STRING || k->prov->release < AB_RELEASE(3, 6);
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct kmac *k = ctx;
    const OSSL_PARAM *xof = ab_param_locate_const(params, OSSL_MAC_PARAM_XOF);
    const OSSL_PARAM *size = ab_param_locate_const(params, OSSL_MAC_PARAM_SIZE);
    const OSSL_PARAM *key = ab_param_locate_const(params, OSSL_MAC_PARAM_KEY);
    const OSSL_PARAM *custom = ab_param_locate_const(params, OSSL_MAC_PARAM_CUSTOM);

    return (xof == NULL || ab_param_get_int(xof, &k->is_xof) || refuse(k, xof))
           && (size == NULL || set_out_len(k, size))
           && (key == NULL || (is_string(k, key) && set_key(k, key->data, key->data_size)))
           && (custom == NULL || (is_string(k, custom) && set_custom(k, custom->data, custom->data_size)));
}

static void work_in(struct kmac *k)
{
    ab_kmac_init(&k->start, k->hash, k->key, k->key_len, k->custom, k->custom_len);
    k->is_worked_in = 1;
}

static int init(void *ctx, const unsigned char *key, size_t key_len, const OSSL_PARAM params[])
{
    struct kmac *k = ctx;

    if (!set_ctx_params(k, params) || (key != NULL && !set_key(k, key, key_len)))
        return 0;
    if (!k->has_key) {
        AB_RAISE_DETAIL(k->prov, AB_R_NO_KEY_SET, "KMAC");
        return 0;
    }
    if (!k->is_worked_in)
        work_in(k);
    ab_hash_copy(&k->message, &k->start);
    k->is_begun = 1;
    return 1;
}

static int update(void *ctx, const unsigned char *data, size_t len)
{
    struct kmac *k = ctx;

    if (len == 0)
        return 1;
    if (!k->is_begun) {
        AB_RAISE_DETAIL(k->prov, AB_R_WRONG_OPERATION_ORDER, "KMAC");
        return 0;
    }
    ab_hash_update(&k->message, data, len);
    ab_count_bytes(k->prov, ab_hash_family(k->hash), AB_COUNTED_MAC, len);
    return 1;
}

static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    struct kmac *k = ctx;

    if (!k->is_begun) {
        AB_RAISE_DETAIL(k->prov, AB_R_WRONG_OPERATION_ORDER, "KMAC");
        return 0;
    }
    if (out_size < k->out_len) {
        AB_RAISE_DETAIL(k->prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "%zu bytes wanted", k->out_len);
        return 0;
    }
    ab_count(k->prov, ab_hash_family(k->hash), AB_COUNTED_MAC, 0);
    ab_kmac_final(&k->message, out, k->out_len, k->is_xof);
    k->is_begun = 0;
    *out_len = k->out_len;
    return 1;
}

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    const struct kmac *k = ctx;
    OSSL_PARAM *size = ab_param_locate(params, OSSL_MAC_PARAM_SIZE),
               *block = ab_param_locate(params, OSSL_MAC_PARAM_BLOCK_SIZE);

    return (size == NULL || ab_param_set_uint64(size, k->out_len))
           && (block == NULL || ab_param_set_uint64(block, k->hash->algorithm->block_len));
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_int(OSSL_MAC_PARAM_XOF, NULL),
        OSSL_PARAM_size_t(OSSL_MAC_PARAM_SIZE, NULL),
        OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_MAC_PARAM_CUSTOM, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx;
    (void)provctx;
    return list;
}

#define SHARED_ENTRIES                                                                                         \
    AB_MAC_FN(DUPCTX, dup), AB_MAC_FN(FREECTX, release), AB_MAC_FN(INIT, init),                               \
    AB_MAC_FN(UPDATE, update), AB_MAC_FN(FINAL, final)
#define PARAM_ENTRIES                                                                                          \
    AB_MAC_FN(GETTABLE_CTX_PARAMS, ab_mac_gettable_sizes), AB_MAC_FN(GET_CTX_PARAMS, get_ctx_params),            \
    AB_MAC_FN(SETTABLE_CTX_PARAMS, settable_ctx_params), AB_MAC_FN(SET_CTX_PARAMS, set_ctx_params)

const OSSL_DISPATCH ab_kmac_128_functions[] = {
    AB_MAC_FN(NEWCTX, new_128), SHARED_ENTRIES, PARAM_ENTRIES, { 0, NULL }
};
const OSSL_DISPATCH ab_kmac_256_functions[] = {
    AB_MAC_FN(NEWCTX, new_256), SHARED_ENTRIES, PARAM_ENTRIES, { 0, NULL }
};
