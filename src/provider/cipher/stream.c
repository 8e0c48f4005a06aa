/*
 * AES-CTR, -CFB, -CFB8, -CFB1 and -OFB, the same of ARIA and Camellia, and CTR, CFB and OFB of SM4 for OpenSSL: each
 * update outputs as many bytes as it is given. The modes are in src/crypto/aes/aes_ctr.c and aes_feedback.c.
 */
#include <openssl/evp.h>
#include <string.h>

#include "provider/cipher/generic.h"
#include "provider/cipher/pipeline.h"
#include "provider/error.h"
#include "threads/split.h"

struct stream_ctx {
    struct ab_generic g;
    union {
        struct ab_aes_ctr ctr;
        struct ab_aes_feedback feedback; /* CFB and OFB */
    };
};

static OSSL_FUNC_cipher_update_fn update;
static OSSL_FUNC_cipher_final_fn final;

static bool is_ctr(const struct stream_ctx *c)
{
    return c->g.head.desc->mode == EVP_CIPH_CTR_MODE;
}

static uint32_t *num(struct stream_ctx *c)
{
    return is_ctr(c) ? &c->ctr.used : &c->feedback.used;
}

/*
 * Without a new IV, CTR continues from its counter at the start of a block; the other modes start again from the last
 * IV set.
 */
static void start_message(struct stream_ctx *c, bool new_iv)
{
    *num(c) = 0;
    if (is_ctr(c) && new_iv)
        memcpy(c->ctr.counter, c->g.iv, AB_AES_BLOCK);
    else if (!is_ctr(c) && c->g.head.iv_set)
        memcpy(c->feedback.reg, c->g.iv, AB_AES_BLOCK);
}

/* Not inlined, so that an init without a key does not save the registers that it takes. */
__attribute__((noinline)) static int set_key(struct stream_ctx *c, const uint8_t *key, size_t key_len)
{
    if (!ab_cipher_check_key_len(&c->g.head, key_len))
        return 0;
    if (is_ctr(c))
        ab_aes_ctr_set_key(&c->ctr, c->g.head.kernels, key, key_len);
    else
        ab_aes_ecb_set_key(&c->feedback.aes, c->g.head.kernels, key, key_len);
    c->g.head.key_set = true;
    return 1;
}

static int init(void *ctx, const uint8_t *key, size_t key_len, const uint8_t *iv, size_t iv_len)
{
    struct stream_ctx *c = ctx;

    if (!ab_generic_set_iv(&c->g, iv, iv_len))
        return 0;
    start_message(c, iv != NULL);
    return key == NULL || set_key(c, key, key_len);
}

static bool is_cfb128(const struct stream_ctx *c)
{
    enum ab_family family = c->g.head.desc->family;

    return family == AB_FAMILY_AES_CFB || family == AB_FAMILY_SM4_CFB || family == AB_FAMILY_ARIA_CFB
           || family == AB_FAMILY_CAMELLIA_CFB;
}

/* Process a long call on several threads. Returns 0 if the blocks of this mode depend on each other. */
static int share(struct stream_ctx *c, const uint8_t *in, uint8_t *out, size_t len)
{
    struct ab_pool *pool = c->g.head.prov->pool;

    if (is_ctr(c))
        ab_split_ctr(pool, &c->ctr, in, out, len);
    else if (is_cfb128(c) && !c->g.head.enc)
        ab_split_cfb_decrypt(pool, &c->feedback, in, out, len);
    else
        return 0;
    return 1;
}

