/*
 * Key encapsulation with RSA for OpenSSL: RSASVE (SP 800-56B sec. 7.2.1). A context of the default provider over the
 * key's twin holds the parameters and handles unusual calls; plain calls are computed here.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <strings.h>

#include "ct/ct.h"
#include "provider/context.h"
#include "provider/counters.h"
#include "provider/fallback/operation.h"
#include "provider/kem/kem.h"
#include "provider/keymgmt/rsa_key.h"
#include "provider/param.h"

struct encapsulation {
    struct ab_provctx *prov;
    struct ab_rsa_keydata *key;
    bool is_rsasve; /* the operation was named, which later releases do not require */
    struct ab_fallback_op fallback;
};

static void *newctx(void *provctx)
{
    struct encapsulation *c = ab_alloc_zeros(provctx, sizeof(*c), "encapsulation");

    if (c == NULL)
        return NULL;
    c->prov = provctx;
    c->is_rsasve = c->prov->release >= AB_RELEASE(3, 5);
    return c;
}

static void freectx(void *ctx)
{
    struct encapsulation *c = ctx;

    ab_fallback_op_free(&c->fallback);
    ab_rsa_keydata_free(c->key);
    free(c);
}

static void *dupctx(void *ctx)
{
    const struct encapsulation *c = ctx;
    struct encapsulation *copy = newctx(c->prov);

    if (copy == NULL)
        return NULL;
    *copy = *c;
    copy->key = c->key == NULL ? NULL : ab_rsa_keydata_hold(c->key);
    if (ab_fallback_op_dup(&copy->fallback, &c->fallback))
        return copy;
    freectx(copy);
    return NULL;
}

/* ---- parameters ---- */

static void note_operation(struct encapsulation *c, const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = params == NULL ? NULL : ab_param_locate_const(params, OSSL_KEM_PARAM_OPERATION);
    const char *name;

    if (p != NULL && ab_param_get_utf8(p, &name) && strcasecmp(name, OSSL_KEM_PARAM_OPERATION_RSASVE) == 0)
        c->is_rsasve = true;
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct encapsulation *c = ctx;

    if (c->fallback.ctx == NULL || !ab_fallback_op_set_params(&c->fallback, OSSL_FUNC_KEM_SET_CTX_PARAMS, params))
        return 0;
    note_operation(c, params);
    return 1;
}

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    struct encapsulation *c = ctx;

    return c->fallback.ctx != NULL && ab_fallback_op_get_params(&c->fallback, OSSL_FUNC_KEM_GET_CTX_PARAMS, params);
}

static const OSSL_PARAM *gettable(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = { OSSL_PARAM_END };

    (void)ctx, (void)provctx;
    return list;
}

static const OSSL_PARAM *settable(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = { OSSL_PARAM_utf8_string(OSSL_KEM_PARAM_OPERATION, NULL, 0), OSSL_PARAM_END };

    (void)ctx, (void)provctx;
    return list;
}

/* ---- init ---- */

static int begin(struct encapsulation *c, struct ab_rsa_keydata *key, const OSSL_PARAM params[], int id)
{
    void *twin = key == NULL ? NULL : ab_rsa_keydata_twin(key);

    if (twin == NULL || !ab_fallback_op_make(&c->fallback, c->prov, OSSL_OP_KEM, "RSA", NULL)
        || !ab_fallback_op_init(&c->fallback, id, twin, params))
        return 0;
    ab_rsa_keydata_hold(key);
    ab_rsa_keydata_free(c->key);
    c->key = key;
    note_operation(c, params);
    return 1;
}

static int encapsulate_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, OSSL_FUNC_KEM_ENCAPSULATE_INIT);
}

static int decapsulate_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return begin(ctx, key, params, OSSL_FUNC_KEM_DECAPSULATE_INIT);
}

/* ---- the work ---- */

typedef const struct ab_rsa_key *native_fn(struct ab_rsa_keydata *key);

/* The native key if this is RSASVE with a buffer of this size, otherwise NULL. */
static const struct ab_rsa_key *native_for(const struct encapsulation *c, const size_t *size, native_fn *native_of)
{
    const struct ab_rsa_key *native = c->key == NULL || !c->is_rsasve || size == NULL ? NULL : native_of(c->key);

    return native == NULL || *size < ab_rsa_size(native) ? NULL : native;
}

static int encapsulate(void *ctx, unsigned char *out, size_t *out_len, unsigned char *secret, size_t *secret_len)
{
    struct encapsulation *c = ctx;
    const struct ab_rsa_key *native = out == NULL || secret == NULL
                                          ? NULL
                                          : native_for(c, out_len, ab_rsa_keydata_native_public);

    if (c->fallback.ctx == NULL)
        return 0;
    if (native == NULL || ab_rsa_encapsulate(native, &c->prov->random, secret, out) != AB_RSA_OK)
        return ab_fallback_op_encapsulate(&c->fallback, out, out_len, secret, secret_len);
    ab_count(c->prov, AB_FAMILY_RSA, AB_COUNTED_ENCAPSULATE, 0);
    *out_len = ab_rsa_size(native);
    if (secret_len != NULL)
        *secret_len = *out_len;
    return 1;
}

/* 0, 1 and n - 1 are their own powers; later releases refuse them. */
static int decapsulate(void *ctx, unsigned char *secret, size_t *secret_len, const unsigned char *in, size_t in_len)
{
    struct encapsulation *c = ctx;
    const struct ab_rsa_key *native = secret == NULL || secret == in ? NULL
                                                                     : native_for(c, secret_len, ab_rsa_keydata_native);

    if (c->fallback.ctx == NULL)
        return 0;
    if (native == NULL || in_len != ab_rsa_size(native)
        || ab_rsa_private(native, &c->prov->random, secret, in, in_len) != AB_RSA_OK
        || ab_ct_memcmp(secret, in, in_len) == 0)
        return ab_fallback_op_decapsulate(&c->fallback, secret, secret_len, in, in_len);
    ab_count(c->prov, AB_FAMILY_RSA, AB_COUNTED_DECAPSULATE, 0);
    *secret_len = in_len;
    return 1;
}

const OSSL_DISPATCH ab_rsa_kem_functions[] = {
    AB_KEM_FN(NEWCTX, newctx),
    AB_KEM_FN(FREECTX, freectx),
    AB_KEM_FN(DUPCTX, dupctx),
    AB_KEM_FN(ENCAPSULATE_INIT, encapsulate_init),
    AB_KEM_FN(ENCAPSULATE, encapsulate),
    AB_KEM_FN(DECAPSULATE_INIT, decapsulate_init),
    AB_KEM_FN(DECAPSULATE, decapsulate),
    AB_KEM_FN(GET_CTX_PARAMS, get_ctx_params),
    AB_KEM_FN(GETTABLE_CTX_PARAMS, gettable),
    AB_KEM_FN(SET_CTX_PARAMS, set_ctx_params),
    AB_KEM_FN(SETTABLE_CTX_PARAMS, settable),
    { 0, NULL },
};
