/*
 * ECDH for OpenSSL, with or without the KDF of X9.63; the arithmetic is in src/crypto/ec/. It falls back to the default
 * provider if a key is not native (keymgmt/ec_key.h), if the keys are on different curves, if the cofactor matters,
 * if the digest is not ours, and for errors that only the default provider words.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

#include "afterburner/sskdf.h"
#include "ct/ct.h"
#include "provider/context.h"
#include "provider/counters.h"
#include "provider/digest_param.h"
#include "provider/error.h"
#include "provider/exchange/exchange.h"
#include "provider/fallback/operation.h"
#include "provider/kdf/octets.h"
#include "provider/keymgmt/ec_key.h"
#include "provider/param.h"

enum { OF_KEY = -1 }; /* cofactor mode: that of the key. A plain key, and one on a curve without a cofactor, has none */
#define X963 "X963KDF"

struct exchange {
    struct ab_provctx *prov;
    struct ab_fallback_op fallback; /* has a context during fallback */
    struct ab_ec_key *key, *peer;
    int cofactor_mode;
    bool has_kdf;
    const struct ab_hash *hash; /* of the KDF; NULL: not set */
    size_t out_len;
    struct ab_octets ukm; /* "user keying material" of the KDF */
};

/* ---- contexts ---- */

static void *newctx(void *provctx)
{
    struct exchange *e = ab_alloc_zeros(provctx, sizeof(*e), "key exchange");

    if (e == NULL)
        return NULL;
    e->prov = provctx;
    e->cofactor_mode = OF_KEY;
    return e;
}

static void freectx(void *ctx)
{
    struct exchange *e = ctx;

    if (e == NULL)
        return;
    ab_fallback_op_free(&e->fallback);
    ab_ec_key_free(e->key);
    ab_ec_key_free(e->peer);
    ab_octets_clear(&e->ukm);
    free(e);
}

static void *dupctx(void *ctx)
{
    const struct exchange *e = ctx;
    struct exchange *copy = newctx(e->prov);

    if (copy == NULL)
        return NULL;
    *copy = *e;
    copy->key = e->key == NULL ? NULL : ab_ec_key_hold(e->key);
    copy->peer = e->peer == NULL ? NULL : ab_ec_key_hold(e->peer);
    ab_octets_prepare(&copy->ukm);
    if (ab_fallback_op_dup(&copy->fallback, &e->fallback) && ab_octets_copy(e->prov, &copy->ukm, &e->ukm))
        return copy;
    freectx(copy);
    return NULL;
}

static void take(struct ab_ec_key **slot, struct ab_ec_key *key)
{
    ab_ec_key_hold(key);
    ab_ec_key_free(*slot);
    *slot = key;
}

/* ---- the fallback ---- */

/* A context that refuses parameters is kept, since EVP continues with it. */
static int init_fallback(struct exchange *e, const OSSL_PARAM params[])
{
    void *keydata = ab_ec_key_twin(e->key);

    return keydata != NULL && ab_fallback_op_make(&e->fallback, e->prov, OSSL_OP_KEYEXCH, "ECDH", NULL)
           && ab_fallback_op_init(&e->fallback, OSSL_FUNC_KEYEXCH_INIT, keydata, params);
}

/* Make a context of the default provider and set all that was set on ours. */
static int fall_back(struct exchange *e)
{
    OSSL_PARAM params[6], *p = params;
    void *peer;

    if (e->fallback.ctx != NULL || e->key == NULL)
        return e->fallback.ctx != NULL;
    *p++ = (OSSL_PARAM)OSSL_PARAM_int(OSSL_EXCHANGE_PARAM_EC_ECDH_COFACTOR_MODE, &e->cofactor_mode);
    *p++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_EXCHANGE_PARAM_KDF_TYPE, (char *)(e->has_kdf ? X963 : ""), 0);
    p[-1].data_size = strlen(p[-1].data);
    *p++ = (OSSL_PARAM)OSSL_PARAM_size_t(OSSL_EXCHANGE_PARAM_KDF_OUTLEN, &e->out_len);
    if (e->hash != NULL)
        *p++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_EXCHANGE_PARAM_KDF_DIGEST, (char *)e->hash->algorithm->name,
                                                  strlen(e->hash->algorithm->name));
    if (e->ukm.data != NULL)
        *p++ = (OSSL_PARAM)OSSL_PARAM_octet_string(OSSL_EXCHANGE_PARAM_KDF_UKM, e->ukm.data, e->ukm.len);
    *p = (OSSL_PARAM)OSSL_PARAM_END;
    if (!init_fallback(e, params))
        return 0;
    peer = e->peer == NULL ? NULL : ab_ec_key_twin(e->peer);
    return e->peer == NULL || (peer != NULL && ab_fallback_op_set_peer(&e->fallback, peer));
}

