/*
 * AES-CCM, ARIA-CCM and SM4-CCM for OpenSSL. The mode is in src/crypto/aes/aes_ccm.c, its kernels in
 * src/kernels/aes/ccm_template.h.
 */
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/cipher/cipher.h"
#include "provider/cipher/tls_aead.h"
#include "provider/error.h"
#include "provider/param.h"

/* OpenSSL's defaults: L = 8, M = 12. */
enum { DEFAULT_IV_LEN = 7, DEFAULT_TAG_LEN = 12, MIN_IV_LEN = 7, MAX_IV_LEN = 13, MAX_TAG = 16 };

struct ccm_ctx {
    struct ab_cipher head;
    struct ab_aes_ccm ccm;
    uint8_t iv[AB_AES_BLOCK], tag[MAX_TAG];
    size_t iv_len, tag_len;         /* as set by the caller */
    size_t key_iv_len, key_tag_len; /* as they were when the key was set; messages use these */
    bool tag_set;                   /* expected (decryption) or computed (encryption) */
    bool len_set;                   /* ccm was started with the length of the message */
    bool tag_ready;                 /* tag is that of the last encrypted message */
    bool is_tls;                    /* tls_aad was set: the next call is a record */
    uint64_t message_len;
    uint8_t tls_aad[AB_TLS_AAD_LEN];
    size_t tls_pad;
};

static OSSL_FUNC_cipher_update_fn update;
static OSSL_FUNC_cipher_final_fn final;
static OSSL_FUNC_cipher_cipher_fn cipher;
static OSSL_FUNC_cipher_gettable_ctx_params_fn gettable_ctx_params;
static OSSL_FUNC_cipher_settable_ctx_params_fn settable_ctx_params;

static void prepare(void *ctx)
{
    struct ccm_ctx *c = ctx;

    c->iv_len = DEFAULT_IV_LEN;
    c->tag_len = DEFAULT_TAG_LEN;
}

/* Abandon a message in progress. As in OpenSSL, only setting its length again starts another one. */
static void spoil_message(struct ccm_ctx *c)
{
    c->message_len = UINT64_MAX;
    c->tag_ready = false;
}

static int set_iv(struct ccm_ctx *c, const uint8_t *iv, size_t iv_len)
{
    if (iv_len != c->iv_len) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_INVALID_IV_LENGTH, "%zu bytes", iv_len);
        return 0;
    }
    memcpy(c->iv, iv, iv_len);
    c->head.iv_set = true;
    spoil_message(c);
    return 1;
}

static int set_key(struct ccm_ctx *c, const uint8_t *key, size_t key_len)
{
    if (!ab_cipher_check_key_len(&c->head, key_len))
        return 0;
    ab_aes_ccm_set_key(&c->ccm, c->head.kernels, key, key_len);
    c->head.key_set = true;
    spoil_message(c);
    c->key_iv_len = c->iv_len;
    c->key_tag_len = c->tag_len;
    return 1;
}

static int init(void *ctx, const uint8_t *key, size_t key_len, const uint8_t *iv, size_t iv_len)
{
    struct ccm_ctx *c = ctx;

    return (iv == NULL || set_iv(c, iv, iv_len)) && (key == NULL || set_key(c, key, key_len));
}

/* As in OpenSSL, the lengths of IV and tag take effect with the key; of a longer IV only the first bytes are used. */
static int start(struct ccm_ctx *c, uint64_t message_len)
{
    if (c->iv_len < c->key_iv_len) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_INVALID_IV_LENGTH, "%zu bytes, %zu when the key was set", c->iv_len,
                        c->key_iv_len);
        return 0;
    }
    if (!ab_aes_ccm_start(&c->ccm, c->iv, c->key_iv_len, c->key_tag_len, message_len)) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_MESSAGE_TOO_LONG, "%llu bytes with an iv of %zu",
                        (unsigned long long)message_len, c->key_iv_len);
        return 0;
    }
    c->message_len = message_len;
    c->len_set = true;
    c->tag_ready = false;
    return 1;
}

