/*
 * ChaCha20-Poly1305 for OpenSSL (RFC 8439 sec. 2.8, RFC 7905 in TLS 1.2). The AEAD is in
 * src/crypto/chacha/chacha20_poly1305.c.
 *
 * The life of a nonce is as in the default provider: each message without a new one has the nonce of the last, zeros if
 * none was ever set; from 4.0 on an update after the final call fails until a nonce is set. A message begins with the
 * first AAD or text, and an init without key and IV continues it.
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/proverr.h>
#include <stddef.h>
#include <string.h>

#include "afterburner/chacha20_poly1305.h"
#include "ct/ct.h"
#include "provider/cipher/cipher.h"
#include "provider/cipher/pipeline.h"
#include "provider/cipher/tls_aead.h"
#include "provider/error.h"
#include "provider/param.h"

enum { NONCE_LEN = AB_CHACHA20_POLY1305_NONCE_LEN, TAG_LEN = AB_POLY1305_TAG_LEN, SEQUENCE_LEN = 8 };

struct aead_ctx {
    struct ab_cipher head;
    uint8_t iv[NONCE_LEN];    /* as set by the caller */
    uint8_t nonce[NONCE_LEN]; /* of the next message: the IV, in TLS with the sequence number added */
    bool has_begun;           /* a message */
    bool is_spent;            /* no update until a nonce is set */
    bool is_tls_record;       /* the next text is a whole TLS 1.2 record, with tls_aad */
    size_t record_len;        /* bytes of its text */
    size_t tls_pad_len;
    size_t tag_len; /* 0: none was set */
    uint8_t tag[TAG_LEN];
    uint8_t tls_aad[AB_TLS_AAD_LEN];
    struct ab_chacha20_poly1305 aead;
};

static OSSL_FUNC_cipher_update_fn update;
static OSSL_FUNC_cipher_final_fn final;
static OSSL_FUNC_cipher_cipher_fn cipher;
static OSSL_FUNC_cipher_gettable_ctx_params_fn gettable_ctx_params;
static OSSL_FUNC_cipher_settable_ctx_params_fn settable_ctx_params;

/* ---- key, nonce, parameters of a TLS record ---- */

static void give_up_message(struct aead_ctx *c)
{
    c->has_begun = false;
    c->is_tls_record = false;
}

static int set_iv(struct aead_ctx *c, const uint8_t *iv, size_t iv_len)
{
    if (!ab_cipher_check_iv_len(&c->head, iv_len))
        return 0;
    memcpy(c->iv, iv, NONCE_LEN);
    memcpy(c->nonce, iv, NONCE_LEN);
    c->is_spent = false;
    give_up_message(c);
    return 1;
}

static int set_key(struct aead_ctx *c, const uint8_t *key, size_t key_len)
{
    if (!ab_cipher_check_key_len(&c->head, key_len))
        return 0;
    ab_chacha20_poly1305_set_key(&c->aead, c->head.kernels, key);
    c->head.key_set = true;
    give_up_message(c);
    return 1;
}

static int init(void *ctx, const uint8_t *key, size_t key_len, const uint8_t *iv, size_t iv_len)
{
    return (iv == NULL || set_iv(ctx, iv, iv_len)) && (key == NULL || set_key(ctx, key, key_len));
}

/* RFC 7905 sec. 2: the IV is 12 bytes, of which the last eight are added to the sequence number. */
static int set_fixed_iv(struct aead_ctx *c, const uint8_t *iv, size_t len)
{
    if (iv == NULL) {
        AB_RAISE(c->head.prov, AB_R_INVALID_IV_LENGTH);
        return 0;
    }
    if (!ab_cipher_check_iv_len(&c->head, len))
        return 0;
    memcpy(c->iv, iv, NONCE_LEN);
    memcpy(c->nonce, iv, NONCE_LEN);
    return 1;
}

/* AAD of a record, which begins with its sequence number and ends with its length; that of the tag counts to open. */
static int set_tls_aad(struct aead_ctx *c, const uint8_t *aad, size_t len)
{
    size_t tag_len = c->head.enc ? 0 : TAG_LEN, record_len;

    if (aad == NULL || len != AB_TLS_AAD_LEN || (record_len = (size_t)aad[len - 2] << 8 | aad[len - 1]) < tag_len) {
        AB_RAISE_CODE(c->head.prov, ERR_LIB_PROV, PROV_R_INVALID_DATA);
        return 0;
    }
    c->record_len = record_len - tag_len;
    memcpy(c->tls_aad, aad, len);
    c->tls_aad[len - 2] = (uint8_t)(c->record_len >> 8);
    c->tls_aad[len - 1] = (uint8_t)c->record_len;
    memcpy(c->nonce, c->iv, NONCE_LEN);
    for (unsigned i = 0; i < SEQUENCE_LEN; i++)
        c->nonce[NONCE_LEN - SEQUENCE_LEN + i] ^= aad[i];
    c->tls_pad_len = TAG_LEN;
    c->has_begun = false;
    c->is_tls_record = true;
    return 1;
}

