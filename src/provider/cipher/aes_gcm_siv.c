/*
 * AES-GCM-SIV for OpenSSL. The mode is in src/crypto/aes/aes_gcm_siv.c, its kernels in
 * src/kernels/aes/gcm_siv_template.h.
 *
 * A message is one update, as in the default provider (since 3.2); its AAD may come in several parts before it. Two
 * differences: AAD belongs to one message only, and an update outputs zeros for a message with a wrong tag. Final
 * raises the error in both.
 */
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <string.h>

#include "afterburner/aes_gcm_siv.h"
#include "provider/cipher/cipher.h"
#include "provider/error.h"
#include "provider/param.h"

/* since OpenSSL 3.2 */
#ifndef EVP_CIPH_GCM_SIV_MODE
# define EVP_CIPH_GCM_SIV_MODE 0x10005
#endif
#ifndef OSSL_CIPHER_PARAM_SPEED
# define OSSL_CIPHER_PARAM_SPEED "speed"
#endif

enum { TAG_LEN = 16 };

struct gcm_siv_ctx {
    struct ab_cipher head;
    struct ab_aes_gcm_siv siv;
    bool ready;        /* the keys of the message were derived */
    bool done;         /* the message has been processed */
    bool is_right;     /* its tag was computed, or compared equal */
    bool expected_set; /* kept for further messages, as in the default provider */
    bool speed;        /* allow any number of messages under one nonce, for measuring */
    uint8_t nonce[AB_AES_GCM_SIV_NONCE];
    uint8_t tag[TAG_LEN]; /* computed */
    uint8_t expected[TAG_LEN];
};

static OSSL_FUNC_cipher_cipher_fn cipher;
static OSSL_FUNC_cipher_final_fn final;
static OSSL_FUNC_cipher_gettable_ctx_params_fn gettable_ctx_params;
static OSSL_FUNC_cipher_settable_ctx_params_fn settable_ctx_params;

static int init(void *ctx, const uint8_t *key, size_t key_len, const uint8_t *iv, size_t iv_len)
{
    struct gcm_siv_ctx *c = ctx;

    if (key != NULL) {
        if (!ab_cipher_check_key_len(&c->head, key_len))
            return 0;
        ab_aes_gcm_siv_set_key(&c->siv, c->head.kernels, key, key_len);
        c->head.key_set = true;
    }
    if (iv != NULL) {
        if (iv_len != sizeof(c->nonce)) {
            AB_RAISE_DETAIL(c->head.prov, AB_R_INVALID_IV_LENGTH, "%zu bytes", iv_len);
            return 0;
        }
        memcpy(c->nonce, iv, iv_len);
        c->head.iv_set = true;
    }
    c->ready = c->done = c->is_right = false;
    return 1;
}

static int make_ready(struct gcm_siv_ctx *c)
{
    if (c->ready)
        return 1;
    if (!c->head.key_set || !c->head.iv_set) {
        AB_RAISE(c->head.prov, c->head.key_set ? AB_R_NO_IV_SET : AB_R_NO_KEY_SET);
        return 0;
    }
    ab_aes_gcm_siv_set_nonce(&c->siv, c->nonce);
    c->ready = true;
    return 1;
}

/* AAD of length 0 discards the AAD so far, as in the default provider. */
static int add_aad(struct gcm_siv_ctx *c, const uint8_t *aad, size_t len)
{
    if (len == 0)
        ab_aes_gcm_siv_clear_aad(&c->siv);
    else if (!ab_aes_gcm_siv_aad(&c->siv, aad, len)) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_INVALID_AAD, "%zu bytes more", len);
        return 0;
    }
    return 1;
}

static int do_message(struct gcm_siv_ctx *c, uint8_t *out, const uint8_t *in, size_t len)
{
    static const uint64_t max_len = (uint64_t)1 << 36; /* RFC 8452 sec. 6 */

    c->is_right = false;
    if (c->done && !c->speed) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_WRONG_OPERATION_ORDER, "one update a message");
        return 0;
    }
    if (len > max_len) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_MESSAGE_TOO_LONG, "%zu bytes", len);
        return 0;
    }
    if (c->head.enc)
        c->is_right = ab_aes_gcm_siv_seal(&c->siv, in, out, len, c->tag);
    else
        c->is_right = ab_aes_gcm_siv_open(&c->siv, in, out, len, c->expected) && c->expected_set;
    c->done = true;
    return 1;
}

