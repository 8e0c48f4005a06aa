/*
 * AES key wrap for OpenSSL, with and without padding, and the inverse-cipher variants. The mode is in
 * src/crypto/aes/aes_wrap.c.
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <string.h>

#include "provider/cipher/generic.h"
#include "provider/error.h"
#include "provider/param.h"

enum { IV_LEN = 8, PAD_IV_LEN = 4 };

/* A reason that the headers of older releases lack: since 3.4. */
enum { UPDATE_OUT_OF_ORDER = 240 };

struct wrap_ctx {
    struct ab_generic g;
    struct ab_aes_wrap wrap;
    bool is_used; /* a key was processed since the init */
};

static OSSL_FUNC_cipher_update_fn update;
static OSSL_FUNC_cipher_settable_ctx_params_fn settable_ctx_params;

static bool is_padded(const struct wrap_ctx *c)
{
    return c->g.head.desc->iv_len == PAD_IV_LEN;
}

static void prepare(void *ctx)
{
    struct wrap_ctx *c = ctx;

    c->g.pad = is_padded(c);
}

static int set_iv(struct wrap_ctx *c, const uint8_t *iv, size_t iv_len)
{
    if (iv_len != c->g.head.desc->iv_len) {
        AB_RAISE_DETAIL(c->g.head.prov, AB_R_INVALID_IV_LENGTH, "%zu bytes", iv_len);
        return 0;
    }
    memcpy(c->g.iv, iv, iv_len);
    c->g.head.iv_set = true;
    return 1;
}

static int set_key(struct wrap_ctx *c, const uint8_t *key, size_t key_len)
{
    int forward = (c->g.head.desc->flags & AB_CIPHER_INVERSE) == 0;

    if (!ab_cipher_check_key_len(&c->g.head, key_len))
        return 0;
    ab_aes_wrap_set_key(&c->wrap, c->g.head.kernels, forward, key, key_len);
    c->g.head.key_set = true;
    return 1;
}

static int init(void *ctx, const uint8_t *key, size_t key_len, const uint8_t *iv, size_t iv_len)
{
    struct wrap_ctx *c = ctx;

    c->is_used = false;
    return (iv == NULL || set_iv(c, iv, iv_len)) && (key == NULL || set_key(c, key, key_len));
}

/* The maximum output for len bytes of input; 0 if that length cannot be wrapped or unwrapped. */
static size_t output_len(const struct wrap_ctx *c, size_t len)
{
    bool enc = c->g.head.enc;

    if (len > AB_AES_WRAP_MAX || (!enc && len < 16) || ((!enc || !is_padded(c)) && len % 8 != 0))
        return 0;
    return enc ? (len + 7) / 8 * 8 + 8 : len - 8;
}

static size_t crypt_data(const struct wrap_ctx *c, const uint8_t *in, uint8_t *out, size_t len)
{
    const uint8_t *iv = c->g.head.iv_set ? c->g.iv : NULL;

    if (is_padded(c))
        return (c->g.head.enc ? ab_aes_wrap_pad : ab_aes_unwrap_pad)(&c->wrap, iv, in, out, len);
    return (c->g.head.enc ? ab_aes_wrap : ab_aes_unwrap)(&c->wrap, iv, in, out, len);
}

/* Since 4.0, the default provider processes one key after an init; earlier releases, any number. */
static int may_update(const struct wrap_ctx *c)
{
    if (!c->is_used || c->g.head.prov->release < AB_RELEASE(4, 0))
        return 1;
    AB_RAISE_CODE(c->g.head.prov, ERR_LIB_PROV, UPDATE_OUT_OF_ORDER);
    return 0;
}

/* Process a whole key. out NULL queries the size. EVP does not pass the true size of out: see EVP_EncryptInit(3). */
static int update(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct wrap_ctx *c = ctx;

    *out_len = 0;
    if (in_len == 0)
        return 1;
    if (!ab_cipher_has_room(&c->g.head, out_size, in_len))
        return 0;
    if (in != NULL)
        *out_len = output_len(c, in_len);
    if (*out_len == 0) {
        AB_RAISE_DETAIL(c->g.head.prov, AB_R_WRONG_FINAL_BLOCK_LENGTH, "a key of %zu bytes", in_len);
        return 0;
    }
    if (out == NULL)
        return 1;
    if (!may_update(c) || !ab_cipher_has_key(&c->g.head))
        return 0;
    c->is_used = true;
    *out_len = crypt_data(c, in, out, in_len);
    if (*out_len == 0)
        AB_RAISE_DETAIL(c->g.head.prov, AB_R_CIPHER_OPERATION_FAILED, "%s", c->g.head.enc ? "wrap" : "unwrap");
    return *out_len != 0;
}

static int get_param(void *ctx, OSSL_PARAM *p)
{
    struct wrap_ctx *c = ctx;

    return ab_generic_get_param(&c->g, p, c->g.iv, 0);
}

static int set_param(void *ctx, const OSSL_PARAM *p)
{
    struct wrap_ctx *c = ctx;

    return !ab_param_is(p, OSSL_CIPHER_PARAM_KEYLEN) || ab_cipher_is_key_len(&c->g.head, p);
}

