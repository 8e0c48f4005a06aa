/* Curves, for the tests of keys on them. */
#ifndef AB_TESTS_EVP_EC_CURVES_H
#define AB_TESTS_EVP_EC_CURVES_H

#include <openssl/ec.h>
#include <openssl/objects.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "keys.h"

/* All that this libcrypto names: `openssl ecparam -list_curves`. names_free frees them. */
static inline void ec_curves(struct names *n)
{
    size_t num = EC_get_builtin_curves(NULL, 0);
    EC_builtin_curve *curves = calloc(num, sizeof(*curves));

    EC_get_builtin_curves(curves, num);
    n->list = calloc(num, sizeof(*n->list));
    n->num = (unsigned)num;
    for (size_t i = 0; i < num; i++)
        strncpy(n->list[i], OBJ_nid2sn(curves[i].nid), NAME_SIZE - 1);
    free(curves);
}

/* The module has arithmetic of its own for it. */
static inline bool ec_is_fast(const char *curve)
{
    static const char *const fast[] = { "prime256v1", "secp384r1", "secp521r1", "secp256k1", "brainpoolP256r1", "brainpoolP256t1",
                                        "brainpoolP384r1", "brainpoolP384t1", "brainpoolP512r1", "brainpoolP512t1" };

    for (size_t i = 0; i < sizeof(fast) / sizeof(fast[0]); i++)
        if (strcmp(curve, fast[i]) == 0)
            return true;
    return false;
}

static inline EVP_PKEY *ec_generate(int side, const char *curve)
{
    OSSL_PARAM params[] = { OSSL_PARAM_construct_utf8_string("group", (char *)curve, 0), OSSL_PARAM_construct_end() };

    return key_generate(side, "EC", params);
}

#endif