/* Decrypt and compare the tag. On a bad tag out is zeroed. */
static int decrypt(struct ccm_ctx *c, const uint8_t *in, uint8_t *out, size_t len, const uint8_t *expected)
{
    uint8_t tag[MAX_TAG];
    int bad;

    if (c->tag_len != c->key_tag_len) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_INVALID_TAG_LENGTH, "%zu bytes, %zu when the key was set", c->tag_len,
                        c->key_tag_len);
        return 0;
    }
    ab_aes_ccm_decrypt(&c->ccm, in, out, len, tag);
    bad = ab_ct_memcmp(tag, expected, c->tag_len);
    ab_wipe(tag, sizeof(tag));
    if (bad) {
        ab_wipe(out, len);
        AB_RAISE(c->head.prov, AB_R_INVALID_TAG);
    }
    return !bad;
}

/* Process one record in place: explicit nonce, data, tag. */
static int tls_record(struct ccm_ctx *c, uint8_t *out, size_t *out_len, const uint8_t *in, size_t len)
{
    uint8_t *data = out + AB_TLS_EXPLICIT_IV_LEN;

    *out_len = 0;
    if (in == NULL || in != out || len < AB_TLS_EXPLICIT_IV_LEN + c->tag_len) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_CIPHER_OPERATION_FAILED, "a TLS record of %zu bytes", len);
        return 0;
    }
    if (c->head.enc) /* the explicit nonce is the sequence number, the first bytes of the AAD */
        memcpy(out, c->tls_aad, AB_TLS_EXPLICIT_IV_LEN);
    memcpy(c->iv + AB_TLS_FIXED_IV_LEN, in, AB_TLS_EXPLICIT_IV_LEN);
    len -= AB_TLS_EXPLICIT_IV_LEN + c->tag_len;
    if (!start(c, len))
        return 0;
    ab_aes_ccm_aad(&c->ccm, c->tls_aad, AB_TLS_AAD_LEN);
    if (c->head.enc) {
        ab_aes_ccm_encrypt(&c->ccm, data, data, len, c->tag);
        memcpy(data + len, c->tag, c->tag_len);
        *out_len = len + AB_TLS_EXPLICIT_IV_LEN + c->tag_len;
        return 1;
    }
    if (!decrypt(c, data, data, len, data + len))
        return 0;
    *out_len = len;
    return 1;
}

static int aad(struct ccm_ctx *c, const uint8_t *in, size_t len)
{
    if (len == 0)
        return 1;
    if (!c->len_set) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_WRONG_OPERATION_ORDER, "aad before the length of the message");
        return 0;
    }
    ab_aes_ccm_aad(&c->ccm, in, len);
    return 1;
}

/* Process the whole message. */
static int data(struct ccm_ctx *c, const uint8_t *in, uint8_t *out, size_t len)
{
    if (!c->len_set && !start(c, len))
        return 0;
    if (len != c->message_len) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_WRONG_OPERATION_ORDER, "not the length that was announced, or twice");
        spoil_message(c);
        return 0;
    }
    if (!c->head.enc && !c->tag_set) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_WRONG_OPERATION_ORDER, "no tag set");
        return 0;
    }
    spoil_message(c); /* the data of a message comes only once */
    if (c->head.enc) {
        ab_aes_ccm_encrypt(&c->ccm, in, out, len, c->tag);
        c->tag_set = c->tag_ready = true;
        return 1;
    }
    if (!decrypt(c, in, out, len, c->tag))
        return 0;
    c->head.iv_set = c->tag_set = c->len_set = false;
    return 1;
}

/* out NULL: the length of the message (if in is NULL too) or associated data. */
static int process(struct ccm_ctx *c, uint8_t *out, size_t *out_len, const uint8_t *in, size_t len)
{
    int ok;

    *out_len = 0;
    if (!ab_cipher_has_key(&c->head))
        return 0;
    if (c->is_tls)
        return tls_record(c, out, out_len, in, len);
    if (in == NULL && out != NULL)
        return 1;
    if (!c->head.iv_set) {
        AB_RAISE(c->head.prov, AB_R_NO_IV_SET);
        return 0;
    }
    if (out == NULL)
        ok = in == NULL ? start(c, len) : aad(c, in, len);
    else
        ok = data(c, in, out, len);
    if (ok)
        *out_len = len;
    return ok;
}

