/* The curves that the tests of EC keys run over. */
#ifndef AB_TESTS_EVP_EC_CURVES_H
#define AB_TESTS_EVP_EC_CURVES_H

#include <openssl/ec.h>
#include <openssl/objects.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "keys.h"

/* Collect all curves that this libcrypto names (`openssl ecparam -list_curves`). names_free frees them. */
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

/*
 * Returns whether the module has its own arithmetic for the curve: all curves over prime fields but SM2, which is
 * another key type.
 */
static inline bool ec_is_fast(const char *curve)
{
    EC_GROUP *group = EC_GROUP_new_by_curve_name(OBJ_sn2nid(curve));
    bool is_fast = EC_GROUP_get_field_type(group) == NID_X9_62_prime_field && EC_GROUP_get_curve_name(group) != NID_sm2;

    EC_GROUP_free(group);
    return is_fast;
}

/* Checks that depend little on the curve run on these curves only. */
static inline bool ec_is_chosen(const char *curve)
{
    static const char *const chosen[] = { "prime256v1", "secp384r1", "secp521r1",       "secp256k1",
                                          "secp224r1",  "secp112r2", "brainpoolP320r1", "wap-wsg-idm-ecid-wtls7",
                                          "sect233k1" };

    for (size_t i = 0; i < sizeof(chosen) / sizeof(chosen[0]); i++)
        if (strcmp(curve, chosen[i]) == 0)
            return true;
    return false;
}

static inline EVP_PKEY *ec_generate(int side, const char *curve)
{
    OSSL_PARAM params[] = { OSSL_PARAM_construct_utf8_string("group", (char *)curve, 0), OSSL_PARAM_construct_end() };

    return key_generate(side, "EC", params);
}

#endif
