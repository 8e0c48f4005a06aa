/*
 * ChaCha20 for OpenSSL (RFC 8439 sec. 2.4). The stream is in src/crypto/chacha/chacha20.c.
 *
 * The IV of 16 bytes holds the counter of the first block, 64 bits that carry, and the rest of the nonce. As in the
 * default provider, a new key without an IV continues at the next block, and the IV is zeros if none was ever set.
 */
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include "afterburner/chacha20_poly1305.h"
#include "provider/cipher/cipher.h"
#include "provider/param.h"

struct chacha20_ctx {
    struct ab_cipher head;
    struct ab_chacha20 chacha;
};

static OSSL_FUNC_cipher_update_fn update;
static OSSL_FUNC_cipher_final_fn final;
static OSSL_FUNC_cipher_gettable_ctx_params_fn gettable_ctx_params;
static OSSL_FUNC_cipher_settable_ctx_params_fn settable_ctx_params;

/* Write the IV that a stream from the next block on has. */
static void next_iv(const struct chacha20_ctx *c, uint8_t iv[AB_CHACHA20_IV_LEN])
{
    for (unsigned i = 0; i < AB_CHACHA20_IV_LEN; i++)
        iv[i] = (uint8_t)(c->chacha.counter[i / 4] >> 8 * (i % 4));
}

static int set_iv(struct chacha20_ctx *c, const uint8_t *iv, size_t iv_len)
{
    if (!ab_cipher_check_iv_len(&c->head, iv_len))
        return 0;
    ab_chacha20_set_iv(&c->chacha, iv);
    return 1;
}

static int set_key(struct chacha20_ctx *c, const uint8_t *key, size_t key_len)
{
    uint8_t iv[AB_CHACHA20_IV_LEN];

    if (!ab_cipher_check_key_len(&c->head, key_len))
        return 0;
    next_iv(c, iv);
    ab_chacha20_set_key(&c->chacha, c->head.kernels, key);
    ab_chacha20_set_iv(&c->chacha, iv);
    c->head.key_set = true;
    return 1;
}

static int init(void *ctx, const uint8_t *key, size_t key_len, const uint8_t *iv, size_t iv_len)
{
    return (iv == NULL || set_iv(ctx, iv, iv_len)) && (key == NULL || set_key(ctx, key, key_len));
}

/* Also EVP_Cipher. */
static int update(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct chacha20_ctx *c = ctx;

    *out_len = 0;
    if (!ab_cipher_has_key(&c->head) || !ab_cipher_has_room(&c->head, out_size, in_len))
        return 0;
    ab_chacha20_update(&c->chacha, in, out, in_len);
    *out_len = in_len;
    return 1;
}

static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    const struct chacha20_ctx *c = ctx;

    (void)out, (void)out_size;
    *out_len = 0;
    return ab_cipher_has_key(&c->head);
}

static bool has_updated_iv(const struct ab_provctx *prov)
{
    return prov->release >= AB_RELEASE(4, 0);
}

static const OSSL_PARAM *gettable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, NULL, 0),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_END,
    };

    (void)ctx;
    return has_updated_iv(provctx) ? list : list + 1;
}

static int get_param(void *ctx, OSSL_PARAM *p)
{
    const struct chacha20_ctx *c = ctx;
    uint8_t iv[AB_CHACHA20_IV_LEN];

    if (ab_param_is(p, OSSL_CIPHER_PARAM_IVLEN))
        return ab_param_set_uint64(p, AB_CHACHA20_IV_LEN);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_KEYLEN))
        return ab_param_set_uint64(p, AB_CHACHA20_KEY_LEN);
    if (!ab_param_is(p, OSSL_CIPHER_PARAM_UPDATED_IV) || !has_updated_iv(c->head.prov))
        return 1;
    next_iv(c, iv);
    return ab_param_set_octets(p, iv, sizeof(iv));
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

static int set_param(void *ctx, const OSSL_PARAM *p)
{
    return ab_cipher_check_fixed_len(ctx, p);
}

static const struct ab_cipher_ops ops = {
    .ctx_size = sizeof(struct chacha20_ctx),
    .init = init,
    .get_param = get_param,
    .set_param = set_param,
    .update = update,
    .cipher = update,
    .final = final,
};

static const struct ab_cipher_desc chacha20_desc = {
    &ops, AB_FAMILY_CHACHA20, EVP_CIPH_STREAM_CIPHER, AB_CIPHER_CUSTOM_IV, AB_CHACHA20_KEY_LEN, 1, AB_CHACHA20_IV_LEN
};

AB_CIPHER_NAME(chacha20)

#define CALLS AB_FN(UPDATE, update), AB_FN(FINAL, final), AB_FN(CIPHER, update)
#define PARAMS AB_FN(GETTABLE_CTX_PARAMS, gettable_ctx_params), AB_FN(SETTABLE_CTX_PARAMS, settable_ctx_params)

AB_CIPHER_REST(rest, CALLS, PARAMS)

const OSSL_DISPATCH ab_chacha20_functions[] = AB_CIPHER_TABLE(chacha20, rest);