/* ---- messages ---- */

/* Make sure that a message has begun. Returns 0 with an error raised. */
static int begin(struct aead_ctx *c)
{
    if (c->has_begun)
        return 1;
    if (!ab_cipher_has_key(&c->head))
        return 0;
    ab_chacha20_poly1305_set_nonce(&c->aead, c->nonce);
    if (c->is_tls_record)
        ab_chacha20_poly1305_aad(&c->aead, c->tls_aad, AB_TLS_AAD_LEN);
    c->has_begun = true;
    return 1;
}

static int add_text(struct aead_ctx *c, uint8_t *out, const uint8_t *in, size_t len)
{
    if (!begin(c))
        return 0;
    if ((c->head.enc ? ab_chacha20_poly1305_encrypt : ab_chacha20_poly1305_decrypt)(&c->aead, in, out, len))
        return 1;
    AB_RAISE_DETAIL(c->head.prov, AB_R_MESSAGE_TOO_LONG, "%zu bytes more", len);
    return 0;
}

static int add_aad(struct aead_ctx *c, const uint8_t *in, size_t len)
{
    if (!begin(c))
        return 0;
    if (ab_chacha20_poly1305_aad(&c->aead, in, len))
        return 1;
    AB_RAISE_DETAIL(c->head.prov, AB_R_WRONG_OPERATION_ORDER, "%zu bytes of associated data after text", len);
    return 0;
}

/* Before 4.0 a message without a tag to compare is taken to be right, as in the default provider. */
static int finish(struct aead_ctx *c)
{
    uint8_t tag[TAG_LEN];

    if (!begin(c))
        return 0;
    c->has_begun = false;
    if (c->head.enc || c->tag_len == 0) {
        ab_chacha20_poly1305_tag(&c->aead, c->head.enc ? c->tag : tag);
        return 1;
    }
    if (ab_chacha20_poly1305_check_tag(&c->aead, c->tag, c->tag_len))
        return 1;
    AB_RAISE(c->head.prov, AB_R_INVALID_TAG);
    return 0;
}

static int seal_record(struct aead_ctx *c, uint8_t *out, const uint8_t *in)
{
    if (!add_text(c, out, in, c->record_len))
        return 0;
    ab_chacha20_poly1305_tag(&c->aead, c->tag);
    memcpy(out + c->record_len, c->tag, TAG_LEN);
    return 1;
}

static int open_record(struct aead_ctx *c, uint8_t *out, const uint8_t *in)
{
    if (!add_text(c, out, in, c->record_len))
        return 0;
    if (ab_chacha20_poly1305_check_tag(&c->aead, in + c->record_len, TAG_LEN))
        return 1;
    ab_wipe(out, c->record_len);
    AB_RAISE_DETAIL(c->head.prov, AB_R_INVALID_TAG, "TLS record");
    return 0;
}

/* Process a whole record: text and tag. *out_len is all of it, or that of the text when decrypting. */
static int do_tls_record(struct aead_ctx *c, uint8_t *out, size_t *out_len, const uint8_t *in, size_t len)
{
    int ok;

    if (in == NULL || len != c->record_len + TAG_LEN) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_INVALID_PARAMETER, "a TLS record of %zu bytes", len);
        c->is_tls_record = !c->has_begun;
        return 0;
    }
    ok = c->head.enc ? seal_record(c, out, in) : open_record(c, out, in);
    if (ok)
        *out_len = c->head.enc ? len : c->record_len;
    give_up_message(c);
    return ok;
}

/* Text; AAD if out is NULL; the end if in is NULL. */
static int process(struct aead_ctx *c, uint8_t *out, size_t *out_len, const uint8_t *in, size_t len)
{
    int ok;

    if (c->is_tls_record && out != NULL && (in != NULL || !c->has_begun))
        return do_tls_record(c, out, out_len, in, len);
    if (in == NULL)
        ok = finish(c);
    else
        ok = out == NULL ? add_aad(c, in, len) : add_text(c, out, in, len);
    if (ok)
        *out_len = len;
    return ok;
}

static bool is_4_0(const struct aead_ctx *c)
{
    return c->head.prov->release >= AB_RELEASE(4, 0);
}

static int update(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct aead_ctx *c = ctx;

    *out_len = 0;
    if (c->is_spent) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_NO_IV_SET, "each message needs its own");
        return 0;
    }
    if (in_len == 0)
        return 1;
    return ab_cipher_has_room(&c->head, out_size, in_len) && process(c, out, out_len, in, in_len);
}

static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    struct aead_ctx *c = ctx;

    (void)out_size;
    *out_len = 0;
    if (is_4_0(c) && !c->head.enc && c->tag_len == 0) {
        AB_RAISE_CODE(c->head.prov, ERR_LIB_PROV, PROV_R_TAG_NOT_SET);
        return 0;
    }
    if (!process(c, out, out_len, NULL, 0))
        return 0;
    c->is_spent = is_4_0(c);
    return 1;
}

