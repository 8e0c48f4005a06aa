/*
 * AES-XTS and SM4-XTS for OpenSSL: each update is one data unit. The mode is in src/crypto/aes/aes_xts.c and
 * src/crypto/sm4/sm4_xts.c, its kernels in src/kernels/aes/xts_template.h.
 */
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <strings.h>

#include "crypto/aes/xts.h"
#include "ct/ct.h"
#include "provider/cipher/generic.h"
#include "provider/error.h"
#include "provider/param.h"
#include "threads/split.h"

#define XTS_STANDARD "xts_standard" /* the headers of OpenSSL below 3.2 lack the name */

enum { MAX_DATA_UNIT = 16 << 20 }; /* 2^20 blocks: SP 800-38E, IEEE 1619-2018 sec. 5.1 */

struct xts_ctx {
    struct ab_generic g;
    bool same_keys;            /* AES: the halves of the key are equal, so refuse encryption */
    bool ieee;                 /* SM4: the tweaks of IEEE 1619 instead of those of GB/T 17964, the initial state */
    struct ab_xts_tweak tweak; /* made of g.iv; the updates under one IV share it */
    struct ab_aes_xts xts;
};

static OSSL_FUNC_cipher_update_fn update;
static OSSL_FUNC_cipher_settable_ctx_params_fn settable_ctx_params, sm4_settable_ctx_params;

static bool is_sm4(const struct xts_ctx *c)
{
    return c->g.head.desc->family == AB_FAMILY_SM4_XTS;
}

/*
 * AES: encryption refuses equal halves (FIPS 140-3 IG C.I); decryption accepts them, so that old data can be read. SM4:
 * neither refuses them, as in the default provider.
 */
static int check_halves(const struct xts_ctx *c, bool same_keys)
{
    if (c->g.head.enc && same_keys)
        AB_RAISE(c->g.head.prov, AB_R_DUPLICATED_KEYS);
    return !(c->g.head.enc && same_keys);
}

static int set_key(struct xts_ctx *c, const uint8_t *key, size_t key_len)
{
    bool same_keys;

    if (!ab_cipher_check_key_len(&c->g.head, key_len))
        return 0;
    same_keys = !is_sm4(c) && ab_ct_memcmp(key, key + key_len / 2, key_len / 2) == 0;
    if (!check_halves(c, same_keys))
        return 0;
    c->same_keys = same_keys;
    ab_aes_xts_set_key(&c->xts, c->g.head.kernels, key, key_len);
    ab_xts_set_tweak(&c->tweak, c->g.iv);
    c->g.head.key_set = true;
    return 1;
}

static int init(void *ctx, const uint8_t *key, size_t key_len, const uint8_t *iv, size_t iv_len)
{
    struct xts_ctx *c = ctx;

    if (!ab_generic_set_iv(&c->g, iv, iv_len))
        return 0;
    if (key != NULL)
        return set_key(c, key, key_len);
    if (iv != NULL)
        ab_xts_set_tweak(&c->tweak, iv);
    return 1;
}

static int check_call(const struct xts_ctx *c, const uint8_t *out, size_t out_size, const uint8_t *in, size_t in_len)
{
    const struct ab_provctx *prov = c->g.head.prov;

    if (!c->g.head.key_set)
        AB_RAISE(prov, AB_R_NO_KEY_SET);
    else if (!c->g.head.iv_set)
        AB_RAISE(prov, AB_R_NO_IV_SET);
    else if (out_size < in_len)
        AB_RAISE_DETAIL(prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "%zu bytes for %zu", out_size, in_len);
    else if (in == NULL || out == NULL || in_len < AB_AES_BLOCK)
        AB_RAISE_DETAIL(prov, AB_R_CIPHER_OPERATION_FAILED, "a data unit of %zu bytes", in_len);
    else if (in_len > MAX_DATA_UNIT)
        AB_RAISE_DETAIL(prov, AB_R_MESSAGE_TOO_LONG, "a data unit of %zu bytes", in_len);
    else
        return check_halves(c, c->same_keys);
    return 0;
}

/* Whether tweaks follow GB/T 17964 instead of IEEE 1619. */
static bool is_gb(const struct xts_ctx *c)
{
    return is_sm4(c) && !c->ieee;
}

static void crypt_unit(struct xts_ctx *c, const uint8_t *in, uint8_t *out, size_t len)
{
    const struct ab_aes_kernels *k = c->xts.kernels;
    ab_xts_fn *kernel = c->g.head.enc ? k->xts_encrypt : k->xts_decrypt;

    if (is_gb(c))
        kernel = c->g.head.enc ? k->xts_gb_encrypt : k->xts_gb_decrypt;
    ab_xts_unit(&c->xts, kernel, &c->tweak, in, out, len);
}

