/*
 * Keys of DSA, DH and DHX (X9.42) for OpenSSL. The default provider's key management (provider/fallback/twin.h)
 * answers, except for generation of pairs (ffc_gen.h).
 */
#include <openssl/core_names.h>
#include <openssl/params.h>

#include "provider/keymgmt/ffc_gen.h"
#include "provider/keymgmt/ffc_key.h"
#include "provider/keymgmt/keymgmt.h"

/* since OpenSSL 3.4 */
enum { AB_KEYMGMT_GEN_GET_PARAMS = 15, AB_KEYMGMT_GEN_GETTABLE_PARAMS = 16 };

static void *new(void *provctx, enum ab_key_type type)
{
    struct ab_ffc_key *key = ab_ffc_key_new(provctx, type);

    if (key != NULL && ab_twin_make(&key->twin))
        return key;
    ab_ffc_key_free(key);
    return NULL;
}

static void *new_dsa(void *provctx)
{
    return new(provctx, AB_KEY_DSA);
}
static void *new_dh(void *provctx)
{
    return new(provctx, AB_KEY_DH);
}
static void *new_dhx(void *provctx)
{
    return new(provctx, AB_KEY_DHX);
}

static void free_key(void *keydata)
{
    ab_ffc_key_free(keydata);
}

static void *dup(const void *keydata, int selection)
{
    const struct ab_ffc_key *key = keydata;
    struct ab_ffc_key *copy = ab_ffc_key_new(key->twin.prov, key->twin.type);

    if (copy != NULL && ab_twin_adopt(&copy->twin, ab_twin_dup(&key->twin, selection)))
        return copy;
    ab_ffc_key_free(copy);
    return NULL;
}

static int has(const void *keydata, int selection)
{
    const struct ab_ffc_key *key = keydata;

    return key != NULL && ab_twin_has(&key->twin, selection);
}

static int match(const void *first, const void *second, int selection)
{
    const struct ab_ffc_key *a = first, *b = second;

    return ab_twin_match(&a->twin, &b->twin, selection);
}

/*
 * Check a peer's public number, which every exchange does and which costs the default provider more than the exchange
 * itself. Since 3.2 it only checks the range if p is a named safe prime.
 */
static int is_public_right(struct ab_ffc_key *key)
{
    const struct ab_ffc_native *n = ab_ffc_key_native(key);
    int is_safe = n != NULL && n->is_named && ab_ffc_q_bits(n->group) + 1 == ab_ffc_p_bits(n->group);

    if (n == NULL || n->y == NULL || (is_safe && key->twin.prov->release >= AB_RELEASE(3, 2)))
        return 0;
    return ab_ffc_check_public(n->group, n->y, is_safe);
}

/* If our check does not succeed, the default provider checks again and raises the reason. */
static int validate(const void *keydata, int selection, int check_type)
{
    const struct ab_ffc_key *key = keydata;

    if (selection == OSSL_KEYMGMT_SELECT_PUBLIC_KEY && is_public_right((struct ab_ffc_key *)key))
        return 1;
    return ab_twin_validate(&key->twin, selection, check_type);
}

static int import(void *keydata, int selection, const OSSL_PARAM params[])
{
    struct ab_ffc_key *key = keydata;

    if (key == NULL)
        return 0;
    ab_ffc_key_forget_native(key);
    return ab_twin_import(&key->twin, selection, params);
}

static int export(void *keydata, int selection, OSSL_CALLBACK *callback, void *arg)
{
    struct ab_ffc_key *key = keydata;

    return key != NULL && ab_twin_export(&key->twin, selection, callback, arg);
}

static int get_params(void *keydata, OSSL_PARAM params[])
{
    const struct ab_ffc_key *key = keydata;

    return ab_twin_get_params(&key->twin, params);
}

static int set_params(void *keydata, const OSSL_PARAM params[])
{
    struct ab_ffc_key *key = keydata;

    ab_ffc_key_forget_native(key);
    return ab_twin_set_params(&key->twin, params);
}