static int update(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct ccm_ctx *c = ctx;

    if (!ab_cipher_has_room(&c->head, out_size, in_len))
        return 0;
    return process(c, out, out_len, in, in_len);
}

/* A message without data is empty; its tag is computed or compared here. */
static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    struct ccm_ctx *c = ctx;
    uint8_t nothing = 0;

    (void)out, (void)out_size;
    *out_len = 0;
    if (!ab_cipher_has_key(&c->head))
        return 0;
    if (!c->head.iv_set || (c->head.enc && c->tag_set))
        return 1;
    return !c->is_tls && data(c, &nothing, &nothing, 0);
}

/* EVP_Cipher: in NULL ends the message. The returned length is that of the input, also of a record. */
static int cipher(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    if (in == NULL)
        return final(ctx, out, out_len, out_size);
    if (!update(ctx, out, out_len, out_size, in, in_len))
        return 0;
    *out_len = in_len;
    return 1;
}

static const OSSL_PARAM *gettable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TAGLEN, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD, NULL),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

/* Return the tag once per message; this also spends the IV. */
static int get_tag(struct ccm_ctx *c, OSSL_PARAM *p)
{
    if (p->data == NULL) /* a query of the size */
        return ab_param_set_octets(p, c->tag, c->key_tag_len);
    if (!c->head.enc || !c->tag_set || !c->tag_ready || p->data_type != OSSL_PARAM_OCTET_STRING
        || p->data_size != c->key_tag_len || !ab_param_set_octets(p, c->tag, c->key_tag_len))
        return 0;
    c->tag_set = c->head.iv_set = c->len_set = false;
    return 1;
}

/* Return as much as the caller has room for, up to the 16 bytes that are kept. */
static int get_iv(const struct ccm_ctx *c, OSSL_PARAM *p)
{
    if (p->data == NULL) /* a query of the size */
        return ab_param_set_octets(p, c->iv, c->iv_len);
    if (p->data_size < c->iv_len)
        return 0;
    return ab_param_set_octets(p, c->iv, p->data_size < AB_AES_BLOCK ? p->data_size : AB_AES_BLOCK);
}

static int get_param(void *ctx, OSSL_PARAM *p)
{
    struct ccm_ctx *c = ctx;

    if (ab_param_is(p, OSSL_CIPHER_PARAM_IVLEN))
        return ab_param_set_uint64(p, c->iv_len);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TAG))
        return get_tag(c, p);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TAGLEN))
        return ab_param_set_uint64(p, c->tag_len);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_KEYLEN))
        return ab_param_set_uint64(p, c->head.desc->key_len);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_IV) || ab_param_is(p, OSSL_CIPHER_PARAM_UPDATED_IV))
        return get_iv(c, p);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD))
        return ab_param_set_uint64(p, c->tls_pad);
    return 1;
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_IVLEN, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

/* The size of the parameter sets the length of the tag; its data, if any, is the expected tag. */
static int set_tag(struct ccm_ctx *c, const OSSL_PARAM *p)
{
    const uint8_t *tag;
    size_t len;

    if (!ab_param_get_octets(p, &tag, &len) || len % 2 != 0 || len < 4 || len > MAX_TAG)
        return 0;
    if (tag != NULL) {
        if (c->head.enc)
            return 0;
        memcpy(c->tag, tag, len);
        c->tag_set = true;
    }
    c->tag_len = len;
    return 1;
}

static int set_iv_len(struct ccm_ctx *c, const OSSL_PARAM *p)
{
    size_t len;

    if (!ab_param_get_size(p, &len) || len < MIN_IV_LEN || len > MAX_IV_LEN)
        return 0;
    if (len != c->iv_len)
        c->head.iv_set = false;
    c->iv_len = len;
    return 1;
}

static int set_tls_aad(struct ccm_ctx *c, const OSSL_PARAM *p)
{
    const uint8_t *octets;
    size_t len;

    if (!ab_param_get_octets(p, &octets, &len) || !ab_tls_aead_aad(c->tls_aad, octets, len, c->head.enc, c->tag_len))
        return 0;
    c->is_tls = true;
    c->tls_pad = c->tag_len;
    return 1;
}

