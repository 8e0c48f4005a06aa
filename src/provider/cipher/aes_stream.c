/*
 * AES-CTR, -CFB, -CFB8, -CFB1 and -OFB for OpenSSL: any number of bytes in, as many out. The modes are in
 * src/crypto/aes/aes_ctr.c and aes_feedback.c.
 */
#include <openssl/evp.h>
#include <string.h>

#include "provider/cipher/generic.h"
#include "provider/error.h"

struct stream_ctx {
    struct ab_generic g;
    union {
        struct ab_aes_ctr ctr;
        struct ab_aes_feedback feedback; /* CFB and OFB */
    };
};

static OSSL_FUNC_cipher_encrypt_init_fn encrypt_init;
static OSSL_FUNC_cipher_decrypt_init_fn decrypt_init;
static OSSL_FUNC_cipher_update_fn update;
static OSSL_FUNC_cipher_final_fn final;
static OSSL_FUNC_cipher_get_ctx_params_fn get_ctx_params;
static OSSL_FUNC_cipher_set_ctx_params_fn set_ctx_params;

static void *new_context(void *provctx, const struct ab_cipher_desc *desc)
{
    struct stream_ctx *c = ab_cipher_new(provctx, desc, sizeof(*c));

    if (c != NULL)
        c->g.pad = true; /* without effect; the parameter can be read */
    return c;
}

static bool is_ctr(const struct stream_ctx *c)
{
    return c->g.head.desc->mode == EVP_CIPH_CTR_MODE;
}

static uint32_t *num(struct stream_ctx *c)
{
    return is_ctr(c) ? &c->ctr.used : &c->feedback.used;
}

/* Without a new IV, CTR goes on from its counter, at a block's start; the others start again from the last IV set. */
static void start_message(struct stream_ctx *c, bool new_iv)
{
    *num(c) = 0;
    if (is_ctr(c) && new_iv)
        ab_aes_ctr_set_iv(&c->ctr, c->g.iv);
    else if (!is_ctr(c) && c->g.head.iv_set)
        ab_aes_feedback_set_iv(&c->feedback, c->g.iv);
}

static void set_key(struct stream_ctx *c, const uint8_t *key, size_t key_len)
{
    if (is_ctr(c))
        ab_aes_ctr_set_key(&c->ctr, c->g.head.kernels, key, key_len);
    else
        ab_aes_ecb_set_key(&c->feedback.aes, c->g.head.kernels, key, key_len);
    c->g.head.key_set = true;
}

