/*
 * DHKEM on elliptic curves for OpenSSL (RFC 9180); the derivation is in src/crypto/kdf/dhkem.c. Keys that are not
 * native (keymgmt/ec_key.h), unknown parameters, and all errors fall back to the default provider.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "crypto/kdf/dhkem.h"
#include "ct/ct.h"
#include "provider/context.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/fallback/operation.h"
#include "provider/health.h"
#include "provider/kdf/octets.h"
#include "provider/kem/kem.h"
#include "provider/keymgmt/ec_key.h"
#include "provider/param.h"

/* since OpenSSL 3.2 */
#define IKME "ikme"
#define DHKEM "DHKEM"

struct encapsulation {
    struct ab_provctx *prov;
    struct ab_fallback_op fallback; /* has a context during fallback */
    int begun_by;                   /* OSSL_FUNC_KEM_ENCAPSULATE_INIT ... */
    struct ab_ec_key *key, *auth;   /* the recipient's key; the sender's key, NULL without authentication */
    struct ab_octets ikm;           /* input for the ephemeral key, secret; empty: generate it at random */
};

/* ---- contexts ---- */

static void *newctx(void *provctx)
{
    struct encapsulation *e = ab_alloc_zeros(provctx, sizeof(*e), "key encapsulation");

    if (e != NULL)
        e->prov = provctx;
    return e;
}

static void forget_keys(struct encapsulation *e)
{
    ab_ec_key_free(e->key);
    ab_ec_key_free(e->auth);
    e->key = e->auth = NULL;
}

static void freectx(void *ctx)
{
    struct encapsulation *e = ctx;

    if (e == NULL)
        return;
    ab_fallback_op_free(&e->fallback);
    forget_keys(e);
    ab_octets_clear(&e->ikm);
    free(e);
}

/* ---- the fallback ---- */

/* The result is the default provider's: -2 for a curve that has no DHKEM. */
static int init_fallback(struct encapsulation *e, const OSSL_PARAM params[])
{
    void *key = ab_ec_key_twin(e->key), *auth = e->auth == NULL ? NULL : ab_ec_key_twin(e->auth);

    if (key == NULL || (auth == NULL && e->auth != NULL)
        || !ab_fallback_op_make(&e->fallback, e->prov, OSSL_OP_KEM, "EC", NULL))
        return 0;
    return ab_fallback_op_kem_init(&e->fallback, e->begun_by, key, auth, params);
}

static int fall_back(struct encapsulation *e)
{
    OSSL_PARAM params[] = { OSSL_PARAM_octet_string(IKME, e->ikm.data, e->ikm.len), OSSL_PARAM_END };

    return e->fallback.ctx != NULL || (e->key != NULL && init_fallback(e, e->ikm.len == 0 ? NULL : params) > 0);
}

/* ---- parameters ---- */

static int are_ours(const OSSL_PARAM params[])
{
    const char *text;

    for (; params != NULL && params->key != NULL; params++)
        if (ab_param_is(params, OSSL_KEM_PARAM_OPERATION)) {
            if (params->data_type != OSSL_PARAM_UTF8_STRING || !ab_param_get_utf8(params, &text)
                || strcasecmp(text, DHKEM) != 0)
                return 0;
        } else if (!ab_param_is(params, IKME) || params->data_type != OSSL_PARAM_OCTET_STRING) {
            return 0;
        }
    return 1;
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    const OSSL_PARAM *ikm = ab_param_locate_const(params, IKME);
    struct encapsulation *e = ctx;

    if (e->fallback.ctx != NULL || !are_ours(params))
        return fall_back(e) && ab_fallback_op_set_params(&e->fallback, OSSL_FUNC_KEM_SET_CTX_PARAMS, params);
    if (ikm == NULL)
        return 1;
    ab_octets_clear(&e->ikm);
    return ikm->data == NULL || ikm->data_size == 0 || ab_octets_set_param(e->prov, &e->ikm, ikm);
}

