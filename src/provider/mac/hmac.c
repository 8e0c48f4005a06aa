/*
 * HMAC for OpenSSL; the MAC is in src/crypto/hmac/. The caller names one of the module's hash functions; any other
 * falls back to the default provider. As in the default provider, a key is absorbed with the digest named last, and a
 * digest that is named afterwards takes effect with the next key.
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evperr.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

#include "afterburner/hmac.h"
#include "crypto/hmac/hmac_tls.h"
#include "ct/ct.h"
#include "provider/context.h"
#include "provider/counters.h"
#include "provider/digest_param.h"
#include "provider/error.h"
#include "provider/fallback/mac.h"
#include "provider/mac/mac.h"
#include "provider/param.h"

/* A record of a TLS CBC cipher suite whose length is secret: the first update is its header, the next one its data. */
struct tls_record {
    size_t len;     /* including MAC and padding; 0: an ordinary message */
    size_t mac_len; /* length of the last record's MAC, with the key that it was made with; 0: none */
    int has_header;
    int is_other; /* the fallback has the last record */
    uint8_t header[AB_HMAC_TLS_HEADER], mac[AB_HASH_MAX_DIGEST];
};

struct hmac {
    struct ab_provctx *prov;
    struct ab_fallback_mac fallback;    /* for digests that are not the module's */
    int is_other_named, is_other_keyed; /* the digest for the next key, and that of the current key, is one of these */
    const struct ab_hash *hash;         /* for the next key; NULL: not set */
    int has_key, is_begun;              /* native ones */
    struct tls_record tls;
    struct ab_hmac_key key;     /* if has_key */
    struct ab_hash_ctx message; /* if is_begun */
};

static OSSL_FUNC_mac_newctx_fn new;
static OSSL_FUNC_mac_dupctx_fn dup;
static OSSL_FUNC_mac_freectx_fn release;
static OSSL_FUNC_mac_init_fn init;
static OSSL_FUNC_mac_update_fn update;
static OSSL_FUNC_mac_final_fn final;
static OSSL_FUNC_mac_get_ctx_params_fn get_ctx_params;
static OSSL_FUNC_mac_settable_ctx_params_fn settable_ctx_params;
static OSSL_FUNC_mac_set_ctx_params_fn set_ctx_params;

static struct hmac *allocate(const struct ab_provctx *prov)
{
    return ab_alloc(prov, sizeof(struct hmac), "HMAC context");
}

static void *new(void *provctx)
{
    struct hmac *h = allocate(provctx);

    if (h == NULL)
        return NULL;
    h->prov = provctx;
    h->fallback = (struct ab_fallback_mac){ 0 };
    h->hash = NULL;
    h->is_other_named = h->is_other_keyed = h->has_key = h->is_begun = 0;
    h->tls.len = 0;
    h->tls.mac_len = 0;
    h->tls.has_header = 0;
    h->tls.is_other = 0;
    return h;
}

static void *dup(void *ctx)
{
    const struct hmac *h = ctx;
    struct hmac *copy = allocate(h->prov);

    if (copy == NULL)
        return NULL;
    if (!ab_fallback_mac_dup(&copy->fallback, &h->fallback)) {
        free(copy);
        return NULL;
    }
    copy->prov = h->prov;
    copy->is_other_named = h->is_other_named;
    copy->is_other_keyed = h->is_other_keyed;
    copy->hash = h->hash;
    copy->has_key = h->has_key;
    copy->is_begun = h->is_begun;
    copy->tls = h->tls;
    if (h->has_key)
        ab_hmac_copy_key(&copy->key, &h->key);
    if (h->is_begun)
        ab_hash_copy(&copy->message, &h->message);
    return copy;
}

static void release(void *ctx)
{
    struct hmac *h = ctx;

    if (h == NULL)
        return;
    if (h->is_begun)
        ab_hash_wipe(&h->message);
    if (h->has_key)
        ab_hmac_wipe(&h->key);
    ab_wipe(h->tls.mac, h->tls.mac_len);
    ab_fallback_mac_free(&h->fallback);
    free(h);
}

static void begin(struct hmac *h)
{
    ab_hmac_init(&h->message, &h->key);
    h->is_begun = 1;
}

/* Use the digest named last or, if that is unknown, that of the last key. key may be NULL if len is 0. */
static int set_key(struct hmac *h, const uint8_t *key, size_t len)
{
    const struct ab_hash *hash;

    if (h->is_other_named) {
        h->is_other_keyed = 1;
        return ab_fallback_mac_set_key(&h->fallback, key, len);
    }
    hash = h->hash != NULL || !h->has_key ? h->hash : h->key.hash;
    if (hash == NULL || hash->algorithm->is_xof) {
        AB_RAISE_DETAIL(h->prov, hash == NULL ? AB_R_INVALID_DIGEST : AB_R_XOF_DIGEST, "HMAC");
        return 0;
    }
    ab_hmac_set_key(&h->key, hash, key, len);
    h->has_key = 1;
    h->is_other_keyed = 0;
    begin(h);
    return 1;
}

