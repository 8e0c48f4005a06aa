/*
 * GMAC for OpenSSL (SP 800-38D): GCM with associated data only. As in the default provider, a newly named cipher takes
 * effect at once and needs a key; an IV is for one message; the first message may come without one, and then its IV is
 * random.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>

#include "afterburner/aes_gcm.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/generator.h"
#include "provider/mac/aes_mac.h"
#include "provider/param.h"

static const char NAME[] = "GMAC";

enum { MAX_IV_LEN = 128, DEFAULT_IV_LEN = 12, TAG_LEN = 16 };

enum iv_state { IV_NONE, IV_KEPT, IV_IN_USE, IV_SPENT };

struct gmac_ctx {
    struct ab_aes_mac head;
    enum ab_mac_cipher used;
    size_t key_len; /* of the named AES */
    int key_set;
    enum iv_state iv_state;
    size_t iv_len;
    uint8_t iv[MAX_IV_LEN];
    struct ab_aes_gcm gcm;
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
    struct gmac_ctx *c = ab_aes_mac_new(provctx, AB_FAMILY_AES_GCM, sizeof(*c));

    if (c != NULL) {
        c->used = AB_MAC_NO_CIPHER;
        c->key_set = 0;
        c->iv_state = IV_NONE;
        c->iv_len = DEFAULT_IV_LEN;
    }
    return c;
}

static void free_ctx(void *ctx)
{
    struct gmac_ctx *c = ctx;

    if (c != NULL)
        ab_aes_mac_free(&c->head, sizeof(*c));
}

static int has_cipher(const struct gmac_ctx *c)
{
    if (c->used == AB_MAC_NO_CIPHER)
        AB_RAISE(c->head.prov, AB_R_NO_CIPHER_SET);
    return c->used != AB_MAC_NO_CIPHER;
}

static void *dup(void *ctx)
{
    struct gmac_ctx *c = ctx;

    return has_cipher(c) ? ab_aes_mac_dup(&c->head, sizeof(*c), c->used == AB_MAC_FALLBACK) : NULL;
}

static int set_key(struct gmac_ctx *c, const uint8_t *key, size_t key_len)
{
    if (c->used == AB_MAC_FALLBACK)
        return ab_fallback_mac_set_key(&c->head.fallback, key, key_len);
    if (c->used != AB_MAC_AES || key == NULL || key_len != c->key_len) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_INVALID_KEY_LENGTH, "%zu bytes", key_len);
        return 0;
    }
    ab_aes_gcm_set_key(&c->gcm, c->head.kernels, key, key_len);
    c->key_set = 1;
    if (c->iv_state == IV_IN_USE) /* Start anew with the same IV: no tag was made with it yet. */
        c->iv_state = IV_KEPT;
    return 1;
}

static int set_iv(struct gmac_ctx *c, const uint8_t *iv, size_t iv_len)
{
    if (!has_cipher(c))
        return 0;
    if (iv == NULL || iv_len == 0 || iv_len > MAX_IV_LEN) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_INVALID_IV_LENGTH, "%zu bytes", iv_len);
        return 0;
    }
    memcpy(c->iv, iv, iv_len);
    c->iv_len = iv_len;
    c->iv_state = IV_KEPT;
    return 1;
}

static int init(void *ctx, const unsigned char *key, size_t key_len, const OSSL_PARAM params[])
{
    struct gmac_ctx *c = ctx;

    if (!set_ctx_params(c, params))
        return 0;
    if (key != NULL)
        return set_key(c, key, key_len);
    return c->used == AB_MAC_FALLBACK ? ab_fallback_mac_restart(&c->head.fallback) : has_cipher(c);
}

/* Draw an IV for a message without one: SP 800-38D sec. 8.2.2. */
static int make_iv(struct gmac_ctx *c)
{
    if (!ab_generator_bytes(c->head.prov, c->iv, c->iv_len)) {
        AB_RAISE(c->head.prov, AB_R_RANDOM_FAILED);
        return 0;
    }
    c->iv_state = IV_KEPT;
    return 1;
}

/* Make sure that key and IV are set and in use. Returns 0 with an error raised. */
static int make_ready(struct gmac_ctx *c)
{
    if (c->iv_state == IV_IN_USE)
        return 1;
    if (!c->key_set || c->iv_state == IV_SPENT) {
        AB_RAISE(c->head.prov, c->key_set ? AB_R_NO_IV_SET : AB_R_NO_KEY_SET);
        return 0;
    }
    if (c->iv_state == IV_NONE && !make_iv(c))
        return 0;
    ab_aes_gcm_set_iv(&c->gcm, c->iv, c->iv_len);
    c->iv_state = IV_IN_USE;
    return 1;
}

static int update(void *ctx, const unsigned char *data, size_t len)
{
    struct gmac_ctx *c = ctx;

    if (c->used == AB_MAC_FALLBACK)
        return ab_fallback_mac_update(&c->head.fallback, data, len);
    if (len == 0)
        return 1;
    if (!make_ready(c))
        return 0;
    if (ab_aes_gcm_aad(&c->gcm, data, len)) {
        ab_count_bytes(c->head.prov, AB_FAMILY_AES_GCM, AB_COUNTED_MAC, len);
        return 1;
    }
    AB_RAISE(c->head.prov, AB_R_MESSAGE_TOO_LONG);
    return 0;
}

static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    struct gmac_ctx *c = ctx;

    if (c->used == AB_MAC_FALLBACK)
        return ab_fallback_mac_final(&c->head.fallback, out, out_len, out_size);
    if (out_size < TAG_LEN) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "%zu bytes", out_size);
        return 0;
    }
    if (!make_ready(c))
        return 0;
    ab_aes_gcm_tag(&c->gcm, out);
    ab_count(c->head.prov, AB_FAMILY_AES_GCM, AB_COUNTED_MAC, 0);
    c->iv_state = IV_SPENT;
    *out_len = TAG_LEN;
    return 1;
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_CIPHER, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_MAC_PARAM_IV, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

static void use_cipher(struct gmac_ctx *c, enum ab_mac_cipher named)
{
    c->used = named;
    c->key_set = 0;
    c->iv_state = IV_NONE;
    c->iv_len = DEFAULT_IV_LEN;
}

static int take_iv(struct gmac_ctx *c, const OSSL_PARAM *iv)
{
    const OSSL_PARAM alone[] = { *iv, OSSL_PARAM_END };

    return c->used == AB_MAC_FALLBACK ? ab_fallback_mac_set_params(&c->head.fallback, alone)
                                      : set_iv(c, iv->data, iv->data_size);
}

/* Read the parameters in this order, whatever the caller's order is. */
static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct gmac_ctx *c = ctx;
    const OSSL_PARAM *key, *iv;
    enum ab_mac_cipher named = ab_aes_mac_choose(&c->head, NAME, AB_FAMILY_AES_GCM, params, &c->key_len);

    if (named == AB_MAC_BAD_CIPHER || !ab_aes_mac_find_octets(&c->head, params, OSSL_MAC_PARAM_KEY, &key)
        || !ab_aes_mac_find_octets(&c->head, params, OSSL_MAC_PARAM_IV, &iv))
        return 0;
    if (named != AB_MAC_NO_CIPHER)
        use_cipher(c, named);
    if (key != NULL && !set_key(c, key->data, key->data_size))
        return 0;
    return iv == NULL || take_iv(c, iv);
}

const OSSL_DISPATCH ab_gmac_functions[] = {
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
