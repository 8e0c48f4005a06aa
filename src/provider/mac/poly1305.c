/*
 * Poly1305 for OpenSSL (RFC 8439 sec. 2.5). A key is for one message, so an init without a key fails once there was a
 * message, as in the default provider.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdbool.h>

#include "afterburner/chacha20_poly1305.h"
#include "provider/context.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/health.h"
#include "provider/mac/mac.h"
#include "provider/param.h"

enum { TAG_LEN = AB_POLY1305_TAG_LEN };

struct poly1305_ctx {
    struct ab_provctx *prov;
    const struct ab_chacha_kernels *kernels; /* chosen once, when the context is made */
    bool key_set;                            /* since the last tag */
    bool is_used;                            /* data was added since the key, if only of no bytes, or the tag made */
    struct ab_poly1305 poly1305;
};

static OSSL_FUNC_mac_newctx_fn new;
static OSSL_FUNC_mac_dupctx_fn dup;
static OSSL_FUNC_mac_freectx_fn free_ctx;
static OSSL_FUNC_mac_init_fn init;
static OSSL_FUNC_mac_update_fn update;
static OSSL_FUNC_mac_final_fn final;
static OSSL_FUNC_mac_settable_ctx_params_fn settable_ctx_params;
static OSSL_FUNC_mac_set_ctx_params_fn set_ctx_params;

static void *new(void *provctx)
{
    struct ab_provctx *prov = provctx;
    const struct ab_chacha_kernels *kernels = ab_health_chacha(prov, AB_FAMILY_POLY1305);
    struct poly1305_ctx *c = kernels == NULL ? NULL : ab_context_alloc(prov, sizeof(*c));

    if (c != NULL)
        *c = (struct poly1305_ctx){ .prov = prov, .kernels = kernels };
    return c;
}

static void *dup(void *ctx)
{
    const struct poly1305_ctx *c = ctx;
    struct poly1305_ctx *copy = ab_context_alloc(c->prov, sizeof(*copy));

    if (copy != NULL)
        *copy = *c;
    return copy;
}

static void free_ctx(void *ctx)
{
    if (ctx != NULL)
        ab_context_free(ctx, sizeof(struct poly1305_ctx));
}

static int set_key(struct poly1305_ctx *c, const uint8_t *key, size_t len)
{
    if (key == NULL || len != AB_POLY1305_KEY_LEN) {
        AB_RAISE_DETAIL(c->prov, AB_R_INVALID_KEY_LENGTH, "%zu bytes", len);
        return 0;
    }
    ab_poly1305_set_key(&c->poly1305, c->kernels, key);
    c->key_set = true;
    c->is_used = false;
    return 1;
}

static int init(void *ctx, const unsigned char *key, size_t key_len, const OSSL_PARAM params[])
{
    struct poly1305_ctx *c = ctx;

    if (!set_ctx_params(c, params))
        return 0;
    if (key != NULL)
        return set_key(c, key, key_len);
    if (c->is_used)
        AB_RAISE_DETAIL(c->prov, AB_R_MISSING_KEY, "each message needs its own");
    return !c->is_used;
}

static int has_key(const struct poly1305_ctx *c)
{
    if (!c->key_set)
        AB_RAISE(c->prov, AB_R_NO_KEY_SET);
    return c->key_set;
}

static int update(void *ctx, const unsigned char *data, size_t len)
{
    struct poly1305_ctx *c = ctx;

    if (!has_key(c))
        return 0;
    c->is_used = true;
    ab_poly1305_update(&c->poly1305, data, len);
    ab_count_bytes(c->prov, AB_FAMILY_POLY1305, AB_COUNTED_MAC, len);
    return 1;
}

static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    struct poly1305_ctx *c = ctx;

    if (!has_key(c))
        return 0;
    if (out_size < TAG_LEN) {
        AB_RAISE_DETAIL(c->prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "%zu bytes", out_size);
        return 0;
    }
    ab_poly1305_final(&c->poly1305, out);
    ab_count(c->prov, AB_FAMILY_POLY1305, AB_COUNTED_MAC, 0);
    c->key_set = false;
    c->is_used = true;
    *out_len = TAG_LEN;
    return 1;
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = { OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, NULL, 0), OSSL_PARAM_END };

    (void)ctx, (void)provctx;
    return list;
}

/* Before 3.6 the default provider accepts the bytes of a parameter of any type as the key. */
static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct poly1305_ctx *c = ctx;
    const OSSL_PARAM *key = ab_param_locate_const(params, OSSL_MAC_PARAM_KEY);

    if (key == NULL)
        return 1;
    if (key->data_type != OSSL_PARAM_OCTET_STRING && c->prov->release >= AB_RELEASE(3, 6)) {
        AB_RAISE_DETAIL(c->prov, AB_R_FAILED_TO_GET_PARAMETER, "%s", key->key);
        return 0;
    }
    return set_key(c, key->data, key->data_size);
}

const OSSL_DISPATCH ab_poly1305_functions[] = {
    AB_MAC_FN(NEWCTX, new),
    AB_MAC_FN(DUPCTX, dup),
    AB_MAC_FN(FREECTX, free_ctx),
    AB_MAC_FN(INIT, init),
    AB_MAC_FN(UPDATE, update),
    AB_MAC_FN(FINAL, final),
    AB_MAC_FN(GETTABLE_PARAMS, ab_mac_gettable_size),
    AB_MAC_FN(GET_PARAMS, ab_mac_get_size_16),
    AB_MAC_FN(SETTABLE_CTX_PARAMS, settable_ctx_params),
    AB_MAC_FN(SET_CTX_PARAMS, set_ctx_params),
    { 0, NULL },
};