/* Start another message under the current key, without any hashing. */
static int begin_again(struct hmac *h)
{
    if (h->is_other_keyed)
        return ab_fallback_mac_restart(&h->fallback);
    if (h->has_key)
        begin(h);
    else
        AB_RAISE_DETAIL(h->prov, AB_R_NO_KEY_SET, "HMAC");
    return h->has_key;
}

/* A key at NULL is none: restart the message if there is a key and its digest is the one named last. */
static int set_key_param(struct hmac *h, const OSSL_PARAM *p)
{
    const uint8_t *key;
    size_t len;

    if (!ab_param_get_octets(p, &key, &len))
        return 0;
    if (key != NULL)
        return set_key(h, key, len);
    if (h->hash == NULL || h->tls.len != 0)
        return 1;
    return !h->is_other_keyed && (!h->has_key || h->hash == h->key.hash) && begin_again(h);
}

/* Meaningful only for engines, which OpenSSL itself used in older releases: read and ignore it. */
static int is_flag(const OSSL_PARAM *p)
{
    uint64_t value;

    return p == NULL || ab_param_get_uint64(p, &value);
}

/* Make the fallback context and set the length of a record on it, too. */
static int make_fallback(struct hmac *h)
{
    OSSL_PARAM tls[] = { OSSL_PARAM_size_t(OSSL_MAC_PARAM_TLS_DATA_SIZE, &h->tls.len), OSSL_PARAM_END };

    return h->fallback.ctx != NULL
           || (ab_fallback_mac_make(&h->fallback, h->prov, "HMAC") && ab_fallback_mac_set_params(&h->fallback, tls));
}

/* Set the parameters, among them a key, on the fallback context. A digest that neither side knows is ignored. */
static int set_other_params(struct hmac *h, const OSSL_PARAM params[])
{
    const OSSL_PARAM *key = ab_param_locate_const(params, OSSL_MAC_PARAM_KEY);
    int ok = make_fallback(h) && ab_fallback_mac_set_params(&h->fallback, params);

    if (h->fallback.ctx != NULL && key != NULL && key->data_type == OSSL_PARAM_OCTET_STRING && key->data != NULL)
        h->is_other_keyed = 1;
    h->is_other_named = ok || h->is_other_keyed;
    return ok;
}

static int set_own_params(struct hmac *h, const OSSL_PARAM params[])
{
    const OSSL_PARAM *key = ab_param_locate_const(params, OSSL_MAC_PARAM_KEY);

    return is_flag(ab_param_locate_const(params, OSSL_MAC_PARAM_DIGEST_NOINIT))
           && is_flag(ab_param_locate_const(params, OSSL_MAC_PARAM_DIGEST_ONESHOT))
           && (key == NULL || set_key_param(h, key));
}

/* Set it on both contexts, since the next message may use either: the digest named last need not be the key's. */
static int set_record_len(struct hmac *h, const OSSL_PARAM *p)
{
    if (p == NULL)
        return 1;
    if (!ab_param_get_size(p, &h->tls.len)) {
        AB_RAISE_DETAIL(h->prov, AB_R_INVALID_PARAMETER, "%s", p->key);
        return 0;
    }
    return h->fallback.ctx == NULL
           || ab_fallback_mac_set_params(&h->fallback, (const OSSL_PARAM[]){ *p, OSSL_PARAM_END });
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct hmac *h = ctx;
    enum ab_digest_choice choice;

    if (params == NULL || params->key == NULL)
        return 1;
    choice = ab_param_choose_digest(h->prov, params, &h->hash);
    if (choice == AB_DIGEST_REFUSED)
        return 0;
    if (choice != AB_DIGEST_NONE)
        h->is_other_named = choice == AB_DIGEST_OTHER;
    return (h->is_other_named ? set_other_params(h, params) : set_own_params(h, params))
           && set_record_len(h, ab_param_locate_const(params, OSSL_MAC_PARAM_TLS_DATA_SIZE));
}

static int init(void *ctx, const unsigned char *key, size_t key_len, const OSSL_PARAM params[])
{
    struct hmac *h = ctx;

    return set_ctx_params(h, params) && (key != NULL ? set_key(h, key, key_len) : begin_again(h));
}

static int add_to_record(struct hmac *h, const uint8_t *data, size_t len)
{
    struct tls_record *tls = &h->tls;
    uint64_t is_too_long;

    if (!tls->has_header) {
        if (len != sizeof(tls->header))
            return 0;
        memcpy(tls->header, data, sizeof(tls->header));
        tls->has_header = 1;
        return 1;
    }
    is_too_long = ab_ct_lt(tls->len, len);
    AB_PUBLIC(&is_too_long, sizeof(is_too_long)); /* false after any padding, right or wrong */
    tls->mac_len = 0;
    if (!h->has_key || is_too_long || !ab_hmac_tls(&h->key, tls->header, data, len, tls->len, tls->mac))
        return 0;
    tls->mac_len = h->key.hash->algorithm->digest_len;
    ab_count(h->prov, ab_hash_family(h->key.hash), AB_COUNTED_MAC, tls->len);
    return 1;
}

