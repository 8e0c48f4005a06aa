/* AES-CTR for OpenSSL: src/crypto/aes/aes_ctr.c, kernel src/kernels/aes/ctr_template.h. */
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <string.h>

#include "provider/cipher/cipher.h"
#include "provider/error.h"
#include "provider/param.h"

struct ctr_ctx {
    struct ab_cipher head;
    struct ab_aes_ctr ctr;
    uint8_t iv[AB_AES_BLOCK]; /* as it was set */
};

static OSSL_FUNC_cipher_encrypt_init_fn encrypt_init;
static OSSL_FUNC_cipher_decrypt_init_fn decrypt_init;
static OSSL_FUNC_cipher_update_fn update;
static OSSL_FUNC_cipher_final_fn final;
static OSSL_FUNC_cipher_cipher_fn cipher;
static OSSL_FUNC_cipher_get_ctx_params_fn get_ctx_params;
static OSSL_FUNC_cipher_set_ctx_params_fn set_ctx_params;
static OSSL_FUNC_cipher_gettable_ctx_params_fn gettable_ctx_params;
static OSSL_FUNC_cipher_settable_ctx_params_fn settable_ctx_params;

static int init(struct ctr_ctx *c, bool enc, const uint8_t *key, size_t key_len, const uint8_t *iv, size_t iv_len,
                const OSSL_PARAM params[])
{
    c->head.enc = enc;
    if (iv != NULL) {
        if (iv_len != AB_AES_BLOCK) {
            AB_RAISE(c->head.prov, AB_R_INVALID_IV_LENGTH, "%zu bytes", iv_len);
            return 0;
        }
        memcpy(c->iv, iv, iv_len);
        c->head.iv_set = true;
    }
    if (c->head.iv_set)
        ab_aes_ctr_set_iv(&c->ctr, c->iv);
    if (key != NULL) {
        if (key_len != c->head.desc->key_len) {
            AB_RAISE(c->head.prov, AB_R_INVALID_KEY_LENGTH, "%zu bytes", key_len);
            return 0;
        }
        ab_aes_ctr_set_key(&c->ctr, c->head.kernels, key, key_len);
        c->head.key_set = true;
    }
    return set_ctx_params(c, params);
}

static int encrypt_init(void *ctx, const unsigned char *key, size_t key_len, const unsigned char *iv, size_t iv_len,
                        const OSSL_PARAM params[])
{
    return init(ctx, true, key, key_len, iv, iv_len, params);
}

static int decrypt_init(void *ctx, const unsigned char *key, size_t key_len, const unsigned char *iv, size_t iv_len,
                        const OSSL_PARAM params[])
{
    return init(ctx, false, key, key_len, iv, iv_len, params);
}

static int update(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct ctr_ctx *c = ctx;

    if (!c->head.key_set) {
        AB_RAISE(c->head.prov, AB_R_NO_KEY_SET, "%s", "");
        return 0;
    }
    if (out_size < in_len) {
        AB_RAISE(c->head.prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "%zu bytes for %zu", out_size, in_len);
        return 0;
    }
    ab_aes_ctr_update(&c->ctr, in, out, in_len);
    *out_len = in_len;
    return 1;
}

static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    (void)ctx, (void)out, (void)out_size;
    *out_len = 0;
    return 1;
}

static int cipher(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    return update(ctx, out, out_len, out_size, in, in_len);
}

static const OSSL_PARAM *gettable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, NULL, 0),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

static int get_one_ctx_param(const struct ctr_ctx *c, OSSL_PARAM *p)
{
    if (ab_param_is(p, OSSL_CIPHER_PARAM_KEYLEN))
        return ab_param_set_uint64(p, c->head.desc->key_len);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_IVLEN))
        return ab_param_set_uint64(p, AB_AES_BLOCK);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_IV))
        return ab_param_set_octets(p, c->iv, AB_AES_BLOCK);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_UPDATED_IV))
        return ab_param_set_octets(p, c->ctr.counter, AB_AES_BLOCK);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_NUM))
        return ab_param_set_uint64(p, c->ctr.used);
    return 1;
}

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    for (; params != NULL && params->key != NULL; params++)
        if (!get_one_ctx_param(ctx, params))
            return 0;
    return 1;
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

static int set_one_ctx_param(struct ctr_ctx *c, const OSSL_PARAM *p)
{
    size_t key_len;

    if (ab_param_is(p, OSSL_CIPHER_PARAM_KEYLEN))
        return ab_param_get_size(p, &key_len) && key_len == c->head.desc->key_len;
    if (ab_param_is(p, OSSL_CIPHER_PARAM_NUM))
        return ab_param_get_uint(p, &c->ctr.used) && c->ctr.used < AB_AES_BLOCK;
    return 1;
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct ctr_ctx *c = ctx;

    for (; params != NULL && params->key != NULL; params++)
        if (!set_one_ctx_param(c, params)) {
            AB_RAISE(c->head.prov, AB_R_INVALID_PARAMETER, "%s", params->key);
            return 0;
        }
    return 1;
}

#define CTR_CALLS AB_FN(ENCRYPT_INIT, encrypt_init), AB_FN(DECRYPT_INIT, decrypt_init), \
    AB_FN(UPDATE, update), AB_FN(FINAL, final), AB_FN(CIPHER, cipher)
#define CTR_PARAMS AB_FN(GET_CTX_PARAMS, get_ctx_params), AB_FN(SET_CTX_PARAMS, set_ctx_params), \
    AB_FN(GETTABLE_CTX_PARAMS, gettable_ctx_params), AB_FN(SETTABLE_CTX_PARAMS, settable_ctx_params)
#define CTR_TABLE(name) { AB_CIPHER_NAME_ENTRIES(name), CTR_CALLS, CTR_PARAMS, { 0, NULL } }

static const struct ab_cipher_desc aes_128_ctr_desc = { AB_FAMILY_AES_CTR, EVP_CIPH_CTR_MODE, 0, 16, 1, 16 };
static const struct ab_cipher_desc aes_192_ctr_desc = { AB_FAMILY_AES_CTR, EVP_CIPH_CTR_MODE, 0, 24, 1, 16 };
static const struct ab_cipher_desc aes_256_ctr_desc = { AB_FAMILY_AES_CTR, EVP_CIPH_CTR_MODE, 0, 32, 1, 16 };

AB_CIPHER_NAME(aes_128_ctr, struct ctr_ctx)
AB_CIPHER_NAME(aes_192_ctr, struct ctr_ctx)
AB_CIPHER_NAME(aes_256_ctr, struct ctr_ctx)

const OSSL_DISPATCH ab_aes_128_ctr_functions[] = CTR_TABLE(aes_128_ctr);
const OSSL_DISPATCH ab_aes_192_ctr_functions[] = CTR_TABLE(aes_192_ctr);
const OSSL_DISPATCH ab_aes_256_ctr_functions[] = CTR_TABLE(aes_256_ctr);