/* len is in bytes, or in bits for CFB1 if the caller requested that. */
static void crypt_data(struct stream_ctx *c, const uint8_t *in, uint8_t *out, size_t len)
{
    bool enc = c->g.head.enc;
    size_t bits = c->g.use_bits ? len : 8 * len;

    if (ab_cipher_is_long(&c->g.head, len) && share(c, in, out, len))
        return;
    switch (c->g.head.desc->family) {
    case AB_FAMILY_SM4_CTR:
    case AB_FAMILY_ARIA_CTR:
    case AB_FAMILY_CAMELLIA_CTR:
    case AB_FAMILY_AES_CTR: ab_aes_ctr_update(&c->ctr, in, out, len); break;
    case AB_FAMILY_SM4_OFB:
    case AB_FAMILY_ARIA_OFB:
    case AB_FAMILY_CAMELLIA_OFB:
    case AB_FAMILY_AES_OFB: ab_aes_ofb(&c->feedback, in, out, len); break;
    case AB_FAMILY_SM4_CFB:
    case AB_FAMILY_ARIA_CFB:
    case AB_FAMILY_CAMELLIA_CFB:
    case AB_FAMILY_AES_CFB:
        enc ? ab_aes_cfb_encrypt(&c->feedback, in, out, len) : ab_aes_cfb_decrypt(&c->feedback, in, out, len);
        break;
    case AB_FAMILY_ARIA_CFB8:
    case AB_FAMILY_CAMELLIA_CFB8:
    case AB_FAMILY_AES_CFB8: (enc ? ab_aes_cfb8_encrypt : ab_aes_cfb8_decrypt)(&c->feedback, in, out, len); break;
    default: (enc ? ab_aes_cfb1_encrypt : ab_aes_cfb1_decrypt)(&c->feedback, in, out, bits); break;
    }
}

