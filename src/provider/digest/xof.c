/* The calls that extendable-output functions share. */
#include "provider/digest/xof.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

#include "provider/counters.h"
#include "provider/error.h"
#include "provider/param.h"

/* Since 3.4 "size" is a synonym of "xoflen". */
static int takes_size(const struct ab_provctx *prov)
{
    return prov->release >= AB_RELEASE(3, 4);
}

int ab_xof_set_params(void *ctx, const OSSL_PARAM params[])
{
    struct ab_digest *d = ctx;
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_DIGEST_PARAM_XOFLEN);

    if (p == NULL && takes_size(d->prov))
        p = ab_param_locate_const(params, OSSL_DIGEST_PARAM_SIZE);
    if (p == NULL || ab_param_get_size(p, &d->len))
        return 1;
    AB_RAISE_DETAIL(d->prov, AB_R_FAILED_TO_GET_PARAMETER, "%s", p->key);
    return 0;
}

const OSSL_PARAM *ab_xof_settable_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        { OSSL_DIGEST_PARAM_SIZE, OSSL_PARAM_UNSIGNED_INTEGER, NULL, 0, 0 },
        { OSSL_DIGEST_PARAM_XOFLEN, OSSL_PARAM_UNSIGNED_INTEGER, NULL, 0, 0 },
        OSSL_PARAM_END,
    };

    (void)ctx;
    return takes_size(provctx) ? list : list + 1;
}

int ab_xof_get_len(const struct ab_provctx *prov, size_t len, OSSL_PARAM params[])
{
    for (; params != NULL && params->key != NULL; params++)
        if ((ab_param_is(params, OSSL_DIGEST_PARAM_XOFLEN) || ab_param_is(params, OSSL_DIGEST_PARAM_SIZE))
            && !ab_param_set_uint64(params, len)) {
            AB_RAISE_DETAIL(prov, AB_R_FAILED_TO_GET_PARAMETER, "%s", params->key);
            return 0;
        }
    return 1;
}

int ab_xof_get_params(void *ctx, OSSL_PARAM params[])
{
    const struct ab_digest *d = ctx;

    return ab_xof_get_len(d->prov, d->len, params);
}

const OSSL_PARAM *ab_xof_gettable_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        { OSSL_DIGEST_PARAM_XOFLEN, OSSL_PARAM_UNSIGNED_INTEGER, NULL, 0, 0 },
        { OSSL_DIGEST_PARAM_SIZE, OSSL_PARAM_UNSIGNED_INTEGER, NULL, 0, 0 },
        OSSL_PARAM_END,
    };

    (void)ctx;
    (void)provctx;
    return list;
}

int ab_xof_init(void *ctx, const OSSL_PARAM params[])
{
    return ab_digest_init(ctx, NULL) && ab_xof_set_params(ctx, params);
}

static int refuse_order(const struct ab_digest *d, const char *what)
{
    AB_RAISE_DETAIL(d->prov, AB_R_WRONG_OPERATION_ORDER, "%s", what);
    return 0;
}

int ab_xof_update(void *ctx, const unsigned char *data, size_t len)
{
    struct ab_digest *d = ctx;

    return d->is_squeezing && len != 0 ? refuse_order(d, "data after output") : ab_digest_update(d, data, len);
}

/*
 * Releases before 3.3 pass the name's default length as out_size whatever length was set, so it is ignored there. A
 * length of 0 does not end the message, and before 4.0 is not an error.
 */
int ab_xof_final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    struct ab_digest *d = ctx;

    (void)out_size;
    if (d->is_squeezing && (d->len != 0 || d->prov->release >= AB_RELEASE(4, 0)))
        return refuse_order(d, "the end after output");
    if (d->len == AB_DIGEST_NO_LEN) {
        AB_RAISE_DETAIL(d->prov, AB_R_INVALID_DIGEST_LENGTH, "no length was set");
        return 0;
    }
    *out_len = d->len;
    if (d->len == 0)
        return 1;
    ab_hash_squeeze(ab_digest_message(d), out, d->len);
    ab_count(d->prov, ab_hash_family(d->hash), AB_COUNTED_DIGEST, 0);
    ab_hash_wipe(&d->message);
    d->is_begun = 0;
    return 1;
}

int ab_xof_squeeze(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    struct ab_digest *d = ctx;

    if (!d->is_begun)
        return refuse_order(d, "output after the end");
    *out_len = out_size;
    if (out_size == 0)
        return 1;
    if (!d->is_squeezing)
        ab_count(d->prov, ab_hash_family(d->hash), AB_COUNTED_DIGEST, 0);
    d->is_squeezing = 1;
    ab_hash_squeeze(&d->message, out, out_size);
    return 1;
}
