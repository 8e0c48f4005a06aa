/* AES-OCB for OpenSSL. The mode is in src/crypto/aes/aes_ocb.c, its kernels in src/kernels/aes/ocb_template.h. */
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/cipher/cipher.h"
#include "provider/error.h"
#include "provider/param.h"

enum { DEFAULT_IV_LEN = 12, MAX_TAG = 16 };

/* The state of the IV: none, stored for the first data, in use, spent. */
enum iv_state { IV_NONE, IV_KEPT, IV_IN_USE, IV_SPENT };

/* Bytes of an incomplete block. */
struct rest {
    uint8_t bytes[AB_AES_BLOCK];
    size_t len;
};

struct ocb_ctx {
    struct ab_cipher head;
    struct ab_aes_ocb ocb;
    enum iv_state iv_state;
    uint8_t iv[AB_AES_BLOCK], tag[MAX_TAG];
    size_t iv_len, tag_len;
    struct rest aad, data;
};

static OSSL_FUNC_cipher_update_fn update;
static OSSL_FUNC_cipher_final_fn final;
static OSSL_FUNC_cipher_cipher_fn cipher;
static OSSL_FUNC_cipher_gettable_ctx_params_fn gettable_ctx_params;
static OSSL_FUNC_cipher_settable_ctx_params_fn settable_ctx_params;

static void prepare(void *ctx)
{
    struct ocb_ctx *c = ctx;

    c->iv_len = DEFAULT_IV_LEN;
    c->tag_len = MAX_TAG;
}

static int set_iv(struct ocb_ctx *c, const uint8_t *iv, size_t iv_len)
{
    if (iv_len < 1 || iv_len > AB_AES_OCB_MAX_NONCE) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_INVALID_IV_LENGTH, "%zu bytes", iv_len);
        return 0;
    }
    memcpy(c->iv, iv, iv_len);
    c->iv_len = iv_len;
    c->iv_state = IV_KEPT;
    return 1;
}

/* A new key in mid-message restarts the message: its nonce has not been used with this key. */
static int set_key(struct ocb_ctx *c, const uint8_t *key, size_t key_len)
{
    if (!ab_cipher_check_key_len(&c->head, key_len))
        return 0;
    ab_aes_ocb_set_key(&c->ocb, c->head.kernels, key, key_len);
    c->head.key_set = true;
    if (c->iv_state == IV_IN_USE)
        c->iv_state = IV_KEPT;
    return 1;
}

static int init(void *ctx, const uint8_t *key, size_t key_len, const uint8_t *iv, size_t iv_len)
{
    struct ocb_ctx *c = ctx;

    c->aad.len = c->data.len = 0;
    return (iv == NULL || set_iv(c, iv, iv_len)) && (key == NULL || set_key(c, key, key_len));
}

/* Before any data: returns 0 with an error raised if there is no key or IV, or if the IV is spent. */
static int start(struct ocb_ctx *c)
{
    if (!c->head.key_set)
        AB_RAISE(c->head.prov, AB_R_NO_KEY_SET);
    else if (c->iv_state == IV_NONE || c->iv_state == IV_SPENT)
        AB_RAISE_DETAIL(c->head.prov, AB_R_NO_IV_SET, "%s",
                        c->iv_state == IV_NONE ? "" : "each message needs a new one");
    else if (c->tag_len == 0)
        AB_RAISE_DETAIL(c->head.prov, AB_R_INVALID_TAG_LENGTH, "0 bytes");
    else {
        if (c->iv_state == IV_KEPT)
            ab_aes_ocb_start(&c->ocb, c->iv, c->iv_len, c->tag_len);
        c->iv_state = IV_IN_USE;
        return 1;
    }
    return 0;
}

/* out NULL: associated data. */
static void process(struct ocb_ctx *c, const uint8_t *in, uint8_t *out, size_t len)
{
    if (len == 0)
        return;
    if (out == NULL)
        ab_aes_ocb_aad(&c->ocb, in, len);
    else
        (c->head.enc ? ab_aes_ocb_encrypt : ab_aes_ocb_decrypt)(&c->ocb, in, out, len);
}

/* Process whole blocks at once and keep the rest in r. Returns the number of bytes processed. */
static size_t process_blocks(struct ocb_ctx *c, struct rest *r, const uint8_t *in, uint8_t *out, size_t len)
{
    size_t done = 0, whole;

    if (r->len != 0) {
        size_t take = len < AB_AES_BLOCK - r->len ? len : AB_AES_BLOCK - r->len;

        memcpy(r->bytes + r->len, in, take);
        r->len += take;
        in += take;
        len -= take;
        if (r->len < AB_AES_BLOCK)
            return 0;
        process(c, r->bytes, out, AB_AES_BLOCK);
        r->len = 0;
        done = AB_AES_BLOCK;
    }
    whole = len / AB_AES_BLOCK * AB_AES_BLOCK;
    process(c, in, out == NULL ? NULL : out + done, whole);
    r->len = len - whole;
    if (r->len != 0)
        memcpy(r->bytes, in + whole, r->len);
    return done + whole;
}

static int update(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct ocb_ctx *c = ctx;
    struct rest *r = out == NULL ? &c->aad : &c->data;

    if (!start(c))
        return 0;
    *out_len = 0;
    if (in_len == 0)
        return 1;
    if (out != NULL && out_size < (r->len + in_len) / AB_AES_BLOCK * AB_AES_BLOCK) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "%zu bytes", out_size);
        return 0;
    }
    *out_len = process_blocks(c, r, in, out, in_len);
    return 1;
}

