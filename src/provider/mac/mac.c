/* The parameters of MACs that report sizes alone. */
#include "provider/mac/mac.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

#include "provider/param.h"

const OSSL_PARAM *ab_mac_gettable_sizes(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_size_t(OSSL_MAC_PARAM_SIZE, NULL),
        OSSL_PARAM_size_t(OSSL_MAC_PARAM_BLOCK_SIZE, NULL),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

const OSSL_PARAM *ab_mac_gettable_size(void *provctx)
{
    static const OSSL_PARAM list[] = { OSSL_PARAM_size_t(OSSL_MAC_PARAM_SIZE, NULL), OSSL_PARAM_END };

    (void)provctx;
    return list;
}

int ab_mac_get_size_16(OSSL_PARAM params[])
{
    OSSL_PARAM *size = ab_param_locate(params, OSSL_MAC_PARAM_SIZE);

    return size == NULL || ab_param_set_uint64(size, 16);
}
