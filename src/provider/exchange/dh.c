/*
 * Diffie-Hellman for OpenSSL; the arithmetic is in src/crypto/dh/dh.c. With a KDF (X9.42), and with keys that our
 * arithmetic does not support, it falls back to the default provider.
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/proverr.h>
#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/context.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/exchange/exchange.h"
#include "provider/fallback/operation.h"
#include "provider/keymgmt/ffc_key.h"
#include "provider/param.h"

struct exchange {
    struct ab_provctx *prov;
    struct ab_ffc_key *key, *peer;
    unsigned pad;                   /* keep the leading zeros of the secret */
    struct ab_fallback_op fallback; /* has a context during fallback */
};

static void *newctx(void *provctx)
{
    struct exchange *e = ab_alloc_zeros(provctx, sizeof(*e), "key exchange");

    if (e != NULL)
        e->prov = provctx;
    return e;
}

static void freectx(void *ctx)
{
    struct exchange *e = ctx;

    ab_fallback_op_free(&e->fallback);
    ab_ffc_key_free(e->key);
    ab_ffc_key_free(e->peer);
    free(e);
}

static void *dupctx(void *ctx)
{
    const struct exchange *e = ctx;
    struct exchange *copy = newctx(e->prov);

    if (copy == NULL)
        return NULL;
    copy->pad = e->pad;
    copy->key = e->key == NULL ? NULL : ab_ffc_key_hold(e->key);
    copy->peer = e->peer == NULL ? NULL : ab_ffc_key_hold(e->peer);
    if (ab_fallback_op_dup(&copy->fallback, &e->fallback))
        return copy;
    freectx(copy);
    return NULL;
}

/* ---- the fallback ---- */

static int begin_fallback(struct ab_fallback_op *p, const struct exchange *e)
{
    unsigned pad = e->pad;
    const OSSL_PARAM params[] = { OSSL_PARAM_uint(OSSL_EXCHANGE_PARAM_PAD, &pad), OSSL_PARAM_END };

    return ab_fallback_op_make(p, e->prov, OSSL_OP_KEYEXCH, "DH", NULL)
           && (e->key == NULL || ab_fallback_op_init(p, OSSL_FUNC_KEYEXCH_INIT, ab_twin_peek(&e->key->twin), params))
           && (e->peer == NULL || ab_fallback_op_set_peer(p, ab_twin_peek(&e->peer->twin)));
}

static int fall_back(struct exchange *e)
{
    if (e->fallback.ctx != NULL || begin_fallback(&e->fallback, e))
        return 1;
    ab_fallback_op_free(&e->fallback);
    return 0;
}

/* One derivation by the default provider, with its errors. */
static int default_derive(const struct exchange *e, unsigned char *secret, size_t *secret_len, size_t size)
{
    struct ab_fallback_op p = { 0 };
    int ok = begin_fallback(&p, e) && ab_fallback_op_final(&p, OSSL_FUNC_KEYEXCH_DERIVE, secret, secret_len, size);

    ab_fallback_op_free(&p);
    return ok;
}

/* ---- keys ---- */

static void take(struct ab_ffc_key **slot, struct ab_ffc_key *key)
{
    ab_ffc_key_hold(key);
    ab_ffc_key_free(*slot);
    *slot = key;
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[]);

static int init(void *ctx, void *keydata, const OSSL_PARAM params[])
{
    struct exchange *e = ctx;

    if (keydata == NULL)
        return 0;
    take(&e->key, keydata);
    ab_fallback_op_free(&e->fallback);
    return set_ctx_params(e, params);
}

/* What the callbacks of two nested exports compare. */
struct peer_q {
    const struct ab_twin *key;
    const OSSL_PARAM *q;
};

/* Called with the parameters of our key. */
static int has_same_q(const OSSL_PARAM params[], void *arg)
{
    const struct peer_q *peer = arg;
    const OSSL_PARAM *q = ab_param_locate_const(params, OSSL_PKEY_PARAM_FFC_Q);

    return q != NULL && q->data_size == peer->q->data_size && memcmp(q->data, peer->q->data, q->data_size) == 0;
}

/* Called with the parameters of the peer's key. */
static int has_q_of_key(const OSSL_PARAM params[], void *arg)
{
    struct peer_q *peer = arg;

    peer->q = ab_param_locate_const(params, OSSL_PKEY_PARAM_FFC_Q);
    return peer->q == NULL || ab_twin_export(peer->key, OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS, has_same_q, peer);
}

/*
 * Whether the domain parameters are those of our key. The default provider's comparison leaves q out; but the public
 * number is validated against the peer's q, and a peer that chooses q freely can pass with an element of a small
 * subgroup, which gives our private number away bit by bit (SP 800-56A rev. 3, section 5.6.2.3.1).
 */
static int matches_domain(const struct exchange *e, const struct ab_ffc_key *peer)
{
    struct peer_q q = { &e->key->twin, NULL };

    return ab_twin_match(&peer->twin, &e->key->twin, OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS)
           && ab_twin_export(&peer->twin, OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS, has_q_of_key, &q);
}

static int set_peer(void *ctx, void *keydata)
{
    struct exchange *e = ctx;
    struct ab_ffc_key *peer = keydata;

    if (peer == NULL || e->key == NULL)
        return 0;
    if (!matches_domain(e, peer)) {
        AB_RAISE_CODE(e->prov, ERR_LIB_PROV, PROV_R_MISMATCHING_DOMAIN_PARAMETERS);
        return 0;
    }
    take(&e->peer, peer);
    return e->fallback.ctx == NULL || ab_fallback_op_set_peer(&e->fallback, ab_twin_peek(&peer->twin));
}

