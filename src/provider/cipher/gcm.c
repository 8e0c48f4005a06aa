/*
 * AES-GCM, ARIA-GCM and SM4-GCM for OpenSSL. The mode is in src/crypto/aes/aes_gcm.c, its kernels in
 * src/kernels/aes/gcm_template.h.
 *
 * The life of an IV is as in the default provider: it is stored when it is set, used by the first AAD or data after
 * that, and spent by final. A message without a new IV fails. An encryption for which no IV was ever set generates a
 * random one.
 */
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <string.h>

#include "afterburner/aes_gcm.h"
#include "ct/ct.h"
#include "provider/cipher/cipher.h"
#include "provider/cipher/pipeline.h"
#include "provider/cipher/tls_aead.h"
#include "provider/error.h"
#include "provider/generator.h"
#include "provider/param.h"
#include "threads/split.h"

/* since OpenSSL 3.4 */
#ifndef OSSL_CIPHER_PARAM_AEAD_IV_GENERATED
# define OSSL_CIPHER_PARAM_AEAD_IV_GENERATED "iv-generated"
#endif

enum { MAX_IV_LEN = 128, DEFAULT_IV_LEN = 12, TAG_LEN = 16, COUNTER_LEN = 8 };

enum iv_state { IV_NONE, IV_KEPT, IV_IN_USE, IV_SPENT };

struct gcm_ctx {
    struct ab_cipher head;
    enum iv_state iv_state;
    size_t iv_len;
    size_t tag_len; /* 0: no tag was computed or set yet */
    size_t tls_pad_len;
    uint64_t tls_records; /* records encrypted with this key */
    bool may_count_iv;    /* the IV has a fixed field and a counter (tlsivfixed) */
    bool iv_is_random;
    bool is_tls_record; /* the next cipher call is one whole TLS 1.2 record, with tls_aad */
    uint8_t iv[MAX_IV_LEN];
    uint8_t tag[TAG_LEN];
    uint8_t tls_aad[AB_TLS_AAD_LEN];
    struct ab_aes_gcm gcm; /* set by set_key and use_iv before it is read */
};

static OSSL_FUNC_cipher_update_fn update;
static OSSL_FUNC_cipher_final_fn final;
static OSSL_FUNC_cipher_cipher_fn cipher;
static OSSL_FUNC_cipher_gettable_ctx_params_fn gettable_ctx_params;
static OSSL_FUNC_cipher_settable_ctx_params_fn settable_ctx_params;

static void prepare(void *ctx)
{
    struct gcm_ctx *c = ctx;

    c->iv_len = DEFAULT_IV_LEN;
}

static int set_key(struct gcm_ctx *c, const uint8_t *key, size_t key_len)
{
    if (!ab_cipher_check_key_len(&c->head, key_len))
        return 0;
    ab_aes_gcm_set_key(&c->gcm, c->head.kernels, key, key_len);
    c->head.key_set = true;
    c->tls_records = 0;
    if (c->iv_state == IV_IN_USE)
        c->iv_state = IV_SPENT; /* give up the message in progress */
    return 1;
}

static int keep_iv(struct gcm_ctx *c, const uint8_t *iv, size_t iv_len)
{
    if (iv_len == 0 || iv_len > MAX_IV_LEN) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_INVALID_IV_LENGTH, "%zu bytes", iv_len);
        return 0;
    }
    memcpy(c->iv, iv, iv_len);
    c->iv_len = iv_len;
    c->iv_state = IV_KEPT;
    c->iv_is_random = false;
    return 1;
}

static int init(void *ctx, const uint8_t *key, size_t key_len, const uint8_t *iv, size_t iv_len)
{
    struct gcm_ctx *c = ctx;

    if (iv != NULL && !keep_iv(c, iv, iv_len))
        return 0;
    if (key != NULL && !set_key(c, key, key_len))
        return 0;
    return 1;
}

/* Fill the IV with random bytes from `from` to its end. */
static int randomise_iv(struct gcm_ctx *c, size_t from)
{
    if (!ab_generator_bytes(c->head.prov, c->iv + from, c->iv_len - from)) {
        AB_RAISE(c->head.prov, AB_R_RANDOM_FAILED);
        return 0;
    }
    c->iv_is_random = true;
    c->iv_state = IV_KEPT;
    return 1;
}

