/*
 * Keys of RSA and RSA-PSS for OpenSSL. Imported numbers are kept, and answer the queries that every program makes; the
 * twin answers all others (provider/fallback/twin.h). So a key that is only read costs little. Generation is in
 * rsa_gen.c.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>

#include "provider/keymgmt/keymgmt.h"
#include "provider/keymgmt/rsa_gen.h"
#include "provider/keymgmt/rsa_key.h"
#include "provider/keymgmt/rsa_numbers.h"
#include "provider/param.h"

enum { PAIR = OSSL_KEYMGMT_SELECT_KEYPAIR, PUBLIC = OSSL_KEYMGMT_SELECT_PUBLIC_KEY };

static void *rsa_new(void *provctx)
{
    return ab_rsa_keydata_new(provctx, AB_KEY_RSA);
}
static void *pss_new(void *provctx)
{
    return ab_rsa_keydata_new(provctx, AB_KEY_RSA_PSS);
}

static void free_key(void *keydata)
{
    ab_rsa_keydata_free(keydata);
}

static void *dup(const void *keydata, int selection)
{
    struct ab_rsa_keydata *key = (struct ab_rsa_keydata *)keydata, *copy; /* const except for what is made late */

    if (ab_rsa_keydata_twin(key) == NULL || (copy = ab_rsa_keydata_new(key->twin.prov, key->twin.type)) == NULL)
        return NULL;
    if (ab_rsa_keydata_adopt(copy, ab_twin_dup(&key->twin, selection)))
        return copy;
    ab_rsa_keydata_free(copy);
    return NULL;
}

/* ---- import and export ---- */

static int import(void *keydata, int selection, const OSSL_PARAM params[])
{
    return keydata != NULL && params != NULL && ab_rsa_keydata_import(keydata, selection, params);
}

static int export(void *keydata, int selection, OSSL_CALLBACK *callback, void *arg)
{
    struct ab_rsa_keydata *key = keydata;

    return key != NULL && ab_rsa_keydata_twin(key) != NULL && ab_twin_export(&key->twin, selection, callback, arg);
}