/* The list of the default provider, which since 4.0 contains the key length and more parameters than key wrap uses. */
static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_USE_BITS, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_TLS_VERSION, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_TLS_MAC_SIZE, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

static const struct ab_cipher_ops ops = {
    .ctx_size = sizeof(struct wrap_ctx),
    .prepare = prepare,
    .init = init,
    .get_param = get_param,
    .set_param = set_param,
    .update = update,
};

#define CALLS AB_FN(UPDATE, update), AB_FN(FINAL, ab_cipher_empty_final)
#define PARAMS AB_FN(GETTABLE_CTX_PARAMS, ab_generic_gettable_ctx_params), \
    AB_FN(SETTABLE_CTX_PARAMS, settable_ctx_params)
#define TABLE(name) AB_CIPHER_TABLE(name, rest)

AB_CIPHER_REST(rest, CALLS, PARAMS)
#define DESC(flags, key_len, iv_len) { &ops, AB_FAMILY_AES_WRAP, EVP_CIPH_WRAP_MODE, flags, key_len, 8, iv_len }

enum { FLAGS = AB_CIPHER_CUSTOM_IV, INVERSE = AB_CIPHER_CUSTOM_IV | AB_CIPHER_INVERSE };

static const struct ab_cipher_desc aes_128_wrap_desc = DESC(FLAGS, 16, IV_LEN);
static const struct ab_cipher_desc aes_192_wrap_desc = DESC(FLAGS, 24, IV_LEN);
static const struct ab_cipher_desc aes_256_wrap_desc = DESC(FLAGS, 32, IV_LEN);
static const struct ab_cipher_desc aes_128_wrap_pad_desc = DESC(FLAGS, 16, PAD_IV_LEN);
static const struct ab_cipher_desc aes_192_wrap_pad_desc = DESC(FLAGS, 24, PAD_IV_LEN);
static const struct ab_cipher_desc aes_256_wrap_pad_desc = DESC(FLAGS, 32, PAD_IV_LEN);
static const struct ab_cipher_desc aes_128_wrap_inv_desc = DESC(INVERSE, 16, IV_LEN);
static const struct ab_cipher_desc aes_192_wrap_inv_desc = DESC(INVERSE, 24, IV_LEN);
static const struct ab_cipher_desc aes_256_wrap_inv_desc = DESC(INVERSE, 32, IV_LEN);
static const struct ab_cipher_desc aes_128_wrap_pad_inv_desc = DESC(INVERSE, 16, PAD_IV_LEN);
static const struct ab_cipher_desc aes_192_wrap_pad_inv_desc = DESC(INVERSE, 24, PAD_IV_LEN);
static const struct ab_cipher_desc aes_256_wrap_pad_inv_desc = DESC(INVERSE, 32, PAD_IV_LEN);

AB_CIPHER_NAME(aes_128_wrap)
AB_CIPHER_NAME(aes_192_wrap)
AB_CIPHER_NAME(aes_256_wrap)
AB_CIPHER_NAME(aes_128_wrap_pad)
AB_CIPHER_NAME(aes_192_wrap_pad)
AB_CIPHER_NAME(aes_256_wrap_pad)
AB_CIPHER_NAME(aes_128_wrap_inv)
AB_CIPHER_NAME(aes_192_wrap_inv)
AB_CIPHER_NAME(aes_256_wrap_inv)
AB_CIPHER_NAME(aes_128_wrap_pad_inv)
AB_CIPHER_NAME(aes_192_wrap_pad_inv)
AB_CIPHER_NAME(aes_256_wrap_pad_inv)

const OSSL_DISPATCH ab_aes_128_wrap_functions[] = TABLE(aes_128_wrap);
const OSSL_DISPATCH ab_aes_192_wrap_functions[] = TABLE(aes_192_wrap);
const OSSL_DISPATCH ab_aes_256_wrap_functions[] = TABLE(aes_256_wrap);
const OSSL_DISPATCH ab_aes_128_wrap_pad_functions[] = TABLE(aes_128_wrap_pad);
const OSSL_DISPATCH ab_aes_192_wrap_pad_functions[] = TABLE(aes_192_wrap_pad);
const OSSL_DISPATCH ab_aes_256_wrap_pad_functions[] = TABLE(aes_256_wrap_pad);
const OSSL_DISPATCH ab_aes_128_wrap_inv_functions[] = TABLE(aes_128_wrap_inv);
const OSSL_DISPATCH ab_aes_192_wrap_inv_functions[] = TABLE(aes_192_wrap_inv);
const OSSL_DISPATCH ab_aes_256_wrap_inv_functions[] = TABLE(aes_256_wrap_inv);
const OSSL_DISPATCH ab_aes_128_wrap_pad_inv_functions[] = TABLE(aes_128_wrap_pad_inv);
const OSSL_DISPATCH ab_aes_192_wrap_pad_inv_functions[] = TABLE(aes_192_wrap_pad_inv);
const OSSL_DISPATCH ab_aes_256_wrap_pad_inv_functions[] = TABLE(aes_256_wrap_pad_inv);