/* SP 800-38D sec. 8.2.2: at least 96 random bits. */
static int make_iv_if_none(struct gcm_ctx *c)
{
    if (c->iv_state != IV_NONE)
        return 1;
    if (!c->head.enc || c->is_tls_record || c->iv_len < DEFAULT_IV_LEN) {
        AB_RAISE(c->head.prov, AB_R_NO_IV_SET);
        return 0;
    }
    return randomise_iv(c, 0);
}

static void use_iv(struct gcm_ctx *c)
{
    ab_aes_gcm_set_iv(&c->gcm, c->iv, c->iv_len);
    c->iv_state = IV_IN_USE;
}

/* Make sure that key and IV are set and in use. Returns 0 with an error raised. */
static int make_ready(struct gcm_ctx *c)
{
    if (c->iv_state == IV_IN_USE)
        return 1;
    if (!ab_cipher_has_key(&c->head))
        return 0;
    if (c->iv_state == IV_SPENT) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_NO_IV_SET, "each message needs its own");
        return 0;
    }
    if (!make_iv_if_none(c))
        return 0;
    use_iv(c);
    return 1;
}

/* Increment the 64-bit invocation field at the end of the IV, SP 800-38D sec. 8.2.1. */
static void count_iv(struct gcm_ctx *c)
{
    uint8_t *field = c->iv + c->iv_len - COUNTER_LEN;
    uint64_t n;

    memcpy(&n, field, COUNTER_LEN);
    n = __builtin_bswap64(__builtin_bswap64(n) + 1);
    memcpy(field, &n, COUNTER_LEN);
}

static int may_use_tls_iv(const struct gcm_ctx *c)
{
    return c->may_count_iv && c->head.key_set;
}

/* Start a message with the next IV and write the last len bytes of the IV (0: all) to out. */
static int next_iv(struct gcm_ctx *c, uint8_t *out, size_t len)
{
    if (!may_use_tls_iv(c) || c->iv_len < COUNTER_LEN)
        return 0;
    if (len == 0 || len > c->iv_len)
        len = c->iv_len;
    use_iv(c);
    memcpy(out, c->iv + c->iv_len - len, len);
    count_iv(c);
    return 1;
}

/* Start a message of the peer, whose IV ends in these len bytes. */
static int receive_iv(struct gcm_ctx *c, const uint8_t *in, size_t len)
{
    if (!may_use_tls_iv(c) || c->head.enc || len > c->iv_len)
        return 0;
    memcpy(c->iv + c->iv_len - len, in, len);
    use_iv(c);
    return 1;
}

/*
 * tlsivfixed: set the fixed field of the IV. Our own side counts from a random start after it. Length -1: set the whole
 * IV.
 */
static int set_fixed_iv(struct gcm_ctx *c, const uint8_t *in, size_t len)
{
    if (len == SIZE_MAX) {
        memcpy(c->iv, in, c->iv_len);
        c->iv_is_random = false;
    } else {
        if (len < AB_TLS_FIXED_IV_LEN || len + AB_TLS_EXPLICIT_IV_LEN > c->iv_len)
            return 0;
        memcpy(c->iv, in, len);
        if (c->head.enc && !randomise_iv(c, len))
            return 0;
    }
    c->may_count_iv = true;
    c->iv_state = IV_KEPT;
    return 1;
}

static int set_tls_aad(struct gcm_ctx *c, const uint8_t *aad, size_t len)
{
    if (!ab_tls_aead_aad(c->tls_aad, aad, len, c->head.enc, TAG_LEN))
        return 0;
    c->is_tls_record = true;
    c->tls_pad_len = TAG_LEN;
    return 1;
}

static int seal_tls_record(struct gcm_ctx *c, uint8_t *record, size_t text_len)
{
    uint8_t *text = record + AB_TLS_EXPLICIT_IV_LEN;

    if (++c->tls_records == 0) {
        AB_RAISE(c->head.prov, AB_R_TOO_MANY_RECORDS);
        return 0;
    }
    if (!next_iv(c, record, AB_TLS_EXPLICIT_IV_LEN) || !ab_aes_gcm_aad(&c->gcm, c->tls_aad, AB_TLS_AAD_LEN)
        || !ab_aes_gcm_encrypt(&c->gcm, text, text, text_len))
        return 0;
    ab_aes_gcm_tag(&c->gcm, text + text_len);
    return 1;
}