/* EVP_Cipher: in == NULL means final. */
static int cipher(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct aead_ctx *c = ctx;

    *out_len = 0;
    return ab_cipher_has_room(&c->head, out_size, in_len) && process(c, out, out_len, in, in_len);
}

/* ---- parameters ---- */

static const OSSL_PARAM *gettable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_ptr(AB_PARAM_PIPELINE_TAG, NULL, 0),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TAGLEN, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD, NULL),
        OSSL_PARAM_END,
    };

    (void)ctx;
    return ab_pipes_param_list(provctx, list);
}

/* The tag of the last encrypted message, truncated to the caller's room; zeros if there was none. */
static int get_tag(const struct aead_ctx *c, OSSL_PARAM *p)
{
    size_t len = p->data == NULL ? TAG_LEN : p->data_size;

    if (p->data_type != OSSL_PARAM_OCTET_STRING)
        return 0;
    if (!c->head.enc) {
        AB_RAISE_CODE(c->head.prov, ERR_LIB_PROV, PROV_R_TAG_NOT_SET);
        return 0;
    }
    if (len == 0 || len > TAG_LEN) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_INVALID_TAG_LENGTH, "%zu bytes wanted", len);
        return 0;
    }
    return ab_param_set_octets(p, c->tag, len);
}

/* In the order of how often they are queried. */
static int get_param(void *ctx, OSSL_PARAM *p)
{
    const struct aead_ctx *c = ctx;

    if (ab_param_is(p, OSSL_CIPHER_PARAM_IVLEN))
        return ab_param_set_uint64(p, NONCE_LEN);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TAG))
        return get_tag(c, p);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_KEYLEN))
        return ab_param_set_uint64(p, AB_CHACHA20_KEY_LEN);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TAGLEN))
        return ab_param_set_uint64(p, c->tag_len);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD))
        return ab_param_set_uint64(p, c->tls_pad_len);
    return 1;
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_ptr(AB_PARAM_PIPELINE_TAG, NULL, 0),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx;
    return ab_pipes_param_list(provctx, list);
}

/* Without a tag, set its length alone, which is also allowed for encryption. */
static int set_tag(struct aead_ctx *c, const uint8_t *tag, size_t len)
{
    if (len == 0 || len > TAG_LEN) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_INVALID_TAG_LENGTH, "%zu bytes", len);
        return 0;
    }
    if (tag != NULL && c->head.enc) {
        AB_RAISE_CODE(c->head.prov, ERR_LIB_PROV, PROV_R_TAG_NOT_NEEDED);
        return 0;
    }
    if (tag != NULL)
        memcpy(c->tag, tag, len);
    c->tag_len = len;
    return 1;
}

/* The length is fixed; setting it allows another message with the same nonce. */
static int set_iv_len(struct aead_ctx *c, const OSSL_PARAM *p)
{
    if (!ab_cipher_check_fixed_len(&c->head, p))
        return 0;
    c->is_spent = false;
    return 1;
}

static int set_octets(struct aead_ctx *c, const OSSL_PARAM *p)
{
    const uint8_t *data;
    size_t len;

    if (!ab_param_get_octets(p, &data, &len))
        return 0;
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TAG))
        return set_tag(c, data, len);
    return ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TLS1_AAD) ? set_tls_aad(c, data, len) : set_fixed_iv(c, data, len);
}

static int set_param(void *ctx, const OSSL_PARAM *p)
{
    struct aead_ctx *c = ctx;

    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TAG) || ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TLS1_AAD)
        || ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED))
        return set_octets(c, p);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_IVLEN))
        return set_iv_len(c, p);
    return ab_cipher_check_fixed_len(&c->head, p);
}

static const struct ab_cipher_ops ops = {
    .ctx_size = sizeof(struct aead_ctx),
    .set_later = sizeof(struct aead_ctx) - offsetof(struct aead_ctx, aead.pending),
    .init = init,
    .get_param = get_param,
    .set_param = set_param,
    .update = update,
    .cipher = cipher,
    .final = final,
};

static const struct ab_cipher_desc chacha20_poly1305_desc = { &ops,
                                                              AB_FAMILY_CHACHA20_POLY1305,
                                                              EVP_CIPH_STREAM_CIPHER,
                                                              AB_CIPHER_AEAD | AB_CIPHER_CUSTOM_IV,
                                                              AB_CHACHA20_KEY_LEN,
                                                              1,
                                                              NONCE_LEN };

AB_CIPHER_NAME(chacha20_poly1305)

#define CALLS AB_FN(UPDATE, update), AB_FN(FINAL, final), AB_FN(CIPHER, cipher)
#define PARAMS AB_FN(GETTABLE_CTX_PARAMS, gettable_ctx_params), AB_FN(SETTABLE_CTX_PARAMS, settable_ctx_params)

AB_CIPHER_REST(rest, CALLS, PARAMS, AB_PIPES_ENTRIES)

const OSSL_DISPATCH ab_chacha20_poly1305_functions[] = AB_CIPHER_TABLE(chacha20_poly1305, rest);