static int finish_tag(struct ocb_ctx *c)
{
    uint8_t tag[MAX_TAG];
    int bad = 0;

    ab_aes_ocb_tag(&c->ocb, tag);
    c->iv_state = IV_SPENT;
    if (c->head.enc)
        memcpy(c->tag, tag, c->tag_len);
    else
        bad = ab_ct_memcmp(c->tag, tag, c->tag_len);
    ab_wipe(tag, sizeof(tag));
    if (bad)
        AB_RAISE(c->head.prov, AB_R_INVALID_TAG);
    return !bad;
}

static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    struct ocb_ctx *c = ctx;

    if (!start(c))
        return 0;
    *out_len = c->data.len;
    if (c->data.len != 0 && (out == NULL || out_size < c->data.len)) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "%zu bytes for %zu", out_size, c->data.len);
        return 0;
    }
    process(c, c->data.bytes, out, c->data.len);
    process(c, c->aad.bytes, NULL, c->aad.len);
    c->data.len = c->aad.len = 0;
    if (finish_tag(c))
        return 1;
    if (*out_len != 0) /* the last, partial block must not be released */
        ab_wipe(out, *out_len);
    *out_len = 0;
    return 0;
}

/* EVP_Cipher: in NULL ends the message; otherwise process all of in without keeping a rest. */
static int cipher(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct ocb_ctx *c = ctx;

    if (in == NULL)
        return final(ctx, out, out_len, out_size);
    if (!start(c))
        return 0;
    if (!ab_cipher_has_room(&c->head, out_size, in_len))
        return 0;
    process(c, in, out, in_len);
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
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

static int get_tag(const struct ocb_ctx *c, OSSL_PARAM *p)
{
    bool fits = p->data == NULL || (c->head.enc && p->data_size == c->tag_len); /* NULL: a query of the size */

    return p->data_type == OSSL_PARAM_OCTET_STRING && fits && ab_param_set_octets(p, c->tag, c->tag_len);
}

static int get_param(void *ctx, OSSL_PARAM *p)
{
    const struct ocb_ctx *c = ctx;

    if (ab_param_is(p, OSSL_CIPHER_PARAM_IVLEN))
        return ab_param_set_uint64(p, c->iv_len);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TAG))
        return get_tag(c, p);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TAGLEN))
        return ab_param_set_uint64(p, c->tag_len);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_KEYLEN))
        return ab_param_set_uint64(p, c->head.desc->key_len);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_IV) || ab_param_is(p, OSSL_CIPHER_PARAM_UPDATED_IV))
        return ab_param_set_octets(p, c->iv, c->iv_len);
    return 1;
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_IVLEN, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

/* Without data, set the length of the tag. With data, set the expected tag, which must have exactly that length. */
static int set_tag(struct ocb_ctx *c, const OSSL_PARAM *p)
{
    const uint8_t *tag;
    size_t len;

    if (!ab_param_get_octets(p, &tag, &len))
        return 0;
    if (tag == NULL) {
        if (len > MAX_TAG)
            return 0;
        c->tag_len = len;
        return 1;
    }
    if (c->head.enc || len != c->tag_len)
        return 0;
    memcpy(c->tag, tag, len);
    return 1;
}

static int set_iv_len(struct ocb_ctx *c, const OSSL_PARAM *p)
{
    size_t len;

    if (!ab_param_get_size(p, &len) || len < 1 || len > AB_AES_OCB_MAX_NONCE)
        return 0;
    if (len != c->iv_len)
        c->iv_state = IV_NONE;
    c->iv_len = len;
    return 1;
}

static int set_param(void *ctx, const OSSL_PARAM *p)
{
    struct ocb_ctx *c = ctx;

    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TAG))
        return set_tag(c, p);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_KEYLEN))
        return ab_cipher_is_key_len(&c->head, p);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_IVLEN))
        return set_iv_len(c, p);
    return 1;
}

static const struct ab_cipher_ops ops = {
    .ctx_size = sizeof(struct ocb_ctx),
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

static const struct ab_cipher_desc aes_128_ocb_desc = { &ops, AB_FAMILY_AES_OCB, EVP_CIPH_OCB_MODE, FLAGS, 16, 16, 12 };
static const struct ab_cipher_desc aes_192_ocb_desc = { &ops, AB_FAMILY_AES_OCB, EVP_CIPH_OCB_MODE, FLAGS, 24, 16, 12 };
static const struct ab_cipher_desc aes_256_ocb_desc = { &ops, AB_FAMILY_AES_OCB, EVP_CIPH_OCB_MODE, FLAGS, 32, 16, 12 };

AB_CIPHER_NAME(aes_128_ocb)
AB_CIPHER_NAME(aes_192_ocb)
AB_CIPHER_NAME(aes_256_ocb)

const OSSL_DISPATCH ab_aes_128_ocb_functions[] = TABLE(aes_128_ocb);
const OSSL_DISPATCH ab_aes_192_ocb_functions[] = TABLE(aes_192_ocb);
const OSSL_DISPATCH ab_aes_256_ocb_functions[] = TABLE(aes_256_ocb);