static int set_tls_fixed_iv(struct ccm_ctx *c, const OSSL_PARAM *p)
{
    const uint8_t *fixed;
    size_t len;

    if (!ab_param_get_octets(p, &fixed, &len) || fixed == NULL || len != AB_TLS_FIXED_IV_LEN)
        return 0;
    memcpy(c->iv, fixed, len);
    return 1;
}

static int set_param(void *ctx, const OSSL_PARAM *p)
{
    struct ccm_ctx *c = ctx;

    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TAG))
        return set_tag(c, p);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_IVLEN))
        return set_iv_len(c, p);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TLS1_AAD))
        return set_tls_aad(c, p);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED))
        return set_tls_fixed_iv(c, p);
    return 1;
}

static const struct ab_cipher_ops ops = {
    .ctx_size = sizeof(struct ccm_ctx),
    .prepare = prepare,
    .init = init,
    .get_param = get_param,
    .set_param = set_param,
    .update = update,
    .cipher = cipher,
};

#define CALLS AB_FN(UPDATE, update), AB_FN(FINAL, final), AB_FN(CIPHER, cipher)
#define PARAMS AB_FN(GETTABLE_CTX_PARAMS, gettable_ctx_params), AB_FN(SETTABLE_CTX_PARAMS, settable_ctx_params)
#define TABLE(name) AB_CIPHER_TABLE(name, rest)

AB_CIPHER_REST(rest, CALLS, PARAMS)

enum { FLAGS = AB_CIPHER_AEAD | AB_CIPHER_CUSTOM_IV };

static const struct ab_cipher_desc aes_128_ccm_desc = { &ops, AB_FAMILY_AES_CCM, EVP_CIPH_CCM_MODE, FLAGS, 16, 1, 12 };
static const struct ab_cipher_desc aes_192_ccm_desc = { &ops, AB_FAMILY_AES_CCM, EVP_CIPH_CCM_MODE, FLAGS, 24, 1, 12 };
static const struct ab_cipher_desc aes_256_ccm_desc = { &ops, AB_FAMILY_AES_CCM, EVP_CIPH_CCM_MODE, FLAGS, 32, 1, 12 };
static const struct ab_cipher_desc sm4_ccm_desc = { &ops, AB_FAMILY_SM4_CCM, EVP_CIPH_CCM_MODE, FLAGS, 16, 1, 12 };
static const struct ab_cipher_desc aria_128_ccm_desc = {
    &ops, AB_FAMILY_ARIA_CCM, EVP_CIPH_CCM_MODE, FLAGS, 16, 1, 12
};
static const struct ab_cipher_desc aria_192_ccm_desc = {
    &ops, AB_FAMILY_ARIA_CCM, EVP_CIPH_CCM_MODE, FLAGS, 24, 1, 12
};
static const struct ab_cipher_desc aria_256_ccm_desc = {
    &ops, AB_FAMILY_ARIA_CCM, EVP_CIPH_CCM_MODE, FLAGS, 32, 1, 12
};

AB_CIPHER_NAME(aes_128_ccm)
AB_CIPHER_NAME(aes_192_ccm)
AB_CIPHER_NAME(aes_256_ccm)
AB_CIPHER_NAME(sm4_ccm)
AB_CIPHER_NAME(aria_128_ccm)
AB_CIPHER_NAME(aria_192_ccm)
AB_CIPHER_NAME(aria_256_ccm)

const OSSL_DISPATCH ab_aes_128_ccm_functions[] = TABLE(aes_128_ccm);
const OSSL_DISPATCH ab_aes_192_ccm_functions[] = TABLE(aes_192_ccm);
const OSSL_DISPATCH ab_aes_256_ccm_functions[] = TABLE(aes_256_ccm);
const OSSL_DISPATCH ab_sm4_ccm_functions[] = TABLE(sm4_ccm);
const OSSL_DISPATCH ab_aria_128_ccm_functions[] = TABLE(aria_128_ccm);
const OSSL_DISPATCH ab_aria_192_ccm_functions[] = TABLE(aria_192_ccm);
const OSSL_DISPATCH ab_aria_256_ccm_functions[] = TABLE(aria_256_ccm);