/* ---- lists; those of import and export are the same in every release ---- */

#define PARAMETERS                                                                                \
    OSSL_PARAM_BN(OSSL_PKEY_PARAM_FFC_P, NULL, 0), OSSL_PARAM_BN(OSSL_PKEY_PARAM_FFC_Q, NULL, 0), \
    OSSL_PARAM_BN(OSSL_PKEY_PARAM_FFC_G, NULL, 0), OSSL_PARAM_BN(OSSL_PKEY_PARAM_FFC_COFACTOR, NULL, 0)
#define HISTORY                                                                                           \
    OSSL_PARAM_int(OSSL_PKEY_PARAM_FFC_GINDEX, NULL), OSSL_PARAM_int(OSSL_PKEY_PARAM_FFC_PCOUNTER, NULL), \
    OSSL_PARAM_int(OSSL_PKEY_PARAM_FFC_H, NULL), OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_FFC_SEED, NULL, 0)
#define DH_ONLY \
    OSSL_PARAM_int(OSSL_PKEY_PARAM_DH_PRIV_LEN, NULL), OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, NULL, 0)
#define PAIR OSSL_PARAM_BN(OSSL_PKEY_PARAM_PUB_KEY, NULL, 0), OSSL_PARAM_BN(OSSL_PKEY_PARAM_PRIV_KEY, NULL, 0)

static const OSSL_PARAM pair[] = { PAIR, OSSL_PARAM_END };
static const OSSL_PARAM dsa_parameters[] = { PARAMETERS, HISTORY, OSSL_PARAM_END };
static const OSSL_PARAM dsa_all[] = { PARAMETERS, HISTORY, PAIR, OSSL_PARAM_END };
static const OSSL_PARAM dh_parameters[] = { PARAMETERS, HISTORY, DH_ONLY, OSSL_PARAM_END };
static const OSSL_PARAM dh_all[] = { PARAMETERS, HISTORY, DH_ONLY, PAIR, OSSL_PARAM_END };

static const OSSL_PARAM *types(int selection, const OSSL_PARAM *parameters, const OSSL_PARAM *all)
{
    if ((selection & OSSL_KEYMGMT_SELECT_ALL_PARAMETERS) == 0)
        return (selection & OSSL_KEYMGMT_SELECT_KEYPAIR) == 0 ? NULL : pair;
    return (selection & OSSL_KEYMGMT_SELECT_KEYPAIR) == 0 ? parameters : all;
}

static const OSSL_PARAM *dsa_types(int selection)
{
    return types(selection, dsa_parameters, dsa_all);
}
static const OSSL_PARAM *dh_types(int selection)
{
    return types(selection, dh_parameters, dh_all);
}

static const OSSL_PARAM *dsa_gettable(void *provctx)
{
    return ab_twin_gettable(provctx, AB_KEY_DSA);
}
static const OSSL_PARAM *dh_gettable(void *provctx)
{
    return ab_twin_gettable(provctx, AB_KEY_DH);
}
static const OSSL_PARAM *dhx_gettable(void *provctx)
{
    return ab_twin_gettable(provctx, AB_KEY_DHX);
}
static const OSSL_PARAM *dh_settable(void *provctx)
{
    return ab_twin_settable(provctx, AB_KEY_DH);
}
static const OSSL_PARAM *dhx_settable(void *provctx)
{
    return ab_twin_settable(provctx, AB_KEY_DHX);
}

static const OSSL_PARAM *dsa_gen_settable(void *genctx, void *provctx)
{
    (void)genctx;
    return ab_twin_gen_settable(provctx, AB_KEY_DSA);
}

static const OSSL_PARAM *dh_gen_settable(void *genctx, void *provctx)
{
    (void)genctx;
    return ab_twin_gen_settable(provctx, AB_KEY_DH);
}

static const OSSL_PARAM *dhx_gen_settable(void *genctx, void *provctx)
{
    (void)genctx;
    return ab_twin_gen_settable(provctx, AB_KEY_DHX);
}

/* ---- generation ---- */

