/*
 * AES-CBC-CTS and Camellia-CBC-CTS for OpenSSL: one update is the whole message. The mode is in
 * src/crypto/aes/aes_cts.c.
 */
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <strings.h>

#include "provider/cipher/block.h"
#include "provider/error.h"
#include "provider/param.h"

static OSSL_FUNC_cipher_update_fn update;
static OSSL_FUNC_cipher_gettable_ctx_params_fn gettable_ctx_params;
static OSSL_FUNC_cipher_settable_ctx_params_fn settable_ctx_params;

static const char *const variants[] = {
    [AB_AES_CTS_CS1] = OSSL_CIPHER_CTS_MODE_CS1,
    [AB_AES_CTS_CS2] = OSSL_CIPHER_CTS_MODE_CS2,
    [AB_AES_CTS_CS3] = OSSL_CIPHER_CTS_MODE_CS3,
};

static int update(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct ab_block *c = ctx;

    if (in_len < AB_AES_BLOCK) {
        AB_RAISE_DETAIL(c->g.head.prov, AB_R_WRONG_FINAL_BLOCK_LENGTH, "%zu bytes, at least a block is wanted", in_len);
        return 0;
    }
    if (!ab_cipher_has_room(&c->g.head, out_size, in_len))
        return 0;
    *out_len = in_len;
    if (out == NULL)
        return 1;
    if (!ab_cipher_has_key(&c->g.head))
        return 0;
    if (c->done) {
        AB_RAISE_DETAIL(c->g.head.prov, AB_R_WRONG_OPERATION_ORDER, "one update is the whole message");
        return 0;
    }
    c->done = true;
    return c->g.head.enc ? ab_aes_cts_encrypt(&c->cbc, c->cts, in, out, in_len)
                         : ab_aes_cts_decrypt(&c->cbc, c->cts, in, out, in_len);
}

static const OSSL_PARAM *gettable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_CIPHER_PARAM_CTS_MODE, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),
        OSSL_PARAM_utf8_string(OSSL_CIPHER_PARAM_CTS_MODE, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

static int set_variant(struct ab_block *c, const OSSL_PARAM *p)
{
    const char *name;

    if (p->data_type == OSSL_PARAM_UTF8_STRING && ab_param_get_utf8(p, &name))
        for (unsigned i = 0; i < sizeof(variants) / sizeof(variants[0]); i++)
            if (strcasecmp(name, variants[i]) == 0) {
                c->cts = (enum ab_aes_cts)i;
                return 1;
            }
    return 0;
}

static int get_param(void *ctx, OSSL_PARAM *p)
{
    struct ab_block *c = ctx;

    if (ab_param_is(p, OSSL_CIPHER_PARAM_CTS_MODE))
        return ab_param_set_utf8(p, variants[c->cts]);
    return ab_block_get_param(ctx, p);
}

static int set_param(void *ctx, const OSSL_PARAM *p)
{
    return ab_param_is(p, OSSL_CIPHER_PARAM_CTS_MODE) ? set_variant(ctx, p) : ab_block_set_param(ctx, p);
}

static const struct ab_cipher_ops ops = {
    .ctx_size = sizeof(struct ab_block),
    .prepare = ab_generic_prepare,
    .init = ab_block_init,
    .get_param = get_param,
    .set_param = set_param,
    .update = update,
    .cipher = ab_block_cipher,
};

#define CALLS AB_FN(UPDATE, update), AB_FN(FINAL, ab_cipher_empty_final), AB_FN(CIPHER, ab_block_cipher)
#define PARAMS AB_FN(GETTABLE_CTX_PARAMS, gettable_ctx_params), AB_FN(SETTABLE_CTX_PARAMS, settable_ctx_params)
#define TABLE(name) AB_CIPHER_TABLE(name, rest)

AB_CIPHER_REST(rest, CALLS, PARAMS)

static const struct ab_cipher_desc aes_128_cbc_cts_desc = {
    &ops, AB_FAMILY_AES_CBC_CTS, EVP_CIPH_CBC_MODE, AB_CIPHER_CTS, 16, 16, 16
};
static const struct ab_cipher_desc aes_192_cbc_cts_desc = {
    &ops, AB_FAMILY_AES_CBC_CTS, EVP_CIPH_CBC_MODE, AB_CIPHER_CTS, 24, 16, 16
};
static const struct ab_cipher_desc aes_256_cbc_cts_desc = {
    &ops, AB_FAMILY_AES_CBC_CTS, EVP_CIPH_CBC_MODE, AB_CIPHER_CTS, 32, 16, 16
};
static const struct ab_cipher_desc camellia_128_cbc_cts_desc = {
    &ops, AB_FAMILY_CAMELLIA_CBC_CTS, EVP_CIPH_CBC_MODE, AB_CIPHER_CTS, 16, 16, 16
};
static const struct ab_cipher_desc camellia_192_cbc_cts_desc = {
    &ops, AB_FAMILY_CAMELLIA_CBC_CTS, EVP_CIPH_CBC_MODE, AB_CIPHER_CTS, 24, 16, 16
};
static const struct ab_cipher_desc camellia_256_cbc_cts_desc = {
    &ops, AB_FAMILY_CAMELLIA_CBC_CTS, EVP_CIPH_CBC_MODE, AB_CIPHER_CTS, 32, 16, 16
};

AB_CIPHER_NAME(aes_128_cbc_cts)
AB_CIPHER_NAME(aes_192_cbc_cts)
AB_CIPHER_NAME(aes_256_cbc_cts)
AB_CIPHER_NAME(camellia_128_cbc_cts)
AB_CIPHER_NAME(camellia_192_cbc_cts)
AB_CIPHER_NAME(camellia_256_cbc_cts)

const OSSL_DISPATCH ab_aes_128_cbc_cts_functions[] = TABLE(aes_128_cbc_cts);
const OSSL_DISPATCH ab_aes_192_cbc_cts_functions[] = TABLE(aes_192_cbc_cts);
const OSSL_DISPATCH ab_aes_256_cbc_cts_functions[] = TABLE(aes_256_cbc_cts);
const OSSL_DISPATCH ab_camellia_128_cbc_cts_functions[] = TABLE(camellia_128_cbc_cts);
const OSSL_DISPATCH ab_camellia_192_cbc_cts_functions[] = TABLE(camellia_192_cbc_cts);
const OSSL_DISPATCH ab_camellia_256_cbc_cts_functions[] = TABLE(camellia_256_cbc_cts);