static int update(void *ctx, const unsigned char *data, size_t len)
{
    struct hmac *h = ctx;

    h->tls.is_other = h->is_other_keyed;
    if (h->is_other_keyed)
        return ab_fallback_mac_update(&h->fallback, data, len);
    if (h->tls.len != 0)
        return add_to_record(h, data, len);
    if (!h->is_begun) {
        AB_RAISE_DETAIL(h->prov, AB_R_WRONG_OPERATION_ORDER, "HMAC");
        return 0;
    }
    ab_hash_update(&h->message, data, len);
    ab_count_bytes(h->prov, ab_hash_family(h->key.hash), AB_COUNTED_MAC, len);
    return 1;
}

/* Returns 0 with an error raised if there is no MAC of len bytes (0: none at all), or no room for it. */
static int can_give(const struct hmac *h, size_t len, size_t out_size)
{
    if (len == 0)
        AB_RAISE_DETAIL(h->prov, AB_R_WRONG_OPERATION_ORDER, "HMAC");
    else if (out_size < len)
        AB_RAISE_DETAIL(h->prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "%zu bytes wanted", len);
    return len != 0 && len <= out_size;
}

/* The MAC of the last record; it stays if a key of another digest was set since. */
static int give_record_mac(const struct hmac *h, unsigned char *out, size_t *out_len, size_t out_size)
{
    if (!can_give(h, h->tls.mac_len, out_size))
        return 0;
    memcpy(out, h->tls.mac, h->tls.mac_len);
    *out_len = h->tls.mac_len;
    return 1;
}

static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    struct hmac *h = ctx;
    size_t len = h->is_begun ? h->key.hash->algorithm->digest_len : 0;

    if (h->tls.len != 0 ? h->tls.is_other : h->is_other_keyed)
        return ab_fallback_mac_final(&h->fallback, out, out_len, out_size);
    if (h->tls.len != 0)
        return give_record_mac(h, out, out_len, out_size);
    if (!can_give(h, len, out_size))
        return 0;
    ab_hmac_final(&h->message, &h->key, out);
    ab_count(h->prov, ab_hash_family(h->key.hash), AB_COUNTED_MAC, 0);
    h->is_begun = 0;
    *out_len = len;
    return 1;
}

static int get_param(const struct hmac *h, OSSL_PARAM *p, int from_other, uint64_t value)
{
    OSSL_PARAM one[] = { *p, OSSL_PARAM_END };
    int ok;

    if (!from_other)
        return ab_param_set_uint64(p, value);
    ok = ab_fallback_mac_get_params(&h->fallback, one);
    p->return_size = one[0].return_size;
    return ok;
}

/* Without a key 0, with an error raised, which is no failure: KBKDF of the default provider passes the error on. */
static size_t own_size(const struct hmac *h)
{
    if (!h->has_key && !h->is_other_keyed)
        AB_RAISE_CODE(h->prov, ERR_LIB_EVP, EVP_R_MESSAGE_DIGEST_IS_NULL);
    return h->has_key ? h->key.hash->algorithm->digest_len : 0;
}

/*
 * As in the default provider, the size is that of the key's digest and the block that of the digest named last; 0
 * without one.
 */
static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    const struct hmac *h = ctx;
    size_t block = h->hash != NULL ? h->hash->algorithm->block_len : 0;
    int ok = 1;

    for (; params != NULL && params->key != NULL && ok; params++)
        if (ab_param_is(params, OSSL_MAC_PARAM_SIZE))
            ok = get_param(h, params, h->is_other_keyed, own_size(h));
        else if (ab_param_is(params, OSSL_MAC_PARAM_BLOCK_SIZE))
            ok = get_param(h, params, h->is_other_named, block);
    return ok;
}

/* OpenSSL 3.6 removed the flags. */
static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_int(OSSL_MAC_PARAM_DIGEST_NOINIT, NULL),
        OSSL_PARAM_int(OSSL_MAC_PARAM_DIGEST_ONESHOT, NULL),
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, NULL, 0),
        OSSL_PARAM_size_t(OSSL_MAC_PARAM_TLS_DATA_SIZE, NULL),
        OSSL_PARAM_END,
    };
    const struct ab_provctx *prov = provctx;

    (void)ctx;
    return prov->release < AB_RELEASE(3, 6) ? list : list + 2;
}

const OSSL_DISPATCH ab_hmac_functions[] = {
    AB_MAC_FN(NEWCTX, new),
    AB_MAC_FN(DUPCTX, dup),
    AB_MAC_FN(FREECTX, release),
    AB_MAC_FN(INIT, init),
    AB_MAC_FN(UPDATE, update),
    AB_MAC_FN(FINAL, final),
    AB_MAC_FN(GETTABLE_CTX_PARAMS, ab_mac_gettable_sizes),
    AB_MAC_FN(GET_CTX_PARAMS, get_ctx_params),
    AB_MAC_FN(SETTABLE_CTX_PARAMS, settable_ctx_params),
    AB_MAC_FN(SET_CTX_PARAMS, set_ctx_params),
    { 0, NULL },
};