/* ---- parameters ---- */

/* Read the KDF's digest. AB_DIGEST_OTHER is left to the default provider, which may refuse it. */
static enum ab_digest_choice choose_digest(const struct exchange *e, const OSSL_PARAM params[],
                                           const struct ab_hash **hash)
{
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_EXCHANGE_PARAM_KDF_DIGEST);
    const OSSL_PARAM *query = ab_param_locate_const(params, OSSL_EXCHANGE_PARAM_KDF_DIGEST_PROPS);
    OSSL_PARAM named[3] = { OSSL_PARAM_END, OSSL_PARAM_END, OSSL_PARAM_END };

    if (p == NULL)
        return AB_DIGEST_NONE;
    named[0] = *p;
    named[0].key = OSSL_ALG_PARAM_DIGEST;
    if (query != NULL) {
        named[1] = *query;
        named[1].key = OSSL_ALG_PARAM_PROPERTIES;
    }
    return ab_param_choose_digest(e->prov, named, hash);
}

static int is_known(const OSSL_PARAM *p)
{
    static const char *const keys[] = {
        OSSL_EXCHANGE_PARAM_EC_ECDH_COFACTOR_MODE, OSSL_EXCHANGE_PARAM_KDF_TYPE,   OSSL_EXCHANGE_PARAM_KDF_DIGEST,
        OSSL_EXCHANGE_PARAM_KDF_DIGEST_PROPS,      OSSL_EXCHANGE_PARAM_KDF_OUTLEN, OSSL_EXCHANGE_PARAM_KDF_UKM,
    };

    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        if (ab_param_is(p, keys[i]))
            return 1;
    return 0;
}

static int are_ours(const struct exchange *e, const OSSL_PARAM params[])
{
    const struct ab_hash *hash;
    enum ab_digest_choice choice = choose_digest(e, params, &hash);

    for (const OSSL_PARAM *p = params; p != NULL && p->key != NULL; p++)
        if (!is_known(p))
            return 0;
    return !ab_param_repeats(params) && (choice == AB_DIGEST_NONE || choice == AB_DIGEST_OURS);
}

static int take_param(struct exchange *e, const OSSL_PARAM *p)
{
    const char *text;
    int mode;

    if (ab_param_is(p, OSSL_EXCHANGE_PARAM_EC_ECDH_COFACTOR_MODE)) {
        if (!ab_param_get_int(p, &mode) || mode < OF_KEY || mode > 1)
            return 0;
        e->cofactor_mode = mode;
    } else if (ab_param_is(p, OSSL_EXCHANGE_PARAM_KDF_TYPE)) {
        if (!ab_param_get_utf8(p, &text) || (*text != '\0' && strcmp(text, X963) != 0))
            return 0;
        e->has_kdf = *text != '\0';
    } else if (ab_param_is(p, OSSL_EXCHANGE_PARAM_KDF_OUTLEN)) {
        return ab_param_get_size(p, &e->out_len);
    } else if (ab_param_is(p, OSSL_EXCHANGE_PARAM_KDF_UKM)) {
        return ab_octets_set_param(e->prov, &e->ukm, p);
    }
    return 1;
}

