/* AES-SIV for OpenSSL: components of associated data, then one message. The mode is in src/crypto/aes/aes_siv.c. */
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <string.h>

#include "provider/cipher/cipher.h"
#include "provider/error.h"
#include "provider/param.h"

struct siv_ctx {
    struct ab_cipher head;
    struct ab_aes_siv siv;
    uint8_t tag[AB_AES_BLOCK];
    bool many;  /* "speed": allow more than one message per key setup */
    bool spent; /* the message was processed */
    bool good;  /* ... successfully, and nothing was initialised or set since: the result of final */
};

static OSSL_FUNC_cipher_update_fn update;
static OSSL_FUNC_cipher_final_fn final;
static OSSL_FUNC_cipher_gettable_ctx_params_fn gettable_ctx_params;
static OSSL_FUNC_cipher_settable_ctx_params_fn settable_ctx_params;

/* Only a new key starts a new message. */
static int set_key(struct siv_ctx *c, const uint8_t *key, size_t key_len)
{
    if (!ab_cipher_check_key_len(&c->head, key_len))
        return 0;
    ab_aes_siv_set_key(&c->siv, c->head.kernels, key, key_len);
    c->head.key_set = true;
    c->many = c->spent = false;
    return 1;
}

static int init(void *ctx, const uint8_t *key, size_t key_len, const uint8_t *iv, size_t iv_len)
{
    struct siv_ctx *c = ctx;

    (void)iv, (void)iv_len;
    c->good = false;
    return key == NULL || set_key(c, key, key_len);
}

static int data(struct siv_ctx *c, const uint8_t *in, uint8_t *out, size_t len)
{
    if (c->spent && !c->many) {
        c->good = false;
        AB_RAISE_DETAIL(c->head.prov, AB_R_WRONG_OPERATION_ORDER, "one message for each setting of the key");
        return 0;
    }
    c->spent = true;
    if (c->head.enc) {
        ab_aes_siv_encrypt(&c->siv, in, out, len, c->tag);
        c->good = true;
    } else {
        c->good = ab_aes_siv_decrypt(&c->siv, in, out, len, c->tag);
        if (!c->good)
            AB_RAISE(c->head.prov, AB_R_INVALID_TAG);
    }
    return c->good;
}

/* in NULL: end of the message. out NULL: a component of associated data, which may be empty. */
static int update(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct siv_ctx *c = ctx;
    int ok = 1;

    if (!ab_cipher_has_key(&c->head))
        return 0;
    if (out != NULL && out_size < in_len) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "%zu bytes for %zu", out_size, in_len);
        return 0;
    }
    if (in == NULL)
        ok = c->good;
    else if (out == NULL)
        ab_aes_siv_aad(&c->siv, in, in_len);
    else
        ok = data(c, in, out, in_len);
    if (ok)
        *out_len = in_len;
    return ok;
}

static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    return update(ctx, out, out_len, out_size, NULL, 0);
}

static const OSSL_PARAM *gettable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TAGLEN, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

static int get_tag(const struct siv_ctx *c, OSSL_PARAM *p)
{
    bool fits = p->data == NULL || (c->head.enc && p->data_size == AB_AES_BLOCK); /* NULL: a query of the size */

    return p->data_type == OSSL_PARAM_OCTET_STRING && fits && ab_param_set_octets(p, c->tag, AB_AES_BLOCK);
}

static int get_param(void *ctx, OSSL_PARAM *p)
{
    const struct siv_ctx *c = ctx;

    if (ab_param_is(p, OSSL_CIPHER_PARAM_KEYLEN))
        return ab_param_set_uint64(p, c->head.desc->key_len);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TAGLEN))
        return ab_param_set_uint64(p, AB_AES_BLOCK);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TAG))
        return get_tag(c, p);
    return 1;
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_SPEED, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

static int set_tag(struct siv_ctx *c, const OSSL_PARAM *p)
{
    const uint8_t *tag;
    size_t len;

    if (c->head.enc) /* the tag is an output */
        return 1;
    if (!ab_param_get_octets(p, &tag, &len) || tag == NULL || len != AB_AES_BLOCK)
        return 0;
    memcpy(c->tag, tag, len);
    c->good = false;
    return 1;
}

static int set_param(void *ctx, const OSSL_PARAM *p)
{
    struct siv_ctx *c = ctx;
    unsigned speed;

    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TAG))
        return set_tag(c, p);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_KEYLEN))
        return ab_cipher_is_key_len(&c->head, p);
    if (!ab_param_is(p, OSSL_CIPHER_PARAM_SPEED))
        return 1;
    if (!ab_param_get_uint(p, &speed))
        return 0;
    c->many = speed == 1;
    c->spent = false;
    return 1;
}

static const struct ab_cipher_ops ops = {
    .ctx_size = sizeof(struct siv_ctx),
    .init = init,
    .get_param = get_param,
    .set_param = set_param,
    .update = update,
    .cipher = update,
};

#define CALLS AB_FN(UPDATE, update), AB_FN(FINAL, final), AB_FN(CIPHER, update)
#define PARAMS AB_FN(GETTABLE_CTX_PARAMS, gettable_ctx_params), AB_FN(SETTABLE_CTX_PARAMS, settable_ctx_params)
#define TABLE(name) AB_CIPHER_TABLE(name, rest)

AB_CIPHER_REST(rest, CALLS, PARAMS)

enum { FLAGS = AB_CIPHER_AEAD | AB_CIPHER_CUSTOM_IV };

static const struct ab_cipher_desc aes_128_siv_desc = { &ops, AB_FAMILY_AES_SIV, EVP_CIPH_SIV_MODE, FLAGS, 32, 1, 0 };
static const struct ab_cipher_desc aes_192_siv_desc = { &ops, AB_FAMILY_AES_SIV, EVP_CIPH_SIV_MODE, FLAGS, 48, 1, 0 };
static const struct ab_cipher_desc aes_256_siv_desc = { &ops, AB_FAMILY_AES_SIV, EVP_CIPH_SIV_MODE, FLAGS, 64, 1, 0 };

AB_CIPHER_NAME(aes_128_siv)
AB_CIPHER_NAME(aes_192_siv)
AB_CIPHER_NAME(aes_256_siv)

const OSSL_DISPATCH ab_aes_128_siv_functions[] = TABLE(aes_128_siv);
const OSSL_DISPATCH ab_aes_192_siv_functions[] = TABLE(aes_192_siv);
const OSSL_DISPATCH ab_aes_256_siv_functions[] = TABLE(aes_256_siv);