static const OSSL_PARAM *settable(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_KEM_PARAM_OPERATION, NULL, 0),
        OSSL_PARAM_octet_string(IKME, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

/* ---- init ---- */

/* Check at each operation, since the owner of a key may change it after init. */
static int can_be_native(const struct encapsulation *e)
{
    const bool encapsulates = e->begun_by == OSSL_FUNC_KEM_ENCAPSULATE_INIT
                              || e->begun_by == AB_KEM_AUTH_ENCAPSULATE_INIT;
    const struct ab_ec_key *key = e->key, *auth = e->auth;

    return key != NULL && key->curve != NULL && ab_dhkem_curves[ab_curve_id(key->curve)].id != 0 && key->has_public
           && (encapsulates || key->has_private)
           && (auth == NULL || (auth->curve == key->curve && auth->has_public && (!encapsulates || auth->has_private)));
}

static int begin(struct encapsulation *e, int id, void *key, void *auth, const OSSL_PARAM params[])
{
    if (key == NULL)
        return 0;
    forget_keys(e);
    ab_fallback_op_free(&e->fallback);
    e->begun_by = id;
    e->key = ab_ec_key_hold(key);
    e->auth = auth == NULL ? NULL : ab_ec_key_hold(auth);
    return can_be_native(e) ? set_ctx_params(e, params) : init_fallback(e, params);
}

static int encapsulate_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, OSSL_FUNC_KEM_ENCAPSULATE_INIT, key, NULL, params);
}

static int decapsulate_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, OSSL_FUNC_KEM_DECAPSULATE_INIT, key, NULL, params);
}

static int auth_encapsulate_init(void *ctx, void *key, void *auth, const OSSL_PARAM params[])
{
    return begin(ctx, auth == NULL ? OSSL_FUNC_KEM_ENCAPSULATE_INIT : AB_KEM_AUTH_ENCAPSULATE_INIT, key, auth, params);
}

static int auth_decapsulate_init(void *ctx, void *key, void *auth, const OSSL_PARAM params[])
{
    return begin(ctx, auth == NULL ? OSSL_FUNC_KEM_DECAPSULATE_INIT : AB_KEM_AUTH_DECAPSULATE_INIT, key, auth, params);
}

/* ---- the shared secret ---- */

/*
 * RFC 9180 sec. 4.1: each side computes two products, the second only if the sender is authenticated; enc is the
 * ephemeral key. A side has a private key for each product and the other side's points.
 */
struct agreement {
    const uint8_t *private_keys[2], *points[2];
    const uint8_t *enc;
};

static int agree(const struct encapsulation *e, const struct ab_hash *hash, uint8_t *secret, const struct agreement *a)
{
    const struct ab_ec_kernels *c = e->key->curve;
    const size_t field_len = ab_curve_field_len(c), encoded_len = 1 + 2 * field_len;
    uint8_t dh[2 * AB_EC_MAX_FIELD_LEN], context[AB_DHKEM_MAX_CONTEXT];
    unsigned num = e->auth == NULL ? 1 : 2;
    int ok = 1;

    for (unsigned i = 0; i < num; i++)
        ok = ab_ecdh(c, dh + i * field_len, a->private_keys[i], a->points[i]) && ok;
    memcpy(context, a->enc, encoded_len);
    ab_ec_encode(c, context + encoded_len, AB_EC_UNCOMPRESSED, e->key->public_key);
    if (e->auth != NULL)
        ab_ec_encode(c, context + 2 * encoded_len, AB_EC_UNCOMPRESSED, e->auth->public_key);
    if (ok)
        ab_dhkem_secret(&ab_dhkem_curves[ab_curve_id(c)], hash, secret, dh, num * field_len, context,
                        (num + 1) * encoded_len);
    ab_wipe(dh, sizeof(dh));
    return ok;
}

static const struct ab_hash *hash_of(const struct encapsulation *e)
{
    return ab_health_hash(e->prov, ab_dhkem_curves[ab_curve_id(e->key->curve)].hash);
}

static int make_ephemeral(const struct encapsulation *e, const struct ab_hash *hash, uint8_t *private_key, uint8_t *xy)
{
    const struct ab_ec_kernels *c = e->key->curve;

    if (e->ikm.len == 0)
        return ab_ec_generate(c, private_key, xy, &e->prov->random);
    return e->ikm.len >= ab_curve_order_len(c) && ab_dhkem_curve_private(c, hash, private_key, e->ikm.data, e->ikm.len)
           && ab_ec_public(c, xy, private_key);
}

static int encapsulate_native(const struct encapsulation *e, unsigned char *enc, size_t *enc_len, unsigned char *secret,
                              size_t *secret_len)
{
    const struct ab_ec_kernels *c = e->key->curve;
    const struct ab_hash *hash = hash_of(e);
    uint8_t private_key[AB_EC_MAX_ORDER_LEN], xy[AB_EC_MAX_XY_LEN], encoded[AB_EC_MAX_ENCODED_LEN];
    struct agreement a = { { private_key, NULL }, { e->key->public_key, e->key->public_key }, encoded };
    size_t len = 1 + 2 * ab_curve_field_len(c);
    int ok;

    if (hash == NULL || *enc_len < len || *secret_len < hash->algorithm->digest_len)
        return 0;
    ab_count(e->prov, ab_family_of_curve(ab_curve_id(c)), AB_COUNTED_ENCAPSULATE, 0);
    if (e->auth != NULL)
        a.private_keys[1] = e->auth->private_key;
    ok = make_ephemeral(e, hash, private_key, xy);
    if (ok) {
        ab_ec_encode(c, encoded, AB_EC_UNCOMPRESSED, xy);
        ok = agree(e, hash, secret, &a);
    }
    ab_wipe(private_key, sizeof(private_key));
    if (!ok)
        return 0;
    memcpy(enc, encoded, len);
    *enc_len = len;
    *secret_len = hash->algorithm->digest_len;
    return 1;
}