static void crypt_long_unit(const struct xts_ctx *c, const uint8_t *in, uint8_t *out, size_t len)
{
    struct ab_pool *pool = c->g.head.prov->pool;

    if (is_gb(c))
        (c->g.head.enc ? ab_split_xts_gb_encrypt : ab_split_xts_gb_decrypt)(pool, &c->xts, c->g.iv, in, out, len);
    else
        (c->g.head.enc ? ab_split_xts_encrypt : ab_split_xts_decrypt)(pool, &c->xts, c->g.iv, in, out, len);
}

static int update(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct xts_ctx *c = ctx;

    if (!check_call(c, out, out_size, in, in_len))
        return 0;
    if (ab_cipher_is_long(&c->g.head, in_len))
        crypt_long_unit(c, in, out, in_len);
    else
        crypt_unit(c, in, out, in_len);
    *out_len = in_len;
    return 1;
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = { OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL), OSSL_PARAM_END };

    (void)ctx, (void)provctx;
    return list;
}

static const OSSL_PARAM *sm4_settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = { OSSL_PARAM_utf8_string(XTS_STANDARD, NULL, 0), OSSL_PARAM_END };

    (void)ctx, (void)provctx;
    return list;
}

static int get_param(void *ctx, OSSL_PARAM *p)
{
    struct xts_ctx *c = ctx;

    return ab_generic_get_param(&c->g, p, c->g.iv, 0);
}

static int set_standard(struct xts_ctx *c, const OSSL_PARAM *p)
{
    const char *name;

    if (p->data_type != OSSL_PARAM_UTF8_STRING || !ab_param_get_utf8(p, &name))
        return 0;
    if (strcasecmp(name, "GB") != 0 && strcasecmp(name, "IEEE") != 0)
        return 0;
    c->ieee = strcasecmp(name, "IEEE") == 0;
    return 1;
}

static int set_param(void *ctx, const OSSL_PARAM *p)
{
    struct xts_ctx *c = ctx;

    if (is_sm4(c))
        return !ab_param_is(p, XTS_STANDARD) || set_standard(c, p);
    return !ab_param_is(p, OSSL_CIPHER_PARAM_KEYLEN) || ab_cipher_is_key_len(&c->g.head, p);
}

static const struct ab_cipher_ops ops = {
    .ctx_size = sizeof(struct xts_ctx),
    .prepare = ab_generic_prepare,
    .init = init,
    .get_param = get_param,
    .set_param = set_param,
    .update = update,
    .cipher = update,
};

#define CALLS AB_FN(UPDATE, update), AB_FN(FINAL, ab_cipher_empty_final), AB_FN(CIPHER, update)
#define PARAMS AB_FN(GETTABLE_CTX_PARAMS, ab_generic_gettable_ctx_params), \
    AB_FN(SETTABLE_CTX_PARAMS, settable_ctx_params)
#define SM4_PARAMS AB_FN(GETTABLE_CTX_PARAMS, ab_generic_gettable_ctx_params), \
    AB_FN(SETTABLE_CTX_PARAMS, sm4_settable_ctx_params)

AB_CIPHER_REST(rest, CALLS, PARAMS)
AB_CIPHER_REST(sm4_rest, CALLS, SM4_PARAMS)

static const struct ab_cipher_desc aes_128_xts_desc = {
    &ops, AB_FAMILY_AES_XTS, EVP_CIPH_XTS_MODE, AB_CIPHER_CUSTOM_IV, 32, 1, 16
};
static const struct ab_cipher_desc aes_256_xts_desc = {
    &ops, AB_FAMILY_AES_XTS, EVP_CIPH_XTS_MODE, AB_CIPHER_CUSTOM_IV, 64, 1, 16
};
static const struct ab_cipher_desc sm4_xts_desc = {
    &ops, AB_FAMILY_SM4_XTS, EVP_CIPH_XTS_MODE, AB_CIPHER_CUSTOM_IV, 32, 1, 16
};

AB_CIPHER_NAME(aes_128_xts)
AB_CIPHER_NAME(aes_256_xts)
AB_CIPHER_NAME(sm4_xts)

const OSSL_DISPATCH ab_aes_128_xts_functions[] = AB_CIPHER_TABLE(aes_128_xts, rest);
const OSSL_DISPATCH ab_aes_256_xts_functions[] = AB_CIPHER_TABLE(aes_256_xts, rest);
const OSSL_DISPATCH ab_sm4_xts_functions[] = AB_CIPHER_TABLE(sm4_xts, sm4_rest);