static void *dsa_gen_init(void *provctx, int selection, const OSSL_PARAM params[])
{
    return ab_ffc_gen_new(provctx, AB_KEY_DSA, selection, params);
}

static void *dh_gen_init(void *provctx, int selection, const OSSL_PARAM params[])
{
    return ab_ffc_gen_new(provctx, AB_KEY_DH, selection, params);
}

static void *dhx_gen_init(void *provctx, int selection, const OSSL_PARAM params[])
{
    return ab_ffc_gen_new(provctx, AB_KEY_DHX, selection, params);
}

/* Since 3.4 there is a list, which is empty outside the FIPS provider. */
static int dsa_gen_get_params(void *genctx, OSSL_PARAM params[])
{
    (void)genctx, (void)params;
    return 1;
}

static const OSSL_PARAM *dsa_gen_gettable(void *genctx, void *provctx)
{
    static const OSSL_PARAM list[] = { OSSL_PARAM_END };

    (void)genctx, (void)provctx;
    return list;
}

/* DHX uses the key exchange of DH. */
static const char *dhx_operation_name(int operation)
{
    (void)operation;
    return "DH";
}

#define SHARED                                                                                                \
    AB_KEYMGMT_FN(FREE, free_key), AB_KEYMGMT_FN(DUP, dup), AB_KEYMGMT_FN(HAS, has), AB_KEYMGMT_FN(MATCH, match), \
    AB_KEYMGMT_FN(VALIDATE, validate), AB_KEYMGMT_FN(IMPORT, import), AB_KEYMGMT_FN(EXPORT, export)
#define GENERATION                                                                                            \
    AB_KEYMGMT_FN(GEN_SET_TEMPLATE, ab_ffc_gen_set_template), AB_KEYMGMT_FN(GEN_SET_PARAMS, ab_ffc_gen_set_params), \
    AB_KEYMGMT_FN(GEN, ab_ffc_gen), AB_KEYMGMT_FN(GEN_CLEANUP, ab_ffc_gen_cleanup)
#define OWN(name)                                                                                             \
    AB_KEYMGMT_FN(NEW, new_##name), AB_KEYMGMT_FN(GETTABLE_PARAMS, name##_gettable), \
    AB_KEYMGMT_FN(GEN_INIT, name##_gen_init), AB_KEYMGMT_FN(GEN_SETTABLE_PARAMS, name##_gen_settable)
#define PARAMS(name)                                                                                          \
    AB_KEYMGMT_FN(GET_PARAMS, get_params), AB_KEYMGMT_FN(IMPORT_TYPES, name##_types),                         \
    AB_KEYMGMT_FN(EXPORT_TYPES, name##_types)
#define SETTABLE(name) AB_KEYMGMT_FN(SET_PARAMS, set_params), AB_KEYMGMT_FN(SETTABLE_PARAMS, name##_settable)
#define LATER(id, function) { AB_KEYMGMT_##id, (void (*)(void))function }

AB_REST(dsa_rest, SHARED, GENERATION, OWN(dsa), PARAMS(dsa))
AB_REST(dh_rest, SHARED, GENERATION, PARAMS(dh))

const OSSL_DISPATCH ab_dsa_keymgmt_3_0_functions[] = { AB_GO_ON(dsa_rest) };
const OSSL_DISPATCH ab_dsa_keymgmt_3_4_functions[] = {
    LATER(GEN_GET_PARAMS, dsa_gen_get_params),
    LATER(GEN_GETTABLE_PARAMS, dsa_gen_gettable),
    AB_GO_ON(dsa_rest),
};
const OSSL_DISPATCH ab_dh_keymgmt_functions[] = { OWN(dh), SETTABLE(dh), AB_GO_ON(dh_rest) };
const OSSL_DISPATCH ab_dhx_keymgmt_functions[] = {
    OWN(dhx),
    SETTABLE(dhx),
    AB_KEYMGMT_FN(QUERY_OPERATION_NAME, dhx_operation_name),
    AB_GO_ON(dh_rest),
};
