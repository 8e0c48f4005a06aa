/* The parameter "digest" of HASH-DRBG and HMAC-DRBG. */
#include "provider/rand/digest_drbg.h"

#include <openssl/params.h>

#include "provider/digest_param.h"
#include "provider/param.h"

enum ab_drbg_choice ab_drbg_choose_digest(struct ab_drbg *d, const OSSL_PARAM params[], const struct ab_hash **hash)
{
    const struct ab_hash *chosen = NULL;

    switch (ab_param_choose_digest(d->prov, params, &chosen)) {
    case AB_DIGEST_NONE: return AB_DRBG_OURS;
    case AB_DIGEST_OTHER: return AB_DRBG_OTHER;
    case AB_DIGEST_REFUSED: return AB_DRBG_REFUSED;
    default: break;
    }
    if (!ab_drbg_is_own_name(d, params))
        return AB_DRBG_OTHER;
    *hash = chosen;
    return AB_DRBG_OURS;
}

void ab_drbg_set_digest_lengths(struct ab_drbg *d, const struct ab_hash *hash)
{
    unsigned strength = (unsigned)(hash->algorithm->digest_len / 8 * 64);

    d->strength = strength > 256 ? 256 : strength;
    d->min_entropy_len = d->strength / 8;
    d->min_nonce_len = d->min_entropy_len / 2;
}

int ab_drbg_get_digest(const struct ab_hash *hash, OSSL_PARAM *p)
{
    if (!ab_param_is(p, OSSL_DRBG_PARAM_DIGEST))
        return 1;
    return hash != NULL && ab_param_set_utf8(p, hash->algorithm->name);
}

int ab_drbg_no_own_param(struct ab_drbg *d, OSSL_PARAM *p)
{
    (void)d, (void)p;
    return 0;
}

const OSSL_PARAM *ab_drbg_gettable_digest(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_DRBG_PARAM_DIGEST, NULL, 0),
        AB_DRBG_GETTABLE,
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}