/* Either length may be NULL, but not both. */
static int get_lengths(const struct encapsulation *e, size_t *enc_len, size_t *secret_len)
{
    const struct ab_hash *hash = hash_of(e);

    if (hash == NULL || (enc_len == NULL && secret_len == NULL))
        return 0;
    if (enc_len != NULL)
        *enc_len = 1 + 2 * ab_curve_field_len(e->key->curve);
    if (secret_len != NULL)
        *secret_len = hash->algorithm->digest_len;
    return 1;
}

/* The default provider reads both lengths without a check, so neither way may begin without them. */
static int has_length(const struct encapsulation *e, const size_t *len)
{
    if (len == NULL)
        AB_RAISE(e->prov, AB_R_NULL_LENGTH_POINTER);
    return len != NULL;
}

static int encapsulate(void *ctx, unsigned char *enc, size_t *enc_len, unsigned char *secret, size_t *secret_len)
{
    struct encapsulation *e = ctx;

    if (enc != NULL && (!has_length(e, enc_len) || !has_length(e, secret_len)))
        return 0;
    if (e->fallback.ctx == NULL && can_be_native(e)
        && (enc == NULL ? get_lengths(e, enc_len, secret_len)
                        : encapsulate_native(e, enc, enc_len, secret, secret_len)))
        return 1;
    return fall_back(e) ? ab_fallback_op_encapsulate(&e->fallback, enc, enc_len, secret, secret_len) : 0;
}

static int decapsulate_native(const struct encapsulation *e, unsigned char *secret, size_t *secret_len,
                              const unsigned char *enc, size_t enc_len)
{
    const struct ab_ec_kernels *c = e->key->curve;
    const struct ab_hash *hash = hash_of(e);
    uint8_t xy[AB_EC_MAX_XY_LEN];
    struct agreement a = { { e->key->private_key, e->key->private_key }, { xy, NULL }, enc };

    if (e->auth != NULL)
        a.points[1] = e->auth->public_key;
    if (hash == NULL || enc_len != 1 + 2 * ab_curve_field_len(c) || *secret_len < hash->algorithm->digest_len
        || !ab_ec_decode(c, xy, enc, enc_len) || !agree(e, hash, secret, &a))
        return 0;
    ab_count(e->prov, ab_family_of_curve(ab_curve_id(c)), AB_COUNTED_DECAPSULATE, 0);
    *secret_len = hash->algorithm->digest_len;
    return 1;
}

static int decapsulate(void *ctx, unsigned char *secret, size_t *secret_len, const unsigned char *enc, size_t enc_len)
{
    struct encapsulation *e = ctx;

    if (secret != NULL && !has_length(e, secret_len))
        return 0;
    if (e->fallback.ctx == NULL && can_be_native(e)
        && (secret == NULL ? get_lengths(e, NULL, secret_len)
                           : decapsulate_native(e, secret, secret_len, enc, enc_len)))
        return 1;
    return fall_back(e) ? ab_fallback_op_decapsulate(&e->fallback, secret, secret_len, enc, enc_len) : 0;
}

#define INITS                                                                                                 \
    AB_KEM_FN(ENCAPSULATE_INIT, encapsulate_init), AB_KEM_FN(DECAPSULATE_INIT, decapsulate_init)
#define AUTH_INITS                                                                                            \
    AB_KEM_LATER(AUTH_ENCAPSULATE_INIT, auth_encapsulate_init),                                               \
    AB_KEM_LATER(AUTH_DECAPSULATE_INIT, auth_decapsulate_init)

const OSSL_DISPATCH ab_ec_kem_functions[] = {
    AB_KEM_FN(NEWCTX, newctx),
    AB_KEM_FN(FREECTX, freectx),
    INITS,
    AUTH_INITS,
    AB_KEM_FN(ENCAPSULATE, encapsulate),
    AB_KEM_FN(DECAPSULATE, decapsulate),
    AB_KEM_FN(SET_CTX_PARAMS, set_ctx_params),
    AB_KEM_FN(SETTABLE_CTX_PARAMS, settable),
    { 0, NULL },
};