static int init(struct stream_ctx *c, bool enc, const uint8_t *key, size_t key_len, const uint8_t *iv, size_t iv_len,
                const OSSL_PARAM params[])
{
    c->g.head.enc = enc;
    if (!ab_generic_set_iv(&c->g, iv, iv_len))
        return 0;
    start_message(c, iv != NULL);
    if (key != NULL) {
        if (!ab_generic_check_key(&c->g, key_len))
            return 0;
        set_key(c, key, key_len);
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

/* len is bytes; bits in CFB1 if the caller said so. */
static void crypt_data(struct stream_ctx *c, const uint8_t *in, uint8_t *out, size_t len)
{
    bool enc = c->g.head.enc;
    size_t bits = c->g.use_bits ? len : 8 * len;

    switch (c->g.head.desc->family) {
    case AB_FAMILY_AES_CTR: ab_aes_ctr_update(&c->ctr, in, out, len); break;
    case AB_FAMILY_AES_OFB: ab_aes_ofb(&c->feedback, in, out, len); break;
    case AB_FAMILY_AES_CFB: (enc ? ab_aes_cfb_encrypt : ab_aes_cfb_decrypt)(&c->feedback, in, out, len); break;
    case AB_FAMILY_AES_CFB8: (enc ? ab_aes_cfb8_encrypt : ab_aes_cfb8_decrypt)(&c->feedback, in, out, len); break;
    default: (enc ? ab_aes_cfb1_encrypt : ab_aes_cfb1_decrypt)(&c->feedback, in, out, bits); break;
    }
}

/* A record of a TLS stream cipher ends in its MAC. */
static int remove_tls_mac(struct stream_ctx *c, const uint8_t *out, size_t *out_len)
{
    if (*out_len < c->g.tls_mac_len) {
        AB_RAISE(c->g.head.prov, AB_R_CIPHER_OPERATION_FAILED, "record of %zu bytes", *out_len);
        return 0;
    }
    *out_len -= c->g.tls_mac_len;
    memcpy(c->g.tls_mac, out + *out_len, c->g.tls_mac_len);
    return 1;
}

static int update(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct stream_ctx *c = ctx;

    if (!c->g.head.key_set) {
        AB_RAISE(c->g.head.prov, AB_R_NO_KEY_SET, "%s", "");
        return 0;
    }
    if (out_size < in_len) {
        AB_RAISE(c->g.head.prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "%zu bytes for %zu", out_size, in_len);
        return 0;
    }
    *out_len = in_len;
    if (in_len == 0)
        return 1;
    crypt_data(c, in, out, in_len);
    return c->g.tls_version == 0 || c->g.head.enc || remove_tls_mac(c, out, out_len);
}

static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    struct stream_ctx *c = ctx;

    (void)out, (void)out_size;
    *out_len = 0;
    if (!c->g.head.key_set)
        AB_RAISE(c->g.head.prov, AB_R_NO_KEY_SET, "%s", "");
    return c->g.head.key_set;
}

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    struct stream_ctx *c = ctx;

    return ab_generic_get_params(&c->g, params, is_ctr(c) ? c->ctr.counter : c->feedback.reg, *num(c));
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct stream_ctx *c = ctx;

    return ab_generic_set_params(&c->g, params, num(c));
}

#define NAME(name)                                                                                             \
    static void *name##_newctx(void *provctx) { return new_context(provctx, &name##_desc); }                  \
    static int name##_get_params(OSSL_PARAM params[]) { return ab_cipher_get_desc_params(&name##_desc, params); }
#define CALLS AB_FN(ENCRYPT_INIT, encrypt_init), AB_FN(DECRYPT_INIT, decrypt_init), \
    AB_FN(UPDATE, update), AB_FN(FINAL, final), AB_FN(CIPHER, update)
#define PARAMS AB_FN(GET_CTX_PARAMS, get_ctx_params), AB_FN(SET_CTX_PARAMS, set_ctx_params), \
    AB_FN(GETTABLE_CTX_PARAMS, ab_generic_gettable_ctx_params), \
    AB_FN(SETTABLE_CTX_PARAMS, ab_generic_settable_ctx_params)
#define TABLE(name) { AB_CIPHER_NAME_ENTRIES(name), CALLS, PARAMS, { 0, NULL } }

