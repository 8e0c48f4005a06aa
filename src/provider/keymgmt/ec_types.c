/* Parameter lists of import and export for keys on elliptic curves, which are the same in every release. */
#include <openssl/core_names.h>
#include <openssl/params.h>

#include "provider/keymgmt/ec_gen.h"

#define PRIVATE OSSL_PARAM_BN(OSSL_PKEY_PARAM_PRIV_KEY, NULL, 0)
#define PUBLIC OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, NULL, 0)
#define TEXT(name) OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_##name, NULL, 0)
#define WRITING TEXT(GROUP_NAME), TEXT(EC_ENCODING), TEXT(EC_POINT_CONVERSION_FORMAT)
#define CURVE                                                                                                 \
    TEXT(EC_FIELD_TYPE), OSSL_PARAM_BN(OSSL_PKEY_PARAM_EC_P, NULL, 0), \
    OSSL_PARAM_BN(OSSL_PKEY_PARAM_EC_A, NULL, 0), OSSL_PARAM_BN(OSSL_PKEY_PARAM_EC_B, NULL, 0)
#define GROUP                                                                                                 \
    OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_EC_GENERATOR, NULL, 0), OSSL_PARAM_BN(OSSL_PKEY_PARAM_EC_ORDER, NULL, 0), \
    OSSL_PARAM_BN(OSSL_PKEY_PARAM_EC_COFACTOR, NULL, 0), OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_EC_SEED, NULL, 0)
#define DOMAIN WRITING, CURVE, GROUP, OSSL_PARAM_int(OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS, NULL)
#define OTHER                                                                                                  \
    OSSL_PARAM_int(OSSL_PKEY_PARAM_USE_COFACTOR_ECDH, NULL), OSSL_PARAM_int(OSSL_PKEY_PARAM_EC_INCLUDE_PUBLIC, NULL)

enum { HAS_PRIVATE = 1, HAS_PUBLIC = 2, HAS_DOMAIN = 4, HAS_OTHER = 8 };

/* The rest of a list from its second entry on serves as a list, too. */
static const OSSL_PARAM private_public_domain_other[] = { PRIVATE, PUBLIC, DOMAIN, OTHER, OSSL_PARAM_END };
static const OSSL_PARAM private_domain_other[] = { PRIVATE, DOMAIN, OTHER, OSSL_PARAM_END };
static const OSSL_PARAM private_public_other[] = { PRIVATE, PUBLIC, OTHER, OSSL_PARAM_END };
static const OSSL_PARAM private_other[] = { PRIVATE, OTHER, OSSL_PARAM_END };
static const OSSL_PARAM private_public_domain[] = { PRIVATE, PUBLIC, DOMAIN, OSSL_PARAM_END };
static const OSSL_PARAM private_domain[] = { PRIVATE, DOMAIN, OSSL_PARAM_END };
static const OSSL_PARAM private_public[] = { PRIVATE, PUBLIC, OSSL_PARAM_END };
static const OSSL_PARAM private_alone[] = { PRIVATE, OSSL_PARAM_END };

const OSSL_PARAM *ab_ec_types(int selection)
{
    static const OSSL_PARAM *const lists[16] = {
        [HAS_PRIVATE] = private_alone,
        [HAS_PUBLIC] = private_public + 1,
        [HAS_PUBLIC | HAS_PRIVATE] = private_public,
        [HAS_DOMAIN] = private_domain + 1,
        [HAS_DOMAIN | HAS_PRIVATE] = private_domain,
        [HAS_DOMAIN | HAS_PUBLIC] = private_public_domain + 1,
        [HAS_DOMAIN | HAS_PUBLIC | HAS_PRIVATE] = private_public_domain,
        [HAS_OTHER] = private_other + 1,
        [HAS_OTHER | HAS_PRIVATE] = private_other,
        [HAS_OTHER | HAS_PUBLIC] = private_public_other + 1,
        [HAS_OTHER | HAS_PUBLIC | HAS_PRIVATE] = private_public_other,
        [HAS_OTHER | HAS_DOMAIN] = private_domain_other + 1,
        [HAS_OTHER | HAS_DOMAIN | HAS_PRIVATE] = private_domain_other,
        [HAS_OTHER | HAS_DOMAIN | HAS_PUBLIC] = private_public_domain_other + 1,
        [HAS_OTHER | HAS_DOMAIN | HAS_PUBLIC | HAS_PRIVATE] = private_public_domain_other,
    };
    int has = ((selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) != 0 ? HAS_PRIVATE : 0)
              | ((selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY) != 0 ? HAS_PUBLIC : 0)
              | ((selection & OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS) != 0 ? HAS_DOMAIN : 0)
              | ((selection & OSSL_KEYMGMT_SELECT_OTHER_PARAMETERS) != 0 ? HAS_OTHER : 0);

    return lists[has];
}