/* ---- the secret ---- */

/*
 * Remove leading zeros: move them behind the number and return the remaining length. Accesses every byte; the length
 * becomes public.
 */
static size_t strip(unsigned char *secret, size_t len)
{
    size_t zeros = 0;
    uint64_t leading = 1;

    for (size_t i = 0; i < len; i++) {
        leading &= ab_ct_is_zero(secret[i]);
        zeros += (size_t)leading;
    }
    memmove(secret, secret + zeros, len - zeros);
    memset(secret + len - zeros, 0, zeros);
    return len - zeros;
}

static int derive_native(const struct exchange *e, const struct ab_ffc_native *n, unsigned char *secret)
{
    size_t num = ab_ffc_words(n->group);
    uint64_t *y = calloc(num, sizeof(*y));
    int ok = y != NULL && ab_ffc_key_public(e->peer, y, num) && ab_dh(n->group, secret, n->x, n->x_bits, y);

    free(y);
    return ok;
}

/* With secret == NULL, return the length only. */
static int derive(void *ctx, unsigned char *secret, size_t *secret_len, size_t size)
{
    struct exchange *e = ctx;
    const struct ab_ffc_native *n = e->key == NULL || e->peer == NULL ? NULL : ab_ffc_key_native(e->key);
    size_t len = n == NULL ? 0 : (ab_ffc_p_bits(n->group) + 7) / 8;

    if (e->peer != NULL && !ab_twin_has(&e->peer->twin, OSSL_KEYMGMT_SELECT_PUBLIC_KEY)) {
        AB_RAISE_DETAIL(e->prov, AB_R_MISSING_KEY, "of the peer"); /* the default provider would take NULL as a peer */
        return 0;
    }
    if (e->fallback.ctx != NULL)
        return ab_fallback_op_final(&e->fallback, OSSL_FUNC_KEYEXCH_DERIVE, secret, secret_len, size);
    if (n == NULL || n->x == NULL || secret == NULL || size < len || !derive_native(e, n, secret))
        return default_derive(e, secret, secret_len, size);
    ab_count(e->prov, AB_FAMILY_FFC, AB_COUNTED_EXCHANGE, 0);
    *secret_len = e->pad != 0 ? len : strip(secret, len);
    return 1;
}

/* ---- parameters ---- */

/* All other parameters concern the KDF. */
static int is_padding_alone(const OSSL_PARAM params[])
{
    return ab_param_is(params, OSSL_EXCHANGE_PARAM_PAD) && params[1].key == NULL;
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct exchange *e = ctx;
    unsigned pad;

    if (params == NULL || params->key == NULL)
        return 1;
    if (e->fallback.ctx == NULL && is_padding_alone(params)) {
        if (!ab_param_get_uint(params, &pad))
            return 0;
        e->pad = pad != 0;
        return 1;
    }
    return fall_back(e) && ab_fallback_op_set_params(&e->fallback, OSSL_FUNC_KEYEXCH_SET_CTX_PARAMS, params);
}

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    struct exchange *e = ctx;

    return fall_back(e) && ab_fallback_op_get_params(&e->fallback, OSSL_FUNC_KEYEXCH_GET_CTX_PARAMS, params);
}

static const OSSL_PARAM *settable(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_int(OSSL_EXCHANGE_PARAM_PAD, NULL),
        OSSL_PARAM_utf8_string(OSSL_EXCHANGE_PARAM_KDF_TYPE, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_EXCHANGE_PARAM_KDF_DIGEST, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_EXCHANGE_PARAM_KDF_DIGEST_PROPS, NULL, 0),
        OSSL_PARAM_size_t(OSSL_EXCHANGE_PARAM_KDF_OUTLEN, NULL),
        OSSL_PARAM_octet_string(OSSL_EXCHANGE_PARAM_KDF_UKM, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_CEK_ALG, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

static const OSSL_PARAM *gettable(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_EXCHANGE_PARAM_KDF_TYPE, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_EXCHANGE_PARAM_KDF_DIGEST, NULL, 0),
        OSSL_PARAM_size_t(OSSL_EXCHANGE_PARAM_KDF_OUTLEN, NULL),
        OSSL_PARAM_DEFN(OSSL_EXCHANGE_PARAM_KDF_UKM, OSSL_PARAM_OCTET_PTR, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_CEK_ALG, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

#define CONTEXTS AB_KEYEXCH_FN(NEWCTX, newctx), AB_KEYEXCH_FN(FREECTX, freectx), AB_KEYEXCH_FN(DUPCTX, dupctx)
#define WORK AB_KEYEXCH_FN(INIT, init), AB_KEYEXCH_FN(SET_PEER, set_peer), AB_KEYEXCH_FN(DERIVE, derive)

const OSSL_DISPATCH ab_dh_exchange_functions[] = {
    CONTEXTS,
    WORK,
    AB_KEYEXCH_FN(SET_CTX_PARAMS, set_ctx_params),
    AB_KEYEXCH_FN(GET_CTX_PARAMS, get_ctx_params),
    AB_KEYEXCH_FN(SETTABLE_CTX_PARAMS, settable),
    AB_KEYEXCH_FN(GETTABLE_CTX_PARAMS, gettable),
    { 0, NULL },
};
