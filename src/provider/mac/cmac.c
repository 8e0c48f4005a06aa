/*
 * CMAC for OpenSSL; the MAC is in src/crypto/aes/aes_cmac.c. As in the default provider, a newly named cipher takes
 * effect with the next key, and init without a key starts a new message under the current key.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>

#include "afterburner/cmac.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/mac/aes_mac.h"
#include "provider/param.h"

static const char NAME[] = "CMAC";

struct cmac_ctx {
    struct ab_aes_mac head;
    enum ab_mac_cipher named, used; /* for the next key; with the current key */
    size_t named_key_len, key_len;  /* in bytes, where these are AES */
    int key_set;
    struct ab_cmac cmac;
};

static OSSL_FUNC_mac_newctx_fn new;
static OSSL_FUNC_mac_dupctx_fn dup;
static OSSL_FUNC_mac_freectx_fn free_ctx;
static OSSL_FUNC_mac_init_fn init;
static OSSL_FUNC_mac_update_fn update;
static OSSL_FUNC_mac_final_fn final;
static OSSL_FUNC_mac_get_ctx_params_fn get_ctx_params;
static OSSL_FUNC_mac_settable_ctx_params_fn settable_ctx_params;
static OSSL_FUNC_mac_set_ctx_params_fn set_ctx_params;

static void *new(void *provctx)
{
    struct cmac_ctx *c = ab_aes_mac_new(provctx, AB_FAMILY_AES_CMAC, sizeof(*c));

    if (c != NULL) {
        c->named = c->used = AB_MAC_NO_CIPHER;
        c->key_set = 0;
    }
    return c;
}

static void free_ctx(void *ctx)
{
    struct cmac_ctx *c = ctx;

    if (c != NULL)
        ab_aes_mac_free(&c->head, sizeof(*c));
}

static int has_key(const struct cmac_ctx *c)
{
    if (!c->key_set)
        AB_RAISE(c->head.prov, AB_R_NO_KEY_SET);
    return c->key_set;
}

static void *dup(void *ctx)
{
    struct cmac_ctx *c = ctx;

    return has_key(c) ? ab_aes_mac_dup(&c->head, sizeof(*c), c->used == AB_MAC_FALLBACK || c->named == AB_MAC_FALLBACK)
                      : NULL;
}

static int set_aes_key(struct cmac_ctx *c, const uint8_t *key, size_t key_len)
{
    if (key_len != c->key_len) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_INVALID_KEY_LENGTH, "%zu bytes", key_len);
        return 0;
    }
    ab_cmac_set_key(&c->cmac.key, c->head.kernels, key, key_len);
    ab_cmac_start(&c->cmac);
    return 1;
}

/* Switch to the newly named cipher, if any; it has no key yet. */
static void use_named(struct cmac_ctx *c)
{
    if (c->named == AB_MAC_NO_CIPHER)
        return;
    c->used = c->named;
    c->key_len = c->named_key_len;
    c->named = AB_MAC_NO_CIPHER;
    c->key_set = 0;
}

static int set_key(struct cmac_ctx *c, const uint8_t *key, size_t key_len)
{
    use_named(c);
    switch (c->used) {
    case AB_MAC_AES: c->key_set = set_aes_key(c, key, key_len); break;
    case AB_MAC_FALLBACK: c->key_set = ab_fallback_mac_set_key(&c->head.fallback, key, key_len); break;
    default: AB_RAISE(c->head.prov, AB_R_NO_CIPHER_SET); break;
    }
    return c->key_set;
}

static int restart(struct cmac_ctx *c)
{
    if (!has_key(c))
        return 0;
    if (c->used == AB_MAC_FALLBACK)
        return ab_fallback_mac_restart(&c->head.fallback);
    ab_cmac_start(&c->cmac);
    return 1;
}

/* A NULL key starts a message, but first a newly named cipher takes effect. */
static int set_no_key(struct cmac_ctx *c)
{
    if (c->named == AB_MAC_NO_CIPHER)
        return restart(c);
    use_named(c);
    return c->used == AB_MAC_AES || ab_fallback_mac_set_key(&c->head.fallback, NULL, 0);
}

static int init(void *ctx, const unsigned char *key, size_t key_len, const OSSL_PARAM params[])
{
    struct cmac_ctx *c = ctx;

    if (!set_ctx_params(c, params))
        return 0;
    return key != NULL ? set_key(c, key, key_len) : restart(c);
}

static int update(void *ctx, const unsigned char *data, size_t len)
{
    struct cmac_ctx *c = ctx;

    if (!has_key(c))
        return 0;
    if (c->used == AB_MAC_FALLBACK)
        return ab_fallback_mac_update(&c->head.fallback, data, len);
    ab_cmac_update(&c->cmac, data, len);
    ab_count_bytes(c->head.prov, AB_FAMILY_AES_CMAC, AB_COUNTED_MAC, len);
    return 1;
}

static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    struct cmac_ctx *c = ctx;

    if (!has_key(c))
        return 0;
    if (c->used == AB_MAC_FALLBACK)
        return ab_fallback_mac_final(&c->head.fallback, out, out_len, out_size);
    if (out_size < AB_AES_BLOCK) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "%zu bytes", out_size);
        return 0;
    }
    ab_cmac_final(&c->cmac, out);
    ab_count(c->head.prov, AB_FAMILY_AES_CMAC, AB_COUNTED_MAC, 0);
    *out_len = AB_AES_BLOCK;
    return 1;
}

/* Both sizes are the cipher's block length, or 0 without a cipher. */
static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    struct cmac_ctx *c = ctx;
    OSSL_PARAM *size = ab_param_locate(params, OSSL_MAC_PARAM_SIZE);
    OSSL_PARAM *block_size = ab_param_locate(params, OSSL_MAC_PARAM_BLOCK_SIZE);
    uint64_t len = c->used == AB_MAC_AES ? AB_AES_BLOCK : 0;

    if (c->used == AB_MAC_FALLBACK)
        return ab_fallback_mac_get_params(&c->head.fallback, params);
    return (size == NULL || ab_param_set_uint64(size, len))
           && (block_size == NULL || ab_param_set_uint64(block_size, len));
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_CIPHER, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct cmac_ctx *c = ctx;
    const OSSL_PARAM *key;
    enum ab_mac_cipher named = ab_aes_mac_choose(&c->head, NAME, AB_FAMILY_AES_CBC, params, &c->named_key_len);

    if (named == AB_MAC_BAD_CIPHER || !ab_aes_mac_find_octets(&c->head, params, OSSL_MAC_PARAM_KEY, &key))
        return 0;
    if (named != AB_MAC_NO_CIPHER)
        c->named = named;
    return key == NULL || (key->data == NULL ? set_no_key(c) : set_key(c, key->data, key->data_size));
}

const OSSL_DISPATCH ab_cmac_functions[] = {
    AB_MAC_FN(NEWCTX, new),
    AB_MAC_FN(DUPCTX, dup),
    AB_MAC_FN(FREECTX, free_ctx),
    AB_MAC_FN(INIT, init),
    AB_MAC_FN(UPDATE, update),
    AB_MAC_FN(FINAL, final),
    AB_MAC_FN(GETTABLE_CTX_PARAMS, ab_mac_gettable_sizes),
    AB_MAC_FN(GET_CTX_PARAMS, get_ctx_params),
    AB_MAC_FN(SETTABLE_CTX_PARAMS, settable_ctx_params),
    AB_MAC_FN(SET_CTX_PARAMS, set_ctx_params),
    { 0, NULL },
};
