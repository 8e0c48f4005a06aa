/* X25519 and X448 for OpenSSL; the functions are in src/crypto/curve25519/x25519.c and src/crypto/curve448/x448.c. */
#include <openssl/params.h>
#include <stdlib.h>

#include "afterburner/curve25519.h"
#include "afterburner/curve448.h"
#include "provider/context.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/exchange/exchange.h"
#include "provider/health.h"
#include "provider/keymgmt/ecx_key.h"

struct exchange {
    struct ab_provctx *prov;
    enum ab_ecx_type type;
    struct ab_ecx_key *key, *peer;
};

static void *new_exchange(void *provctx, enum ab_ecx_type type)
{
    struct exchange *e = ab_alloc_zeros(provctx, sizeof(*e), "key exchange");

    if (e == NULL)
        return NULL;
    e->prov = provctx;
    e->type = type;
    return e;
}

static void *x25519_newctx(void *provctx)
{
    return new_exchange(provctx, AB_ECX_X25519);
}
static void *x448_newctx(void *provctx)
{
    return new_exchange(provctx, AB_ECX_X448);
}

static void freectx(void *ctx)
{
    struct exchange *e = ctx;

    ab_ecx_key_free(e->key);
    ab_ecx_key_free(e->peer);
    free(e);
}

static void *dupctx(void *ctx)
{
    const struct exchange *e = ctx;
    struct exchange *copy = new_exchange(e->prov, e->type);

    if (copy == NULL)
        return NULL;
    copy->key = e->key == NULL ? NULL : ab_ecx_key_hold(e->key);
    copy->peer = e->peer == NULL ? NULL : ab_ecx_key_hold(e->peer);
    return copy;
}

static int take(struct exchange *e, struct ab_ecx_key **slot, struct ab_ecx_key *key)
{
    if (key == NULL || key->type != e->type) {
        AB_RAISE_DETAIL(e->prov, AB_R_NO_KEY_SET, "%s", e->type == AB_ECX_X25519 ? "of X25519" : "of X448");
        return 0;
    }
    ab_ecx_key_hold(key);
    ab_ecx_key_free(*slot);
    *slot = key;
    return 1;
}

static int init(void *ctx, void *keydata, const OSSL_PARAM params[])
{
    struct exchange *e = ctx;

    (void)params;
    return take(e, &e->key, keydata);
}

static int set_peer(void *ctx, void *keydata)
{
    struct exchange *e = ctx;

    return take(e, &e->peer, keydata);
}

/* Returns 0 with an error raised. */
static int derive_25519(const struct exchange *e, uint8_t secret[AB_X25519_LEN])
{
    const struct ab_curve25519_kernels *kernels = ab_health_curve25519(e->prov);

    if (kernels == NULL)
        return 0;
    if (ab_x25519(kernels, secret, e->key->private_key, e->peer->public_key))
        return 1;
    AB_RAISE_DETAIL(e->prov, AB_R_FAILED_DURING_DERIVATION, "the peer's point is of low order");
    return 0;
}

static int derive_448(const struct exchange *e, uint8_t secret[AB_X448_LEN])
{
    const struct ab_curve448_kernels *kernels = ab_health_curve448(e->prov);

    if (kernels == NULL)
        return 0;
    if (ab_x448(kernels, secret, e->key->private_key, e->peer->public_key))
        return 1;
    AB_RAISE_DETAIL(e->prov, AB_R_FAILED_DURING_DERIVATION, "the peer's point is of low order");
    return 0;
}

/* With secret == NULL, return the length only. */
static int derive(void *ctx, unsigned char *secret, size_t *secret_len, size_t size)
{
    const struct exchange *e = ctx;

    if (e->key == NULL || !e->key->has_private || e->peer == NULL) {
        AB_RAISE(e->prov, AB_R_MISSING_KEY);
        return 0;
    }
    *secret_len = e->key->len;
    if (secret == NULL)
        return 1;
    if (size < e->key->len) {
        AB_RAISE_DETAIL(e->prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "%zu bytes", size);
        return 0;
    }
    ab_count(e->prov, ab_ecx_family(e->type), AB_COUNTED_EXCHANGE, 0);
    return e->type == AB_ECX_X25519 ? derive_25519(e, secret) : derive_448(e, secret);
}

/* Since 3.4 there is a list, which is empty outside the FIPS provider. */
static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    (void)ctx, (void)params;
    return 1;
}

static const OSSL_PARAM *gettable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = { OSSL_PARAM_END };

    (void)ctx, (void)provctx;
    return list;
}

#define SHARED(new)                                                                                                 \
    AB_KEYEXCH_FN(NEWCTX, new), AB_KEYEXCH_FN(FREECTX, freectx), AB_KEYEXCH_FN(DUPCTX, dupctx),                    \
    AB_KEYEXCH_FN(INIT, init), AB_KEYEXCH_FN(SET_PEER, set_peer), AB_KEYEXCH_FN(DERIVE, derive)
#define LISTS AB_KEYEXCH_FN(GET_CTX_PARAMS, get_ctx_params), AB_KEYEXCH_FN(GETTABLE_CTX_PARAMS, gettable_ctx_params)

const OSSL_DISPATCH ab_x25519_exchange_3_0_functions[] = { SHARED(x25519_newctx), { 0, NULL } };
const OSSL_DISPATCH ab_x25519_exchange_3_4_functions[] = { SHARED(x25519_newctx), LISTS, { 0, NULL } };
const OSSL_DISPATCH ab_x448_exchange_3_0_functions[] = { SHARED(x448_newctx), { 0, NULL } };
const OSSL_DISPATCH ab_x448_exchange_3_4_functions[] = { SHARED(x448_newctx), LISTS, { 0, NULL } };