/* A record of a TLS stream cipher ends in its MAC. */
static int remove_tls_mac(struct stream_ctx *c, const uint8_t *out, size_t *out_len)
{
    if (*out_len < c->g.tls_mac_len) {
        AB_RAISE_DETAIL(c->g.head.prov, AB_R_CIPHER_OPERATION_FAILED, "record of %zu bytes", *out_len);
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

    if (!ab_cipher_has_key(&c->g.head))
        return 0;
    if (!ab_cipher_has_room(&c->g.head, out_size, in_len))
        return 0;
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
    return ab_cipher_has_key(&c->g.head);
}

static int get_param(void *ctx, OSSL_PARAM *p)
{
    struct stream_ctx *c = ctx;

    return ab_generic_get_param(&c->g, p, is_ctr(c) ? c->ctr.counter : c->feedback.reg, *num(c));
}

static int set_param(void *ctx, const OSSL_PARAM *p)
{
    struct stream_ctx *c = ctx;

    return ab_generic_set_param(&c->g, p, num(c));
}

static const struct ab_cipher_ops ops = {
    .ctx_size = sizeof(struct stream_ctx),
    .prepare = ab_generic_prepare,
    .init = init,
    .get_param = get_param,
    .set_param = set_param,
    .update = update,
    .cipher = update,
    .final = final,
};

#define CALLS AB_FN(UPDATE, update), AB_FN(FINAL, final), AB_FN(CIPHER, update)
#define PARAMS AB_FN(GETTABLE_CTX_PARAMS, ab_generic_gettable_ctx_params), \
    AB_FN(SETTABLE_CTX_PARAMS, ab_generic_settable_ctx_params)
#define TABLE(name) AB_CIPHER_TABLE(name, rest)
#define CTR_TABLE(name) AB_CIPHER_TABLE(name, ctr_rest)

AB_CIPHER_REST(rest, CALLS, PARAMS)
AB_CIPHER_REST(ctr_rest, CALLS, PARAMS, AB_PIPES_ENTRIES)

static const struct ab_cipher_desc aes_128_ctr_desc = { &ops, AB_FAMILY_AES_CTR, EVP_CIPH_CTR_MODE, 0, 16, 1, 16 };
static const struct ab_cipher_desc aes_192_ctr_desc = { &ops, AB_FAMILY_AES_CTR, EVP_CIPH_CTR_MODE, 0, 24, 1, 16 };
static const struct ab_cipher_desc aes_256_ctr_desc = { &ops, AB_FAMILY_AES_CTR, EVP_CIPH_CTR_MODE, 0, 32, 1, 16 };
static const struct ab_cipher_desc aes_128_ofb_desc = { &ops, AB_FAMILY_AES_OFB, EVP_CIPH_OFB_MODE, 0, 16, 1, 16 };
static const struct ab_cipher_desc aes_192_ofb_desc = { &ops, AB_FAMILY_AES_OFB, EVP_CIPH_OFB_MODE, 0, 24, 1, 16 };
static const struct ab_cipher_desc aes_256_ofb_desc = { &ops, AB_FAMILY_AES_OFB, EVP_CIPH_OFB_MODE, 0, 32, 1, 16 };
static const struct ab_cipher_desc aes_128_cfb_desc = { &ops, AB_FAMILY_AES_CFB, EVP_CIPH_CFB_MODE, 0, 16, 1, 16 };
static const struct ab_cipher_desc aes_192_cfb_desc = { &ops, AB_FAMILY_AES_CFB, EVP_CIPH_CFB_MODE, 0, 24, 1, 16 };
static const struct ab_cipher_desc aes_256_cfb_desc = { &ops, AB_FAMILY_AES_CFB, EVP_CIPH_CFB_MODE, 0, 32, 1, 16 };
static const struct ab_cipher_desc aes_128_cfb8_desc = { &ops, AB_FAMILY_AES_CFB8, EVP_CIPH_CFB_MODE, 0, 16, 1, 16 };
static const struct ab_cipher_desc aes_192_cfb8_desc = { &ops, AB_FAMILY_AES_CFB8, EVP_CIPH_CFB_MODE, 0, 24, 1, 16 };
static const struct ab_cipher_desc aes_256_cfb8_desc = { &ops, AB_FAMILY_AES_CFB8, EVP_CIPH_CFB_MODE, 0, 32, 1, 16 };
static const struct ab_cipher_desc aes_128_cfb1_desc = { &ops, AB_FAMILY_AES_CFB1, EVP_CIPH_CFB_MODE, 0, 16, 1, 16 };
static const struct ab_cipher_desc aes_192_cfb1_desc = { &ops, AB_FAMILY_AES_CFB1, EVP_CIPH_CFB_MODE, 0, 24, 1, 16 };
static const struct ab_cipher_desc aes_256_cfb1_desc = { &ops, AB_FAMILY_AES_CFB1, EVP_CIPH_CFB_MODE, 0, 32, 1, 16 };
static const struct ab_cipher_desc sm4_cfb_desc = { &ops, AB_FAMILY_SM4_CFB, EVP_CIPH_CFB_MODE, 0, 16, 1, 16 };
static const struct ab_cipher_desc sm4_ofb_desc = { &ops, AB_FAMILY_SM4_OFB, EVP_CIPH_OFB_MODE, 0, 16, 1, 16 };
static const struct ab_cipher_desc sm4_ctr_desc = { &ops, AB_FAMILY_SM4_CTR, EVP_CIPH_CTR_MODE, 0, 16, 1, 16 };
static const struct ab_cipher_desc aria_128_ctr_desc = { &ops, AB_FAMILY_ARIA_CTR, EVP_CIPH_CTR_MODE, 0, 16, 1, 16 };
static const struct ab_cipher_desc aria_192_ctr_desc = { &ops, AB_FAMILY_ARIA_CTR, EVP_CIPH_CTR_MODE, 0, 24, 1, 16 };
static const struct ab_cipher_desc aria_256_ctr_desc = { &ops, AB_FAMILY_ARIA_CTR, EVP_CIPH_CTR_MODE, 0, 32, 1, 16 };
static const struct ab_cipher_desc aria_128_ofb_desc = { &ops, AB_FAMILY_ARIA_OFB, EVP_CIPH_OFB_MODE, 0, 16, 1, 16 };
static const struct ab_cipher_desc aria_192_ofb_desc = { &ops, AB_FAMILY_ARIA_OFB, EVP_CIPH_OFB_MODE, 0, 24, 1, 16 };
static const struct ab_cipher_desc aria_256_ofb_desc = { &ops, AB_FAMILY_ARIA_OFB, EVP_CIPH_OFB_MODE, 0, 32, 1, 16 };
static const struct ab_cipher_desc aria_128_cfb_desc = { &ops, AB_FAMILY_ARIA_CFB, EVP_CIPH_CFB_MODE, 0, 16, 1, 16 };
static const struct ab_cipher_desc aria_192_cfb_desc = { &ops, AB_FAMILY_ARIA_CFB, EVP_CIPH_CFB_MODE, 0, 24, 1, 16 };
static const struct ab_cipher_desc aria_256_cfb_desc = { &ops, AB_FAMILY_ARIA_CFB, EVP_CIPH_CFB_MODE, 0, 32, 1, 16 };
static const struct ab_cipher_desc aria_128_cfb8_desc = { &ops, AB_FAMILY_ARIA_CFB8, EVP_CIPH_CFB_MODE, 0, 16, 1, 16 };
static const struct ab_cipher_desc aria_192_cfb8_desc = { &ops, AB_FAMILY_ARIA_CFB8, EVP_CIPH_CFB_MODE, 0, 24, 1, 16 };
static const struct ab_cipher_desc aria_256_cfb8_desc = { &ops, AB_FAMILY_ARIA_CFB8, EVP_CIPH_CFB_MODE, 0, 32, 1, 16 };
static const struct ab_cipher_desc aria_128_cfb1_desc = { &ops, AB_FAMILY_ARIA_CFB1, EVP_CIPH_CFB_MODE, 0, 16, 1, 16 };
static const struct ab_cipher_desc aria_192_cfb1_desc = { &ops, AB_FAMILY_ARIA_CFB1, EVP_CIPH_CFB_MODE, 0, 24, 1, 16 };
static const struct ab_cipher_desc aria_256_cfb1_desc = { &ops, AB_FAMILY_ARIA_CFB1, EVP_CIPH_CFB_MODE, 0, 32, 1, 16 };
static const struct ab_cipher_desc camellia_128_ctr_desc = { &ops, AB_FAMILY_CAMELLIA_CTR, EVP_CIPH_CTR_MODE, 0, 16, 1,
                                                             16 };
static const struct ab_cipher_desc camellia_192_ctr_desc = { &ops, AB_FAMILY_CAMELLIA_CTR, EVP_CIPH_CTR_MODE, 0, 24, 1,
                                                             16 };
static const struct ab_cipher_desc camellia_256_ctr_desc = { &ops, AB_FAMILY_CAMELLIA_CTR, EVP_CIPH_CTR_MODE, 0, 32, 1,
                                                             16 };
static const struct ab_cipher_desc camellia_128_cfb_desc = { &ops, AB_FAMILY_CAMELLIA_CFB, EVP_CIPH_CFB_MODE, 0, 16, 1,
                                                             16 };
static const struct ab_cipher_desc camellia_192_cfb_desc = { &ops, AB_FAMILY_CAMELLIA_CFB, EVP_CIPH_CFB_MODE, 0, 24, 1,
                                                             16 };
static const struct ab_cipher_desc camellia_256_cfb_desc = { &ops, AB_FAMILY_CAMELLIA_CFB, EVP_CIPH_CFB_MODE, 0, 32, 1,
                                                             16 };
static const struct ab_cipher_desc camellia_128_ofb_desc = { &ops, AB_FAMILY_CAMELLIA_OFB, EVP_CIPH_OFB_MODE, 0, 16, 1,
                                                             16 };
static const struct ab_cipher_desc camellia_192_ofb_desc = { &ops, AB_FAMILY_CAMELLIA_OFB, EVP_CIPH_OFB_MODE, 0, 24, 1,
                                                             16 };
static const struct ab_cipher_desc camellia_256_ofb_desc = { &ops, AB_FAMILY_CAMELLIA_OFB, EVP_CIPH_OFB_MODE, 0, 32, 1,
                                                             16 };
static const struct ab_cipher_desc camellia_128_cfb8_desc = {
    &ops, AB_FAMILY_CAMELLIA_CFB8, EVP_CIPH_CFB_MODE, 0, 16, 1, 16
};
static const struct ab_cipher_desc camellia_192_cfb8_desc = {
    &ops, AB_FAMILY_CAMELLIA_CFB8, EVP_CIPH_CFB_MODE, 0, 24, 1, 16
};
static const struct ab_cipher_desc camellia_256_cfb8_desc = {
    &ops, AB_FAMILY_CAMELLIA_CFB8, EVP_CIPH_CFB_MODE, 0, 32, 1, 16
};
static const struct ab_cipher_desc camellia_128_cfb1_desc = {
    &ops, AB_FAMILY_CAMELLIA_CFB1, EVP_CIPH_CFB_MODE, 0, 16, 1, 16
};
static const struct ab_cipher_desc camellia_192_cfb1_desc = {
    &ops, AB_FAMILY_CAMELLIA_CFB1, EVP_CIPH_CFB_MODE, 0, 24, 1, 16
};
static const struct ab_cipher_desc camellia_256_cfb1_desc = {
    &ops, AB_FAMILY_CAMELLIA_CFB1, EVP_CIPH_CFB_MODE, 0, 32, 1, 16
};

AB_CIPHER_NAME(aes_128_ctr)
AB_CIPHER_NAME(aes_192_ctr)
AB_CIPHER_NAME(aes_256_ctr)
AB_CIPHER_NAME(aes_128_ofb)
AB_CIPHER_NAME(aes_192_ofb)
AB_CIPHER_NAME(aes_256_ofb)
AB_CIPHER_NAME(aes_128_cfb)
AB_CIPHER_NAME(aes_192_cfb)
AB_CIPHER_NAME(aes_256_cfb)
AB_CIPHER_NAME(aes_128_cfb8)
AB_CIPHER_NAME(aes_192_cfb8)
AB_CIPHER_NAME(aes_256_cfb8)
AB_CIPHER_NAME(aes_128_cfb1)
AB_CIPHER_NAME(aes_192_cfb1)
AB_CIPHER_NAME(aes_256_cfb1)
AB_CIPHER_NAME(sm4_cfb)
AB_CIPHER_NAME(sm4_ofb)
AB_CIPHER_NAME(sm4_ctr)
AB_CIPHER_NAME(aria_128_ctr)
AB_CIPHER_NAME(aria_192_ctr)
AB_CIPHER_NAME(aria_256_ctr)
AB_CIPHER_NAME(aria_128_ofb)
AB_CIPHER_NAME(aria_192_ofb)
AB_CIPHER_NAME(aria_256_ofb)
AB_CIPHER_NAME(aria_128_cfb)
AB_CIPHER_NAME(aria_192_cfb)
AB_CIPHER_NAME(aria_256_cfb)
AB_CIPHER_NAME(aria_128_cfb8)
AB_CIPHER_NAME(aria_192_cfb8)
AB_CIPHER_NAME(aria_256_cfb8)
AB_CIPHER_NAME(aria_128_cfb1)
AB_CIPHER_NAME(aria_192_cfb1)
AB_CIPHER_NAME(aria_256_cfb1)
AB_CIPHER_NAME(camellia_128_ctr)
AB_CIPHER_NAME(camellia_192_ctr)
AB_CIPHER_NAME(camellia_256_ctr)
AB_CIPHER_NAME(camellia_128_cfb)
AB_CIPHER_NAME(camellia_192_cfb)
AB_CIPHER_NAME(camellia_256_cfb)
AB_CIPHER_NAME(camellia_128_ofb)
AB_CIPHER_NAME(camellia_192_ofb)
AB_CIPHER_NAME(camellia_256_ofb)
AB_CIPHER_NAME(camellia_128_cfb8)
AB_CIPHER_NAME(camellia_192_cfb8)
AB_CIPHER_NAME(camellia_256_cfb8)
AB_CIPHER_NAME(camellia_128_cfb1)
AB_CIPHER_NAME(camellia_192_cfb1)
AB_CIPHER_NAME(camellia_256_cfb1)

const OSSL_DISPATCH ab_aes_128_ctr_functions[] = CTR_TABLE(aes_128_ctr);
const OSSL_DISPATCH ab_aes_192_ctr_functions[] = CTR_TABLE(aes_192_ctr);
const OSSL_DISPATCH ab_aes_256_ctr_functions[] = CTR_TABLE(aes_256_ctr);
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
const OSSL_DISPATCH ab_sm4_cfb_functions[] = TABLE(sm4_cfb);
const OSSL_DISPATCH ab_sm4_ofb_functions[] = TABLE(sm4_ofb);
const OSSL_DISPATCH ab_sm4_ctr_functions[] = CTR_TABLE(sm4_ctr);
const OSSL_DISPATCH ab_aria_128_ctr_functions[] = CTR_TABLE(aria_128_ctr);
const OSSL_DISPATCH ab_aria_192_ctr_functions[] = CTR_TABLE(aria_192_ctr);
const OSSL_DISPATCH ab_aria_256_ctr_functions[] = CTR_TABLE(aria_256_ctr);
const OSSL_DISPATCH ab_aria_128_ofb_functions[] = TABLE(aria_128_ofb);
const OSSL_DISPATCH ab_aria_192_ofb_functions[] = TABLE(aria_192_ofb);
const OSSL_DISPATCH ab_aria_256_ofb_functions[] = TABLE(aria_256_ofb);
const OSSL_DISPATCH ab_aria_128_cfb_functions[] = TABLE(aria_128_cfb);
const OSSL_DISPATCH ab_aria_192_cfb_functions[] = TABLE(aria_192_cfb);
const OSSL_DISPATCH ab_aria_256_cfb_functions[] = TABLE(aria_256_cfb);
const OSSL_DISPATCH ab_aria_128_cfb8_functions[] = TABLE(aria_128_cfb8);
const OSSL_DISPATCH ab_aria_192_cfb8_functions[] = TABLE(aria_192_cfb8);
const OSSL_DISPATCH ab_aria_256_cfb8_functions[] = TABLE(aria_256_cfb8);
const OSSL_DISPATCH ab_aria_128_cfb1_functions[] = TABLE(aria_128_cfb1);
const OSSL_DISPATCH ab_aria_192_cfb1_functions[] = TABLE(aria_192_cfb1);
const OSSL_DISPATCH ab_aria_256_cfb1_functions[] = TABLE(aria_256_cfb1);
const OSSL_DISPATCH ab_camellia_128_ctr_functions[] = CTR_TABLE(camellia_128_ctr);
const OSSL_DISPATCH ab_camellia_192_ctr_functions[] = CTR_TABLE(camellia_192_ctr);
const OSSL_DISPATCH ab_camellia_256_ctr_functions[] = CTR_TABLE(camellia_256_ctr);
const OSSL_DISPATCH ab_camellia_128_cfb_functions[] = TABLE(camellia_128_cfb);
const OSSL_DISPATCH ab_camellia_192_cfb_functions[] = TABLE(camellia_192_cfb);
const OSSL_DISPATCH ab_camellia_256_cfb_functions[] = TABLE(camellia_256_cfb);
const OSSL_DISPATCH ab_camellia_128_ofb_functions[] = TABLE(camellia_128_ofb);
const OSSL_DISPATCH ab_camellia_192_ofb_functions[] = TABLE(camellia_192_ofb);
const OSSL_DISPATCH ab_camellia_256_ofb_functions[] = TABLE(camellia_256_ofb);
const OSSL_DISPATCH ab_camellia_128_cfb8_functions[] = TABLE(camellia_128_cfb8);
const OSSL_DISPATCH ab_camellia_192_cfb8_functions[] = TABLE(camellia_192_cfb8);
const OSSL_DISPATCH ab_camellia_256_cfb8_functions[] = TABLE(camellia_256_cfb8);
const OSSL_DISPATCH ab_camellia_128_cfb1_functions[] = TABLE(camellia_128_cfb1);
const OSSL_DISPATCH ab_camellia_192_cfb1_functions[] = TABLE(camellia_192_cfb1);
const OSSL_DISPATCH ab_camellia_256_cfb1_functions[] = TABLE(camellia_256_cfb1);