static int take_params(struct exchange *e, const OSSL_PARAM params[])
{
    for (const OSSL_PARAM *p = params; p != NULL && p->key != NULL; p++)
        if (!take_param(e, p))
            return 0;
    choose_digest(e, params, &e->hash);
    return 1;
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct exchange *e = ctx;

    if (e->fallback.ctx == NULL && are_ours(e, params))
        return take_params(e, params);
    return fall_back(e) && ab_fallback_op_set_params(&e->fallback, OSSL_FUNC_KEYEXCH_SET_CTX_PARAMS, params);
}

static int get_one(const struct exchange *e, OSSL_PARAM *p)
{
    if (ab_param_is(p, OSSL_EXCHANGE_PARAM_EC_ECDH_COFACTOR_MODE))
        return ab_param_set_uint64(p, e->cofactor_mode == 1);
    if (ab_param_is(p, OSSL_EXCHANGE_PARAM_KDF_TYPE))
        return ab_param_set_utf8(p, e->has_kdf ? X963 : "");
    if (ab_param_is(p, OSSL_EXCHANGE_PARAM_KDF_DIGEST))
        return ab_param_set_utf8(p, e->hash == NULL ? "" : e->hash->algorithm->name);
    if (ab_param_is(p, OSSL_EXCHANGE_PARAM_KDF_OUTLEN))
        return ab_param_set_uint64(p, e->out_len);
    return !ab_param_is(p, OSSL_EXCHANGE_PARAM_KDF_UKM)
           || (p->data_type == OSSL_PARAM_OCTET_PTR && ab_param_set_octets(p, e->ukm.data, e->ukm.len));
}

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    const struct exchange *e = ctx;

    if (e->fallback.ctx != NULL)
        return ab_fallback_op_get_params(&e->fallback, OSSL_FUNC_KEYEXCH_GET_CTX_PARAMS, params);
    for (; params != NULL && params->key != NULL; params++)
        if (!get_one(e, params))
            return 0;
    return 1;
}