static int open_tls_record(struct gcm_ctx *c, uint8_t *record, size_t text_len)
{
    uint8_t *text = record + AB_TLS_EXPLICIT_IV_LEN;

    if (!receive_iv(c, record, AB_TLS_EXPLICIT_IV_LEN) || !ab_aes_gcm_aad(&c->gcm, c->tls_aad, AB_TLS_AAD_LEN)
        || !ab_aes_gcm_decrypt(&c->gcm, text, text, text_len))
        return 0;
    if (ab_aes_gcm_check_tag(&c->gcm, text + text_len, TAG_LEN))
        return 1;
    ab_wipe(text, text_len);
    AB_RAISE_DETAIL(c->head.prov, AB_R_INVALID_TAG, "TLS record");
    return 0;
}

/*
 * Process a whole record in place. len counts explicit IV, payload and tag; *out_len is all of it, or the payload when
 * decrypting.
 */
static int do_tls_record(struct gcm_ctx *c, uint8_t *out, size_t *out_len, const uint8_t *in, size_t len)
{
    size_t text_len = len - AB_TLS_EXPLICIT_IV_LEN - TAG_LEN;
    int ok = 0;

    *out_len = 0;
    if (!c->head.key_set)
        AB_RAISE(c->head.prov, AB_R_NO_KEY_SET);
    else if (out == NULL || out != in || len < AB_TLS_EXPLICIT_IV_LEN + TAG_LEN)
        AB_RAISE_DETAIL(c->head.prov, AB_R_INVALID_PARAMETER, "a TLS record of %zu bytes, in place", len);
    else
        ok = c->head.enc ? seal_tls_record(c, out, text_len) : open_tls_record(c, out, text_len);
    if (ok)
        *out_len = c->head.enc ? len : text_len;
    c->tag_len = TAG_LEN;
    c->iv_state = IV_SPENT;
    c->is_tls_record = false;
    return ok;
}

/* AAD if out is NULL, otherwise text. */
static int add_part(struct gcm_ctx *c, uint8_t *out, const uint8_t *in, size_t len)
{
    int ok;

    if (!make_ready(c))
        return 0;
    if (out == NULL)
        ok = ab_aes_gcm_aad(&c->gcm, in, len);
    else if (ab_cipher_is_long(&c->head, len))
        ok = (c->head.enc ? ab_split_gcm_encrypt : ab_split_gcm_decrypt)(c->head.prov->pool, &c->gcm, in, out, len);
    else
        ok = c->head.enc ? ab_aes_gcm_encrypt(&c->gcm, in, out, len) : ab_aes_gcm_decrypt(&c->gcm, in, out, len);
    if (!ok)
        AB_RAISE_DETAIL(c->head.prov, out == NULL ? AB_R_WRONG_OPERATION_ORDER : AB_R_MESSAGE_TOO_LONG,
                        "%zu bytes more", len);
    return ok;
}

static int finish(struct gcm_ctx *c)
{
    int ok = 1;

    if (!c->head.enc && c->tag_len == 0) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_INVALID_TAG, "none set");
        return 0;
    }
    if (!make_ready(c))
        return 0;
    if (c->head.enc) {
        ab_aes_gcm_tag(&c->gcm, c->tag);
        c->tag_len = TAG_LEN;
    } else
        ok = ab_aes_gcm_check_tag(&c->gcm, c->tag, c->tag_len);
    c->iv_state = IV_SPENT;
    return ok;
}

static int update(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct gcm_ctx *c = ctx;

    *out_len = 0;
    if (in_len == 0)
        return 1;
    if (!ab_cipher_has_room(&c->head, out_size, in_len))
        return 0;
    if (c->is_tls_record)
        return do_tls_record(c, out, out_len, in, in_len);
    if (!add_part(c, out, in, in_len))
        return 0;
    *out_len = in_len;
    return 1;
}

