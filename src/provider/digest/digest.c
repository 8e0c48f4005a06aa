#include "provider/digest/digest.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/error.h"
#include "provider/health.h"
#include "provider/param.h"

void *ab_digest_new(void *provctx, const struct ab_digest_desc *desc)
{
    struct ab_provctx *prov = provctx;
    const struct ab_hash *hash = ab_health_hash(prov, desc->id);
    struct ab_digest *d;

    if (hash == NULL)
        return NULL;
    d = calloc(1, sizeof(*d));
    if (d == NULL) {
        AB_RAISE(prov, AB_R_OUT_OF_MEMORY, "%s", "digest context");
        return NULL;
    }
    d->prov = prov;
    d->hash = hash;
    ab_hash_init(&d->message, hash); /* an update before any init works in the default provider too */
    return d;
}

void ab_digest_free(void *ctx)
{
    if (ctx != NULL)
        ab_wipe(ctx, sizeof(struct ab_digest));
    free(ctx);
}

void *ab_digest_dup(void *ctx)
{
    struct ab_digest *d = ctx, *copy = malloc(sizeof(*copy));

    if (copy == NULL)
        AB_RAISE(d->prov, AB_R_OUT_OF_MEMORY, "%s", "digest context");
    else
        memcpy(copy, d, sizeof(*copy));
    return copy;
}

int ab_digest_init(void *ctx, const OSSL_PARAM params[])
{
    struct ab_digest *d = ctx;

    (void)params;
    ab_hash_init(&d->message, d->hash);
    return 1;
}

int ab_digest_update(void *ctx, const unsigned char *data, size_t len)
{
    struct ab_digest *d = ctx;

    ab_hash_update(&d->message, data, len);
    return 1;
}

int ab_digest_final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    struct ab_digest *d = ctx;
    size_t len = d->hash->algorithm->digest_len;

    if (out_size < len) {
        AB_RAISE(d->prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "%zu bytes wanted", len);
        return 0;
    }
    ab_hash_final(&d->message, out);
    *out_len = len;
    return 1;
}

const OSSL_PARAM *ab_digest_gettable_params(void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_BLOCK_SIZE, NULL),
        OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_SIZE, NULL),
        OSSL_PARAM_int(OSSL_DIGEST_PARAM_XOF, NULL),
        OSSL_PARAM_int(OSSL_DIGEST_PARAM_ALGID_ABSENT, NULL),
        OSSL_PARAM_END,
    };

    (void)provctx;
    return list;
}

static int get_desc_param(const struct ab_digest_desc *desc, OSSL_PARAM *p)
{
    if (ab_param_is(p, OSSL_DIGEST_PARAM_BLOCK_SIZE))
        return ab_param_set_uint64(p, desc->block_len);
    if (ab_param_is(p, OSSL_DIGEST_PARAM_SIZE))
        return ab_param_set_uint64(p, desc->digest_len);
    if (ab_param_is(p, OSSL_DIGEST_PARAM_XOF))
        return ab_param_set_uint64(p, (desc->flags & AB_DIGEST_XOF) != 0);
    if (ab_param_is(p, OSSL_DIGEST_PARAM_ALGID_ABSENT))
        return ab_param_set_uint64(p, (desc->flags & AB_DIGEST_ALGID_ABSENT) != 0);
    return 1;
}

int ab_digest_get_desc_params(const struct ab_digest_desc *desc, OSSL_PARAM params[])
{
    for (; params != NULL && params->key != NULL; params++)
        if (!get_desc_param(desc, params))
            return 0;
    return 1;
}
