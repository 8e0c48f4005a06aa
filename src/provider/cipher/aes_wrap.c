/* AES key wrap for OpenSSL, with and without padding, and their inverse-cipher variants. src/crypto/aes/aes_wrap.c. */
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <string.h>

#include "provider/cipher/generic.h"
#include "provider/error.h"

enum { IV_LEN = 8, PAD_IV_LEN = 4 };

struct wrap_ctx {
    struct ab_generic g;
    struct ab_aes_wrap wrap;
};

static OSSL_FUNC_cipher_encrypt_init_fn encrypt_init;
static OSSL_FUNC_cipher_decrypt_init_fn decrypt_init;
static OSSL_FUNC_cipher_update_fn update;
static OSSL_FUNC_cipher_final_fn final;
static OSSL_FUNC_cipher_get_ctx_params_fn get_ctx_params;
static OSSL_FUNC_cipher_set_ctx_params_fn set_ctx_params;
static OSSL_FUNC_cipher_settable_ctx_params_fn settable_ctx_params;

static bool is_padded(const struct wrap_ctx *c)
{
    return c->g.head.desc->iv_len == PAD_IV_LEN;
}

static void *new_context(void *provctx, const struct ab_cipher_desc *desc)
{
    struct wrap_ctx *c = ab_cipher_new(provctx, desc, sizeof(*c));

    if (c != NULL)
        c->g.pad = is_padded(c);
    return c;
}

static int set_iv(struct wrap_ctx *c, const uint8_t *iv, size_t iv_len)
{
    if (iv_len != c->g.head.desc->iv_len) {
        AB_RAISE(c->g.head.prov, AB_R_INVALID_IV_LENGTH, "%zu bytes", iv_len);
        return 0;
    }
    memcpy(c->g.iv, iv, iv_len);
    c->g.head.iv_set = true;
    return 1;
}

static int set_key(struct wrap_ctx *c, const uint8_t *key, size_t key_len)
{
    int forward = (c->g.head.desc->flags & AB_CIPHER_INVERSE) == 0;

    if (!ab_generic_check_key(&c->g, key_len))
        return 0;
    ab_aes_wrap_set_key(&c->wrap, c->g.head.kernels, forward, key, key_len);
    c->g.head.key_set = true;
    return 1;
}

static int init(struct wrap_ctx *c, bool enc, const uint8_t *key, size_t key_len, const uint8_t *iv, size_t iv_len,
                const OSSL_PARAM params[])
{
    c->g.head.enc = enc;
    return (iv == NULL || set_iv(c, iv, iv_len)) && (key == NULL || set_key(c, key, key_len))
           && set_ctx_params(c, params);
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

/* The most that comes out of len bytes; 0 if they can not be wrapped or unwrapped at all. */
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

/* The whole of a key. out NULL asks for the size. EVP does not tell the true size of out: see EVP_EncryptInit(3). */
static int update(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct wrap_ctx *c = ctx;

    *out_len = 0;
    if (in_len == 0)
        return 1;
    if (out_size < in_len) {
        AB_RAISE(c->g.head.prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "%zu bytes for %zu", out_size, in_len);
        return 0;
    }
    if (in != NULL)
        *out_len = output_len(c, in_len);
    if (*out_len == 0) {
        AB_RAISE(c->g.head.prov, AB_R_WRONG_FINAL_BLOCK_LENGTH, "a key of %zu bytes", in_len);
        return 0;
    }
    if (out == NULL)
        return 1;
    if (!c->g.head.key_set) {
        AB_RAISE(c->g.head.prov, AB_R_NO_KEY_SET, "%s", "");
        return 0;
    }
    *out_len = crypt_data(c, in, out, in_len);
    if (*out_len == 0)
        AB_RAISE(c->g.head.prov, AB_R_CIPHER_OPERATION_FAILED, "%s", c->g.head.enc ? "wrap" : "unwrap");
    return *out_len != 0;
}

static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    (void)ctx, (void)out, (void)out_size;
    *out_len = 0;
    return 1;
}

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    struct wrap_ctx *c = ctx;

    return ab_generic_get_params(&c->g, params, c->g.iv, 0);
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct wrap_ctx *c = ctx;

    return ab_cipher_check_key_len_param(&c->g.head, params);
}

/* As in the default provider, whose list names from 4.0 on the key length too, and more than key wrap has a use for. */
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

#define NAME(name)                                                                                             \
    static void *name##_newctx(void *provctx) { return new_context(provctx, &name##_desc); }                  \
    static int name##_get_params(OSSL_PARAM params[]) { return ab_cipher_get_desc_params(&name##_desc, params); }
#define CALLS AB_FN(ENCRYPT_INIT, encrypt_init), AB_FN(DECRYPT_INIT, decrypt_init), \
    AB_FN(UPDATE, update), AB_FN(FINAL, final)
#define PARAMS AB_FN(GET_CTX_PARAMS, get_ctx_params), AB_FN(SET_CTX_PARAMS, set_ctx_params), \
    AB_FN(GETTABLE_CTX_PARAMS, ab_generic_gettable_ctx_params), \
    AB_FN(SETTABLE_CTX_PARAMS, settable_ctx_params)
#define TABLE(name) { AB_CIPHER_NAME_ENTRIES(name), CALLS, PARAMS, { 0, NULL } }
#define DESC(flags, key_len, iv_len) { AB_FAMILY_AES_WRAP, EVP_CIPH_WRAP_MODE, flags, key_len, 8, iv_len }

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

NAME(aes_128_wrap)
NAME(aes_192_wrap)
NAME(aes_256_wrap)
NAME(aes_128_wrap_pad)
NAME(aes_192_wrap_pad)
NAME(aes_256_wrap_pad)
NAME(aes_128_wrap_inv)
NAME(aes_192_wrap_inv)
NAME(aes_256_wrap_inv)
NAME(aes_128_wrap_pad_inv)
NAME(aes_192_wrap_pad_inv)
NAME(aes_256_wrap_pad_inv)

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
