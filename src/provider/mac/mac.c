/* The list of gettable parameters for MACs that have only two sizes to report. */
#include "provider/mac/mac.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

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
