/*
 * The parameter "ssl3-ms" of SHA1 and MD5-SHA1: the master secret of SSL 3.0's CertificateVerify (crypto/hash/ssl3.h).
 */
#include "crypto/hash/ssl3.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

#include "provider/digest/digest.h"
#include "provider/param.h"

int ab_digest_ssl3_set_params(void *ctx, const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_DIGEST_PARAM_SSL3_MS);
    const uint8_t *master;
    size_t len;

    if (p == NULL || !ab_param_get_octets(p, &master, &len))
        return 1; /* the default provider too ignores one of another type */
    if (len != AB_SSL3_MASTER_LEN || master == NULL)
        return 0;
    ab_hash_add_ssl3_master(ab_digest_message(ctx), master);
    return 1;
}

const OSSL_PARAM *ab_digest_ssl3_settable_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        { OSSL_DIGEST_PARAM_SSL3_MS, OSSL_PARAM_OCTET_STRING, NULL, 0, 0 },
        OSSL_PARAM_END,
    };

    (void)ctx;
    (void)provctx;
    return list;
}

int ab_digest_ssl3_init(void *ctx, const OSSL_PARAM params[])
{
    return ab_digest_init(ctx, NULL) && ab_digest_ssl3_set_params(ctx, params);
}