/* Process an empty message if there was none. */
static int finish(struct gcm_siv_ctx *c)
{
    if (!c->done && !do_message(c, NULL, NULL, 0))
        return 0;
    if (!c->is_right)
        AB_RAISE(c->head.prov, AB_R_INVALID_TAG);
    return c->is_right;
}

/* Update and EVP_Cipher alike: in == NULL means final, out == NULL AAD. */
static int cipher(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct gcm_siv_ctx *c = ctx;
    int ok;

    *out_len = 0;
    if (!ab_cipher_has_room(&c->head, out_size, in_len))
        return 0;
    if (!make_ready(c))
        return 0;
    if (in == NULL)
        ok = finish(c);
    else
        ok = out == NULL ? add_aad(c, in, in_len) : do_message(c, out, in, in_len);
    if (ok)
        *out_len = in_len;
    return ok;
}

static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    (void)out_size;
    return cipher(ctx, out, out_len, 0, NULL, 0);
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

static int get_tag(const struct gcm_siv_ctx *c, OSSL_PARAM *p)
{
    if (!c->head.enc || !c->is_right || (p->data != NULL && p->data_size != TAG_LEN)) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_INVALID_TAG, "%zu bytes wanted", p->data_size);
        return 0;
    }
    return ab_param_set_octets(p, c->tag, TAG_LEN);
}

static int get_param(void *ctx, OSSL_PARAM *p)
{
    struct gcm_siv_ctx *c = ctx;

    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TAG))
        return get_tag(c, p);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TAGLEN))
        return ab_param_set_uint64(p, TAG_LEN);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_KEYLEN))
        return ab_param_set_uint64(p, c->head.desc->key_len);
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

/* When encrypting, the tag is an output: only the length is looked at, and data may be NULL. */
static int set_tag(struct gcm_siv_ctx *c, const OSSL_PARAM *p)
{
    const uint8_t *tag;
    size_t len;

    if (!ab_param_get_octets(p, &tag, &len) || len != TAG_LEN)
        return 0;
    if (c->head.enc)
        return 1;
    if (tag == NULL)
        return 0;
    memcpy(c->expected, tag, TAG_LEN);
    c->expected_set = true;
    return 1;
}

static int set_param(void *ctx, const OSSL_PARAM *p)
{
    struct gcm_siv_ctx *c = ctx;
    unsigned speed;

    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TAG))
        return set_tag(c, p);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_KEYLEN))
        return ab_cipher_is_key_len(&c->head, p);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_SPEED)) {
        if (!ab_param_get_uint(p, &speed))
            return 0;
        c->speed = speed != 0;
    }
    return 1;
}

static const struct ab_cipher_ops ops = {
    .ctx_size = sizeof(struct gcm_siv_ctx),
    .init = init,
    .get_param = get_param,
    .set_param = set_param,
    .update = cipher,
    .cipher = cipher,
};

#define CALLS AB_FN(UPDATE, cipher), AB_FN(FINAL, final), AB_FN(CIPHER, cipher)
#define PARAMS AB_FN(GETTABLE_CTX_PARAMS, gettable_ctx_params), AB_FN(SETTABLE_CTX_PARAMS, settable_ctx_params)
#define TABLE(name) AB_CIPHER_TABLE(name, rest)

AB_CIPHER_REST(rest, CALLS, PARAMS)

#define SIV_DESC(key_len) { &ops, AB_FAMILY_AES_GCM_SIV, EVP_CIPH_GCM_SIV_MODE, AB_CIPHER_AEAD | AB_CIPHER_CUSTOM_IV, \
    key_len, 1, AB_AES_GCM_SIV_NONCE }

static const struct ab_cipher_desc aes_128_gcm_siv_desc = SIV_DESC(16);
static const struct ab_cipher_desc aes_192_gcm_siv_desc = SIV_DESC(24);
static const struct ab_cipher_desc aes_256_gcm_siv_desc = SIV_DESC(32);

AB_CIPHER_NAME(aes_128_gcm_siv)
AB_CIPHER_NAME(aes_192_gcm_siv)
AB_CIPHER_NAME(aes_256_gcm_siv)

const OSSL_DISPATCH ab_aes_128_gcm_siv_functions[] = TABLE(aes_128_gcm_siv);
const OSSL_DISPATCH ab_aes_192_gcm_siv_functions[] = TABLE(aes_192_gcm_siv);
const OSSL_DISPATCH ab_aes_256_gcm_siv_functions[] = TABLE(aes_256_gcm_siv);