static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    struct gcm_ctx *c = ctx;

    (void)out_size;
    *out_len = 0;
    if (c->is_tls_record)
        return do_tls_record(c, out, out_len, NULL, 0);
    return finish(c);
}

/* EVP_Cipher: in == NULL means final. The returned length is always that of the input, as in the default provider. */
static int cipher(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct gcm_ctx *c = ctx;
    size_t done;
    int ok;

    *out_len = 0;
    if (!ab_cipher_has_room(&c->head, out_size, in_len))
        return 0;
    if (c->is_tls_record)
        ok = do_tls_record(c, out, &done, in, in_len);
    else
        ok = in == NULL ? finish(c) : add_part(c, out, in, in_len);
    if (ok)
        *out_len = in_len;
    return ok;
}

static const OSSL_PARAM *gettable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_ptr(AB_PARAM_PIPELINE_TAG, NULL, 0),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TAGLEN, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_GET_IV_GEN, NULL, 0),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_AEAD_IV_GENERATED, NULL),
        OSSL_PARAM_END,
    };

    (void)ctx;
    return ab_pipes_param_list(provctx, list);
}

/* Return the tag of the last encrypted message, truncated to the caller's room. */
static int get_tag(const struct gcm_ctx *c, OSSL_PARAM *p)
{
    size_t len = p->data == NULL ? c->tag_len : p->data_size;

    if (!c->head.enc || c->tag_len == 0 || len == 0 || len > TAG_LEN) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_INVALID_TAG, "%zu bytes wanted", len);
        return 0;
    }
    return ab_param_set_octets(p, c->tag, len);
}

static int get_iv(struct gcm_ctx *c, OSSL_PARAM *p)
{
    if (!make_iv_if_none(c))
        return 0;
    if (p->data != NULL && p->data_size < c->iv_len && p->data_type == OSSL_PARAM_OCTET_STRING) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_INVALID_IV_LENGTH, "%zu bytes wanted", p->data_size);
        return 0;
    }
    return ab_param_set_octets(p, c->iv, c->iv_len);
}

static int get_next_iv(struct gcm_ctx *c, OSSL_PARAM *p)
{
    return p->data != NULL && p->data_type == OSSL_PARAM_OCTET_STRING && next_iv(c, p->data, p->data_size);
}

/* In the order of how often they are queried. */
static int get_param(void *ctx, OSSL_PARAM *p)
{
    struct gcm_ctx *c = ctx;

    if (ab_param_is(p, OSSL_CIPHER_PARAM_IVLEN))
        return ab_param_set_uint64(p, c->iv_len);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TAG))
        return get_tag(c, p);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_KEYLEN))
        return ab_param_set_uint64(p, c->head.desc->key_len);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TAGLEN))
        return ab_param_set_uint64(p, c->tag_len == 0 ? TAG_LEN : c->tag_len);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_IV) || ab_param_is(p, OSSL_CIPHER_PARAM_UPDATED_IV))
        return get_iv(c, p);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD))
        return ab_param_set_uint64(p, c->tls_pad_len);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TLS1_GET_IV_GEN))
        return get_next_iv(c, p);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_IV_GENERATED))
        return ab_param_set_uint64(p, c->iv_is_random);
    return 1;
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_octet_ptr(AB_PARAM_PIPELINE_TAG, NULL, 0),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_IVLEN, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_SET_IV_INV, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx;
    return ab_pipes_param_list(provctx, list);
}

/* An error when encrypting, which also discards the tag of the last message, as in the default provider. */
static int set_tag(struct gcm_ctx *c, const uint8_t *tag, size_t len)
{
    if (tag == NULL || len == 0 || len > TAG_LEN)
        return 0;
    memcpy(c->tag, tag, len);
    if (c->head.enc)
        return 0;
    c->tag_len = len;
    return 1;
}

/* A different length invalidates an IV that was set or generated before. */
static int set_iv_len(struct gcm_ctx *c, const OSSL_PARAM *p)
{
    size_t len;

    if (!ab_param_get_size(p, &len) || len == 0 || len > MAX_IV_LEN)
        return 0;
    if (len != c->iv_len && c->iv_state != IV_NONE)
        c->iv_state = IV_SPENT;
    c->iv_len = len;
    return 1;
}

