/* Parameters that the key managements of ML-KEM and of its hybrids share. */
#include "provider/keymgmt/mlkem_params.h"

#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>

#include "provider/fallback/fallback.h"
#include "provider/keymgmt/keymgmt.h"
#include "provider/param.h"

int ab_mlkem_get_strength(const struct ab_mlkem_params *sizes, OSSL_PARAM *p)
{
    if (ab_param_is(p, OSSL_PKEY_PARAM_BITS))
        return ab_param_set_uint64(p, AB_MLKEM_N * sizes->rank);
    if (ab_param_is(p, OSSL_PKEY_PARAM_SECURITY_BITS))
        return ab_param_set_uint64(p, sizes->security_bits);
    if (ab_param_is(p, AB_PARAM_SECURITY_CATEGORY))
        return ab_param_set_uint64(p, sizes->category);
    return 1;
}

const OSSL_PARAM *ab_mlkem_list_of_release(struct ab_provctx *prov, ab_twin_list_fn *list, enum ab_key_type type,
                                           const OSSL_PARAM *ours)
{
    const OSSL_PARAM *theirs = prov->release >= AB_RELEASE(3, 5) && ab_fallback_is_there(prov) ? list(prov, type)
                                                                                               : NULL;

    return theirs == NULL ? ours : theirs;
}

int ab_mlkem_can_generate(int selection)
{
    return (selection & (OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS | OSSL_KEYMGMT_SELECT_PRIVATE_KEY)) != 0;
}