static const struct ab_cipher_desc aes_128_ctr_desc = { AB_FAMILY_AES_CTR, EVP_CIPH_CTR_MODE, 0, 16, 1, 16 };
static const struct ab_cipher_desc aes_192_ctr_desc = { AB_FAMILY_AES_CTR, EVP_CIPH_CTR_MODE, 0, 24, 1, 16 };
static const struct ab_cipher_desc aes_256_ctr_desc = { AB_FAMILY_AES_CTR, EVP_CIPH_CTR_MODE, 0, 32, 1, 16 };
static const struct ab_cipher_desc aes_128_ofb_desc = { AB_FAMILY_AES_OFB, EVP_CIPH_OFB_MODE, 0, 16, 1, 16 };
static const struct ab_cipher_desc aes_192_ofb_desc = { AB_FAMILY_AES_OFB, EVP_CIPH_OFB_MODE, 0, 24, 1, 16 };
static const struct ab_cipher_desc aes_256_ofb_desc = { AB_FAMILY_AES_OFB, EVP_CIPH_OFB_MODE, 0, 32, 1, 16 };
static const struct ab_cipher_desc aes_128_cfb_desc = { AB_FAMILY_AES_CFB, EVP_CIPH_CFB_MODE, 0, 16, 1, 16 };
static const struct ab_cipher_desc aes_192_cfb_desc = { AB_FAMILY_AES_CFB, EVP_CIPH_CFB_MODE, 0, 24, 1, 16 };
static const struct ab_cipher_desc aes_256_cfb_desc = { AB_FAMILY_AES_CFB, EVP_CIPH_CFB_MODE, 0, 32, 1, 16 };
static const struct ab_cipher_desc aes_128_cfb8_desc = { AB_FAMILY_AES_CFB8, EVP_CIPH_CFB_MODE, 0, 16, 1, 16 };
static const struct ab_cipher_desc aes_192_cfb8_desc = { AB_FAMILY_AES_CFB8, EVP_CIPH_CFB_MODE, 0, 24, 1, 16 };
static const struct ab_cipher_desc aes_256_cfb8_desc = { AB_FAMILY_AES_CFB8, EVP_CIPH_CFB_MODE, 0, 32, 1, 16 };
static const struct ab_cipher_desc aes_128_cfb1_desc = { AB_FAMILY_AES_CFB1, EVP_CIPH_CFB_MODE, 0, 16, 1, 16 };
static const struct ab_cipher_desc aes_192_cfb1_desc = { AB_FAMILY_AES_CFB1, EVP_CIPH_CFB_MODE, 0, 24, 1, 16 };
static const struct ab_cipher_desc aes_256_cfb1_desc = { AB_FAMILY_AES_CFB1, EVP_CIPH_CFB_MODE, 0, 32, 1, 16 };

NAME(aes_128_ctr)
NAME(aes_192_ctr)
NAME(aes_256_ctr)
NAME(aes_128_ofb)
NAME(aes_192_ofb)
NAME(aes_256_ofb)
NAME(aes_128_cfb)
NAME(aes_192_cfb)
NAME(aes_256_cfb)
NAME(aes_128_cfb8)
NAME(aes_192_cfb8)
NAME(aes_256_cfb8)
NAME(aes_128_cfb1)
NAME(aes_192_cfb1)
NAME(aes_256_cfb1)

const OSSL_DISPATCH ab_aes_128_ctr_functions[] = TABLE(aes_128_ctr);
const OSSL_DISPATCH ab_aes_192_ctr_functions[] = TABLE(aes_192_ctr);
const OSSL_DISPATCH ab_aes_256_ctr_functions[] = TABLE(aes_256_ctr);
const OSSL_DISPATCH ab_aes_128_ofb_functions[] = TABLE(aes_128_ofb);
const OSSL_DISPATCH ab_aes_192_ofb_functions[] = TABLE(aes_192_ofb);
const OSSL_DISPATCH ab_aes_256_ofb_functions[] = TABLE(aes_256_ofb);
const OSSL_DISPATCH ab_aes_128_cfb_functions[] = TABLE(aes_128_cfb);
const OSSL_DISPATCH ab_aes_192_cfb_functions[] = TABLE(aes_192_cfb);
const OSSL_DISPATCH ab_aes_256_cfb_functions[] = TABLE(aes_256_cfb);
const OSSL_DISPATCH ab_aes_128_cfb8_functions[] = TABLE(aes_128_cfb8);
const OSSL_DISPATCH ab_aes_192_cfb8_functions[] = TABLE(aes_192_cfb8);
const OSSL_DISPATCH ab_aes_256_cfb8_functions[] = TABLE(aes_256_cfb8);
const OSSL_DISPATCH ab_aes_128_cfb1_functions[] = TABLE(aes_128_cfb1);
const OSSL_DISPATCH ab_aes_192_cfb1_functions[] = TABLE(aes_192_cfb1);
const OSSL_DISPATCH ab_aes_256_cfb1_functions[] = TABLE(aes_256_cfb1);