static int set_param(void *ctx, const OSSL_PARAM *p)
{
    struct gcm_ctx *c = ctx;
    const uint8_t *data;
    size_t len;

    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_IVLEN))
        return set_iv_len(c, p);
    if (!ab_param_get_octets(p, &data, &len))
        return 1; /* not a parameter of GCM */
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TAG))
        return set_tag(c, data, len);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TLS1_AAD))
        return set_tls_aad(c, data, len);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED))
        return data != NULL && set_fixed_iv(c, data, len);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TLS1_SET_IV_INV))
        return data != NULL && receive_iv(c, data, len);
    return 1;
}

static const struct ab_cipher_ops ops = {
    .ctx_size = sizeof(struct gcm_ctx),
    .set_later = sizeof(struct gcm_ctx) - offsetof(struct gcm_ctx, gcm),
    .prepare = prepare,
    .init = init,
    .get_param = get_param,
    .set_param = set_param,
    .update = update,
    .cipher = cipher,
    .final = final,
};

#define CALLS AB_FN(UPDATE, update), AB_FN(FINAL, final), AB_FN(CIPHER, cipher)
#define PARAMS AB_FN(GETTABLE_CTX_PARAMS, gettable_ctx_params), AB_FN(SETTABLE_CTX_PARAMS, settable_ctx_params)
#define TABLE(name) AB_CIPHER_TABLE(name, rest)

AB_CIPHER_REST(rest, CALLS, PARAMS, AB_PIPES_ENTRIES)

enum { FLAGS = AB_CIPHER_AEAD | AB_CIPHER_CUSTOM_IV };
static const struct ab_cipher_desc aes_128_gcm_desc = { &ops, AB_FAMILY_AES_GCM, EVP_CIPH_GCM_MODE, FLAGS, 16, 1, 12 };
static const struct ab_cipher_desc aes_192_gcm_desc = { &ops, AB_FAMILY_AES_GCM, EVP_CIPH_GCM_MODE, FLAGS, 24, 1, 12 };
static const struct ab_cipher_desc aes_256_gcm_desc = { &ops, AB_FAMILY_AES_GCM, EVP_CIPH_GCM_MODE, FLAGS, 32, 1, 12 };
static const struct ab_cipher_desc sm4_gcm_desc = { &ops, AB_FAMILY_SM4_GCM, EVP_CIPH_GCM_MODE, FLAGS, 16, 1, 12 };
static const struct ab_cipher_desc aria_128_gcm_desc = {
    &ops, AB_FAMILY_ARIA_GCM, EVP_CIPH_GCM_MODE, FLAGS, 16, 1, 12
};
static const struct ab_cipher_desc aria_192_gcm_desc = {
    &ops, AB_FAMILY_ARIA_GCM, EVP_CIPH_GCM_MODE, FLAGS, 24, 1, 12
};
static const struct ab_cipher_desc aria_256_gcm_desc = {
    &ops, AB_FAMILY_ARIA_GCM, EVP_CIPH_GCM_MODE, FLAGS, 32, 1, 12
};

AB_CIPHER_NAME(aes_128_gcm)
AB_CIPHER_NAME(aes_192_gcm)
AB_CIPHER_NAME(aes_256_gcm)
AB_CIPHER_NAME(sm4_gcm)
AB_CIPHER_NAME(aria_128_gcm)
AB_CIPHER_NAME(aria_192_gcm)
AB_CIPHER_NAME(aria_256_gcm)

const OSSL_DISPATCH ab_aes_128_gcm_functions[] = TABLE(aes_128_gcm);
const OSSL_DISPATCH ab_aes_192_gcm_functions[] = TABLE(aes_192_gcm);
const OSSL_DISPATCH ab_aes_256_gcm_functions[] = TABLE(aes_256_gcm);
const OSSL_DISPATCH ab_sm4_gcm_functions[] = TABLE(sm4_gcm);
const OSSL_DISPATCH ab_aria_128_gcm_functions[] = TABLE(aria_128_gcm);
const OSSL_DISPATCH ab_aria_192_gcm_functions[] = TABLE(aria_192_gcm);
const OSSL_DISPATCH ab_aria_256_gcm_functions[] = TABLE(aria_256_gcm);