static const OSSL_PARAM *settable(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_int(OSSL_EXCHANGE_PARAM_EC_ECDH_COFACTOR_MODE, NULL),
        OSSL_PARAM_utf8_string(OSSL_EXCHANGE_PARAM_KDF_TYPE, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_EXCHANGE_PARAM_KDF_DIGEST, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_EXCHANGE_PARAM_KDF_DIGEST_PROPS, NULL, 0),
        OSSL_PARAM_size_t(OSSL_EXCHANGE_PARAM_KDF_OUTLEN, NULL),
        OSSL_PARAM_octet_string(OSSL_EXCHANGE_PARAM_KDF_UKM, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

static const OSSL_PARAM *gettable(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_int(OSSL_EXCHANGE_PARAM_EC_ECDH_COFACTOR_MODE, NULL),
        OSSL_PARAM_utf8_string(OSSL_EXCHANGE_PARAM_KDF_TYPE, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_EXCHANGE_PARAM_KDF_DIGEST, NULL, 0),
        OSSL_PARAM_size_t(OSSL_EXCHANGE_PARAM_KDF_OUTLEN, NULL),
        OSSL_PARAM_DEFN(OSSL_EXCHANGE_PARAM_KDF_UKM, OSSL_PARAM_OCTET_PTR, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

/* ---- the exchange ---- */

/* Not native, or on a curve with a cofactor, which a key that is not plain may request. */
static int needs_fallback(const struct ab_ec_key *key)
{
    return key->curve == NULL || (!key->is_plain && ab_curve_cofactor(key->curve) > 1);
}

static int init(void *ctx, void *keydata, const OSSL_PARAM params[])
{
    struct exchange *e = ctx;

    if (keydata == NULL)
        return 0;
    take(&e->key, keydata);
    ab_fallback_op_free(&e->fallback);
    e->cofactor_mode = OF_KEY;
    e->has_kdf = false;
    if (needs_fallback(e->key))
        return init_fallback(e, params);
    return set_ctx_params(e, params);
}

static int set_peer(void *ctx, void *keydata)
{
    struct exchange *e = ctx;
    struct ab_ec_key *peer = keydata;
    void *twin;

    if (peer == NULL || e->key == NULL)
        return 0;
    if (e->fallback.ctx == NULL && peer->curve != NULL && peer->curve == e->key->curve) {
        take(&e->peer, peer);
        return 1;
    }
    twin = ab_ec_key_twin(peer);
    return twin != NULL && fall_back(e) && ab_fallback_op_set_peer(&e->fallback, twin);
}

/* Truncate the secret if there is less room. */
static int derive_plain(const struct exchange *e, unsigned char *secret, size_t *len, size_t room)
{
    size_t full = ab_curve_field_len(e->key->curve), given = room < full ? room : full;
    uint8_t x[AB_EC_MAX_FIELD_LEN];

    *len = secret == NULL ? full : given;
    if (secret == NULL)
        return 1;
    ab_count(e->prov, ab_family_of_curve(ab_curve_id(e->key->curve)), AB_COUNTED_EXCHANGE, 0);
    if (!ab_ecdh(e->key->curve, x, e->key->private_key, e->peer->public_key)) {
        AB_RAISE(e->prov, AB_R_FAILED_DURING_DERIVATION);
        return 0;
    }
    memcpy(secret, x, given);
    ab_wipe(x, sizeof(x));
    return 1;
}

static int derive_kdf(const struct exchange *e, unsigned char *secret, size_t *len, size_t room)
{
    uint8_t x[AB_EC_MAX_FIELD_LEN];
    size_t x_len;

    if (secret == NULL) {
        *len = e->out_len;
        return 1;
    }
    if (e->out_len > room) {
        AB_RAISE_DETAIL(e->prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "%zu bytes", room);
        return 0;
    }
    if (!derive_plain(e, x, &x_len, sizeof(x)))
        return 0;
    ab_x963_kdf(e->hash, x, x_len, e->ukm.data, e->ukm.len, secret, e->out_len);
    ab_wipe(x, sizeof(x));
    *len = e->out_len;
    return 1;
}

/*
 * Whether the module can derive. Otherwise the call must be refused, involves a cofactor, or a key was changed since
 * and is no longer native.
 */
static int is_ready(const struct exchange *e)
{
    return e->key != NULL && e->peer != NULL && e->key->curve != NULL && e->key->curve == e->peer->curve
           && e->key->has_private && e->peer->has_public
           && (e->cofactor_mode != 1 || ab_curve_cofactor(e->key->curve) == 1)
           && (!e->has_kdf || (e->hash != NULL && e->out_len != 0 && e->out_len <= 1 << 30 && e->ukm.len <= 1 << 30));
}

static int derive(void *ctx, unsigned char *secret, size_t *len, size_t room)
{
    struct exchange *e = ctx;

    if (e->fallback.ctx != NULL || !is_ready(e))
        return fall_back(e) && ab_fallback_op_final(&e->fallback, OSSL_FUNC_KEYEXCH_DERIVE, secret, len, room);
    return e->has_kdf ? derive_kdf(e, secret, len, room) : derive_plain(e, secret, len, room);
}

#define OF_CONTEXTS                                                                                                  \
    AB_KEYEXCH_FN(NEWCTX, newctx), AB_KEYEXCH_FN(FREECTX, freectx), AB_KEYEXCH_FN(DUPCTX, dupctx),                  \
    AB_KEYEXCH_FN(INIT, init), AB_KEYEXCH_FN(SET_PEER, set_peer), AB_KEYEXCH_FN(DERIVE, derive)
#define OF_PARAMS                                                                                                    \
    AB_KEYEXCH_FN(SET_CTX_PARAMS, set_ctx_params), AB_KEYEXCH_FN(SETTABLE_CTX_PARAMS, settable),                    \
    AB_KEYEXCH_FN(GET_CTX_PARAMS, get_ctx_params), AB_KEYEXCH_FN(GETTABLE_CTX_PARAMS, gettable)

const OSSL_DISPATCH ab_ecdh_exchange_functions[] = { OF_CONTEXTS, OF_PARAMS, { 0, NULL } };