#define NUMBER(name) OSSL_PARAM_BN(OSSL_PKEY_PARAM_RSA_##name, NULL, 0)
#define NUMBERS_1_TO_9(name)                                                                                  \
    NUMBER(name##1), NUMBER(name##2), NUMBER(name##3), NUMBER(name##4), NUMBER(name##5),                      \
    NUMBER(name##6), NUMBER(name##7), NUMBER(name##8), NUMBER(name##9)
#define KEY_PARAMS                                                                                             \
    NUMBER(N), NUMBER(E), NUMBER(D), NUMBERS_1_TO_9(FACTOR), NUMBER(FACTOR10), NUMBERS_1_TO_9(EXPONENT), \
        NUMBER(EXPONENT10), NUMBERS_1_TO_9(COEFFICIENT)

static const OSSL_PARAM *types(int selection)
{
    static const OSSL_PARAM list[] = { KEY_PARAMS, OSSL_PARAM_END };

    return (selection & PAIR) != 0 ? list : NULL;
}

/* ---- queries ---- */

static int has(const void *keydata, int selection)
{
    struct ab_rsa_keydata *key = (struct ab_rsa_keydata *)keydata;

    if (key == NULL)
        return 0;
    if (key->num_bits != 0 && (selection & PAIR) != 0)
        return key->is_private || (selection & PAIR) == PUBLIC;
    return ab_rsa_keydata_twin(key) != NULL && ab_twin_has(&key->twin, selection);
}

static int match(const void *first, const void *second, int selection)
{
    struct ab_rsa_keydata *a = (struct ab_rsa_keydata *)first, *b = (struct ab_rsa_keydata *)second;

    if ((selection & PUBLIC) != 0 && ab_rsa_keydata_is_same_public(a, b))
        return 1;
    return ab_rsa_keydata_twin(a) != NULL && ab_rsa_keydata_twin(b) != NULL
           && ab_twin_match(&a->twin, &b->twin, selection);
}

static int validate(const void *keydata, int selection, int check_type)
{
    struct ab_rsa_keydata *key = (struct ab_rsa_keydata *)keydata;

    return ab_rsa_keydata_twin(key) != NULL && ab_twin_validate(&key->twin, selection, check_type);
}

/* libcrypto of 4.0 queries it of every new key. RSA is in none, and releases that do not know it leave it alone. */
static int get_security_category(const struct ab_rsa_keydata *key, OSSL_PARAM *p)
{
    const OSSL_PARAM *gettable = ab_twin_gettable(key->twin.prov, key->twin.type);

    return ab_param_is(p, AB_PARAM_SECURITY_CATEGORY)
           && (ab_param_locate_const(gettable, AB_PARAM_SECURITY_CATEGORY) == NULL || ab_param_set_uint64(p, 0));
}

/* Answer the parameters that libcrypto queries of every key. Returns 1 if it could be answered. */
static int get_native_param(const struct ab_rsa_keydata *key, OSSL_PARAM *p)
{
    if (ab_param_is(p, OSSL_PKEY_PARAM_BITS))
        return ab_param_set_uint64(p, key->num_bits);
    if (ab_param_is(p, OSSL_PKEY_PARAM_MAX_SIZE))
        return ab_param_set_uint64(p, (key->num_bits + 7) / 8);
    if (ab_param_is(p, OSSL_PKEY_PARAM_SECURITY_BITS)) /* with several primes, it also depends on their number */
        return key->num_primes <= 2 && ab_param_set_uint64(p, ab_rsa_security_bits(key->num_bits));
    return get_security_category(key, p);
}

static int get_params(void *keydata, OSSL_PARAM params[])
{
    struct ab_rsa_keydata *key = keydata;
    OSSL_PARAM *p = params;

    while (key->num_bits != 0 && p->key != NULL && get_native_param(key, p))
        p++;
    return p->key == NULL || (ab_rsa_keydata_twin(key) != NULL && ab_twin_get_params(&key->twin, params));
}

static const OSSL_PARAM *rsa_gettable(void *provctx)
{
    return ab_twin_gettable(provctx, AB_KEY_RSA);
}

static const OSSL_PARAM *pss_gettable(void *provctx)
{
    return ab_twin_gettable(provctx, AB_KEY_RSA_PSS);
}

/* Both types of key are used by operations of the same name. */
static const char *query_operation_name(int operation)
{
    (void)operation;
    return "RSA";
}

#define SHARED                                                                                                \
    AB_KEYMGMT_FN(FREE, free_key), AB_KEYMGMT_FN(DUP, dup), AB_KEYMGMT_FN(HAS, has), AB_KEYMGMT_FN(MATCH, match), \
    AB_KEYMGMT_FN(VALIDATE, validate), AB_KEYMGMT_FN(IMPORT, import), AB_KEYMGMT_FN(IMPORT_TYPES, types)
#define SHARED_TOO                                                                                            \
    AB_KEYMGMT_FN(EXPORT, export), AB_KEYMGMT_FN(EXPORT_TYPES, types), AB_KEYMGMT_FN(GET_PARAMS, get_params), \
    AB_KEYMGMT_FN(QUERY_OPERATION_NAME, query_operation_name)
#define GENERATION                                                                        \
    AB_KEYMGMT_FN(GEN_SET_PARAMS, ab_rsa_gen_set_params), AB_KEYMGMT_FN(GEN, ab_rsa_gen), \
    AB_KEYMGMT_FN(GEN_CLEANUP, ab_rsa_gen_cleanup)
#define OWN(name, gen)                                                               \
    AB_KEYMGMT_FN(NEW, name##_new), AB_KEYMGMT_FN(GETTABLE_PARAMS, name##_gettable), \
    AB_KEYMGMT_FN(GEN_INIT, gen##_gen_init), AB_KEYMGMT_FN(GEN_SETTABLE_PARAMS, gen##_gen_settable)

const OSSL_DISPATCH ab_rsa_keymgmt_functions[] = { SHARED, SHARED_TOO, GENERATION, OWN(rsa, ab_rsa), { 0, NULL } };
const OSSL_DISPATCH ab_rsa_pss_keymgmt_functions[] = {
    SHARED, SHARED_TOO, GENERATION, OWN(pss, ab_rsa_pss), { 0, NULL }
};
