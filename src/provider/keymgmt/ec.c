/*
 * Keys on elliptic curves for OpenSSL. Native numbers of keys on the module's curves answer the frequent requests: what
 * TLS does with keys, import of a plain named curve, comparison, successful checks. The twin (ec_key.h) answers all
 * others, so results, errors and lists are those of the OpenSSL release in use. A native check may only accept; a
 * rejection is left to the twin.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>
#include <strings.h>

#include "ct/ct.h"
#include "provider/error.h"
#include "provider/keymgmt/ec_gen.h"
#include "provider/keymgmt/ec_key.h"
#include "provider/keymgmt/keymgmt.h"
#include "provider/param.h"
#include "provider/signature/ecdsa_der.h"

enum {
    PUBLIC = OSSL_KEYMGMT_SELECT_PUBLIC_KEY,
    PRIVATE = OSSL_KEYMGMT_SELECT_PRIVATE_KEY,
    PAIR = OSSL_KEYMGMT_SELECT_KEYPAIR,
    DOMAIN = OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS
};
enum { MAX_PARAMS = 30 };

static void *new(void *provctx)
{
    return ab_ec_key_new(provctx);
}

static void free_key(void *keydata)
{
    ab_ec_key_free(keydata);
}

static int has_twin(const struct ab_ec_key *key)
{
    return ab_twin_peek(&key->twin) != NULL;
}

static int is_empty(const struct ab_ec_key *key)
{
    return key->curve == NULL && !has_twin(key);
}

/* ---- what a key has ---- */

static int has(const void *keydata, int selection)
{
    const struct ab_ec_key *key = keydata;

    if (key == NULL)
        return 0;
    if (!key->is_plain && has_twin(key))
        return ab_twin_has(&key->twin, selection);
    return ((selection & PUBLIC) == 0 || key->has_public) && ((selection & PRIVATE) == 0 || key->has_private)
           && ((selection & DOMAIN) == 0 || key->curve != NULL);
}

/* Compare public keys if both have one, otherwise private keys. */
static int match_pairs(const struct ab_ec_key *a, const struct ab_ec_key *b, int selection)
{
    if ((selection & PUBLIC) != 0 && a->has_public && b->has_public)
        return memcmp(a->public_key, b->public_key, 2 * ab_curve_field_len(a->curve)) == 0;
    if ((selection & PRIVATE) != 0 && a->has_private && b->has_private)
        return ab_ct_memcmp(a->private_key, b->private_key, ab_curve_order_len(a->curve)) == 0;
    return 0;
}

static int match(const void *first, const void *second, int selection)
{
    struct ab_ec_key *a = (struct ab_ec_key *)first,
                     *b = (struct ab_ec_key *)second; /* except for twins, which may be made */

    if (a->curve != NULL && b->curve != NULL && a->curve != b->curve)
        return (selection & (DOMAIN | PAIR)) == 0;
    if (a->curve != NULL && b->curve != NULL)
        return (selection & PAIR) == 0 || match_pairs(a, b, selection);
    return ab_ec_key_twin(a) != NULL && ab_ec_key_twin(b) != NULL && ab_twin_match(&a->twin, &b->twin, selection);
}

static int is_pair(const struct ab_ec_key *key)
{
    uint8_t right[AB_EC_MAX_XY_LEN];

    return key->has_public && key->has_private && ab_ec_public(key->curve, right, key->private_key)
           && memcmp(right, key->public_key, 2 * ab_curve_field_len(key->curve)) == 0;
}

/* Native numbers were checked when they were set. */
static int is_surely_valid(const struct ab_ec_key *key, int selection)
{
    if (key->curve == NULL || ((selection & DOMAIN) != 0 && !key->is_plain))
        return 0;
    return ((selection & PUBLIC) == 0 || key->has_public) && ((selection & PRIVATE) == 0 || key->has_private)
           && ((selection & PAIR) != PAIR || is_pair(key));
}

static int validate(const void *keydata, int selection, int check_type)
{
    struct ab_ec_key *key = (struct ab_ec_key *)keydata;

    if (is_surely_valid(key, selection))
        return 1;
    return ab_ec_key_twin(key) != NULL && ab_twin_validate(&key->twin, selection, check_type);
}

/* ---- copies ---- */

static void copy_native(struct ab_ec_key *copy, const struct ab_ec_key *key, int selection)
{
    copy->curve = key->curve;
    copy->is_plain = true;
    copy->has_public = key->has_public && (selection & PUBLIC) != 0;
    copy->has_private = key->has_private && (selection & PRIVATE) != 0;
    if (copy->has_public)
        memcpy(copy->public_key, key->public_key, sizeof(copy->public_key));
    if (copy->has_private)
        memcpy(copy->private_key, key->private_key, sizeof(copy->private_key));
}

static int copy_twin(struct ab_ec_key *copy, struct ab_ec_key *key, int selection)
{
    if (ab_ec_key_twin(key) == NULL || !ab_twin_adopt(&copy->twin, ab_twin_dup(&key->twin, selection)))
        return 0;
    ab_ec_key_read_twin(copy);
    return 1;
}

/* Leave a private key without a public key to the twin: releases differ in whether they complete it. */
static void *dup(const void *keydata, int selection)
{
    struct ab_ec_key *key = (struct ab_ec_key *)keydata, *copy = ab_ec_key_new(key->prov);

    if (copy == NULL || is_empty(key))
        return copy;
    if (key->is_plain && (selection & DOMAIN) != 0 && (selection & PAIR) != PRIVATE)
        copy_native(copy, key, selection);
    else if (!copy_twin(copy, key, selection)) {
        ab_ec_key_free(copy);
        return NULL;
    }
    return copy;
}

/* ---- import and export ---- */

/* A parameter that states the default. */
static int is_default(const OSSL_PARAM *p)
{
    static const char *const usual[][2] = {
        { OSSL_PKEY_PARAM_EC_ENCODING, "named_curve" },
        { OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, "uncompressed" },
        { OSSL_PKEY_PARAM_EC_GROUP_CHECK_TYPE, "default" },
    };
    const char *text;
    int number;

    for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
        if (ab_param_is(p, usual[i][0]))
            return ab_param_get_utf8(p, &text) && strcasecmp(text, usual[i][1]) == 0;
    return (ab_param_is(p, OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS)
            || ab_param_is(p, OSSL_PKEY_PARAM_USE_COFACTOR_ECDH))
           && ab_param_get_int(p, &number) && number == 0;
}

/* Read one parameter of a plain key on a named curve; key->curve is set. Returns 0 if such a key does not have it. */
static int import_one(struct ab_ec_key *key, int selection, const OSSL_PARAM *p)
{
    const uint8_t *bytes;
    size_t len;

    if (ab_param_is(p, OSSL_PKEY_PARAM_GROUP_NAME))
        return 1;
    if (ab_param_is(p, OSSL_PKEY_PARAM_PUB_KEY))
        return (selection & PAIR) == 0
               || (ab_param_get_octets(p, &bytes, &len) && ab_ec_key_set_public(key, bytes, len));
    if (ab_param_is(p, OSSL_PKEY_PARAM_PRIV_KEY))
        return (selection & PRIVATE) == 0
               || (p->data_type == OSSL_PARAM_UNSIGNED_INTEGER && p->data != NULL
                   && ab_ec_key_set_private(key, p->data, p->data_size));
    return is_default(p);
}

/* Import a plain key into an empty one. Returns 0 and leaves the key unchanged if the twin must import it. */
static int import_native(struct ab_ec_key *key, int selection, const OSSL_PARAM params[])
{
    const OSSL_PARAM *group = ab_param_locate_const(params, OSSL_PKEY_PARAM_GROUP_NAME);
    const char *name;

    if ((selection & DOMAIN) == 0 || group == NULL || !ab_param_get_utf8(group, &name))
        return 0;
    key->curve = ab_ec_curve_named(key->prov, name);
    key->is_plain = key->curve != NULL;
    if (!key->is_plain)
        return 0;
    for (const OSSL_PARAM *p = params; p->key != NULL; p++)
        if (!import_one(key, selection, p)) {
            ab_ec_key_forget_native(key);
            return 0;
        }
    if ((selection & PAIR) == 0 || key->has_public)
        return 1;
    ab_ec_key_forget_native(key); /* releases differ: they may complete a private key without public key */
    return 0;
}

/*
 * If the point format of a key differs from its curve's base point, the default provider exports both formats under one
 * name, the key's last, and imports the first. So replace the first by the last; otherwise compressed keys would be
 * written uncompressed. Do not if the base point is exported too. Returns the list to use instead of params.
 */
static const OSSL_PARAM *prefer_last_form(OSSL_PARAM list[MAX_PARAMS + 1], const OSSL_PARAM params[])
{
    const OSSL_PARAM *encoding = ab_param_locate_const(params, OSSL_PKEY_PARAM_EC_ENCODING);
    OSSL_PARAM *first = NULL;
    size_t num = 0;

    if (encoding != NULL && !is_default(encoding))
        return params;
    for (; params != NULL && params[num].key != NULL; num++) {
        if (num == MAX_PARAMS) /* no provider exports so many */
            return params;
        list[num] = params[num];
        if (ab_param_is(&params[num], OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT)) {
            first = first == NULL ? &list[num] : first;
            *first = params[num];
        }
    }
    list[num] = (OSSL_PARAM)OSSL_PARAM_END;
    return list;
}

static int import(void *keydata, int selection, const OSSL_PARAM params[])
{
    struct ab_ec_key *key = keydata;
    OSSL_PARAM list[MAX_PARAMS + 1];
    int ok;

    if (key == NULL)
        return 0;
    if (is_empty(key) && import_native(key, selection, params))
        return 1;
    if (key->curve != NULL && ab_ec_key_twin(key) == NULL)
        return 0;
    ok = ab_twin_import(&key->twin, selection, prefer_last_form(list, params));
    ab_ec_key_read_twin(key);
    return ok;
}

struct forwarding {
    OSSL_CALLBACK *callback;
    void *arg;
};

static int forward(const OSSL_PARAM params[], void *arg)
{
    const struct forwarding *t = arg;
    OSSL_PARAM list[MAX_PARAMS + 1];

    return t->callback(prefer_last_form(list, params), t->arg);
}

static int export(void *keydata, int selection, OSSL_CALLBACK *callback, void *arg)
{
    struct ab_ec_key *key = keydata;
    struct forwarding t = { callback, arg };

    return key != NULL && ab_ec_key_twin(key) != NULL && ab_twin_export(&key->twin, selection, forward, &t);
}

/* ---- parameters ---- */

static const OSSL_PARAM *gettable(void *provctx)
{
    return ab_twin_gettable(provctx, AB_KEY_EC);
}

/* As OpenSSL computes them (SP 800-57 part 1, table 2). */
static unsigned security_bits(const struct ab_ec_kernels *curve)
{
    size_t bits = ab_curve_order_bits(curve);

    return bits >= 512   ? 256
           : bits >= 384 ? 192
           : bits >= 256 ? 128
           : bits >= 224 ? 112
           : bits >= 160 ? 80
                         : (unsigned)bits / 2;
}

static int get_point(const struct ab_ec_key *key, OSSL_PARAM *p)
{
    uint8_t encoded[AB_EC_MAX_ENCODED_LEN];

    return key->has_public
           && ab_param_set_octets(p, encoded, ab_ec_encode(key->curve, encoded, AB_EC_UNCOMPRESSED, key->public_key));
}

static int get_private(const struct ab_ec_key *key, OSSL_PARAM *p)
{
    uint8_t number[AB_EC_MAX_ORDER_LEN];
    size_t len = ab_curve_order_len(key->curve);

    if (!key->has_private || p->data_type != OSSL_PARAM_UNSIGNED_INTEGER || p->data == NULL || p->data_size < len)
        return 0;
    ab_ec_key_get_private(key, number);
    memset(p->data, 0, p->data_size);
    memcpy(p->data, number, len);
    p->return_size = p->data_size;
    ab_wipe(number, sizeof(number));
    return 1;
}

/* Answer what libssl and EVP query of every key, and texts that have defaults. */
static int get_usual(const struct ab_ec_key *key, OSSL_PARAM *p)
{
    if (ab_param_is(p, OSSL_PKEY_PARAM_DEFAULT_DIGEST))
        return ab_param_set_utf8(p, "SHA256");
    if (ab_param_is(p, OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT))
        return ab_param_set_utf8(p, "uncompressed");
    if (ab_param_is(p, OSSL_PKEY_PARAM_EC_ENCODING))
        return ab_param_set_utf8(p, "named_curve");
    if (ab_param_is(p, OSSL_PKEY_PARAM_EC_FIELD_TYPE))
        return ab_param_set_utf8(p, "prime-field");
    if (ab_param_is(p, AB_PARAM_SECURITY_CATEGORY)
        && ab_param_locate_const(gettable(key->prov), AB_PARAM_SECURITY_CATEGORY) != NULL)
        return ab_param_set_uint64(p, 0);
    return ab_param_is(p, OSSL_PKEY_PARAM_MANDATORY_DIGEST)
           || ab_param_is(p, AB_PARAM_SECURITY_CATEGORY); /* it has none */
}

/* Returns 0 if the twin must answer. */
static int get_one(const struct ab_ec_key *key, OSSL_PARAM *p)
{
    if (ab_param_is(p, OSSL_PKEY_PARAM_GROUP_NAME))
        return ab_param_set_utf8(p, ab_ec_curve_name(key->curve));
    if (ab_param_is(p, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY) || ab_param_is(p, OSSL_PKEY_PARAM_PUB_KEY))
        return get_point(key, p);
    if (ab_param_is(p, OSSL_PKEY_PARAM_PRIV_KEY))
        return get_private(key, p);
    if (ab_param_is(p, OSSL_PKEY_PARAM_BITS))
        return ab_param_set_uint64(p, ab_curve_order_bits(key->curve));
    if (ab_param_is(p, OSSL_PKEY_PARAM_SECURITY_BITS))
        return ab_param_set_uint64(p, security_bits(key->curve));
    if (ab_param_is(p, OSSL_PKEY_PARAM_MAX_SIZE))
        return ab_param_set_uint64(p, ab_ecdsa_der_max_len(ab_curve_order_bits(key->curve)));
    return get_usual(key, p);
}

static int get_params(void *keydata, OSSL_PARAM params[])
{
    struct ab_ec_key *key = keydata;
    OSSL_PARAM *p = params;

    while (key->is_plain && p != NULL && p->key != NULL && get_one(key, p))
        p++;
    if (key->is_plain && (p == NULL || p->key == NULL))
        return 1;
    return ab_ec_key_twin(key) != NULL && ab_twin_get_params(&key->twin, params);
}

/* A peer's public key as in TLS; other encodings change the format of the key. */
static int is_peers_point(const OSSL_PARAM params[])
{
    const uint8_t *bytes;
    size_t len;

    return ab_param_is(params, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY) && params[1].key == NULL
           && ab_param_get_octets(params, &bytes, &len) && bytes != NULL && len != 0 && bytes[0] == AB_EC_UNCOMPRESSED;
}

static int set_params(void *keydata, const OSSL_PARAM params[])
{
    struct ab_ec_key *key = keydata;
    int ok;

    if (key == NULL)
        return 0;
    if (params == NULL || params->key == NULL)
        return 1;
    if (key->is_plain && !has_twin(key) && is_peers_point(params)
        && ab_ec_key_set_public(key, params->data, params->data_size))
        return 1;
    if (ab_ec_key_twin(key) == NULL)
        return 0;
    ok = ab_twin_set_params(&key->twin, params);
    ab_ec_key_read_twin(key);
    return ok;
}

static const OSSL_PARAM *settable(void *provctx)
{
    return ab_twin_settable(provctx, AB_KEY_EC);
}

static const char *query_operation_name(int operation)
{
    switch (operation) {
    case OSSL_OP_KEYEXCH: return "ECDH";
    case OSSL_OP_SIGNATURE: return "ECDSA";
    default: return NULL;
    }
}

#define OF_KEYS                                                                                               \
    AB_KEYMGMT_FN(NEW, new), AB_KEYMGMT_FN(FREE, free_key), AB_KEYMGMT_FN(DUP, dup), AB_KEYMGMT_FN(HAS, has), \
    AB_KEYMGMT_FN(MATCH, match), AB_KEYMGMT_FN(VALIDATE, validate)
#define OF_PARAMS                                                                                             \
    AB_KEYMGMT_FN(GET_PARAMS, get_params), AB_KEYMGMT_FN(GETTABLE_PARAMS, gettable),                          \
    AB_KEYMGMT_FN(SET_PARAMS, set_params), AB_KEYMGMT_FN(SETTABLE_PARAMS, settable)
#define OF_TRAVEL                                                                                             \
    AB_KEYMGMT_FN(IMPORT, import), AB_KEYMGMT_FN(IMPORT_TYPES, ab_ec_types), AB_KEYMGMT_FN(EXPORT, export),   \
    AB_KEYMGMT_FN(EXPORT_TYPES, ab_ec_types), AB_KEYMGMT_FN(QUERY_OPERATION_NAME, query_operation_name)
#define OF_GENERATION                                                                                         \
    AB_KEYMGMT_FN(GEN_INIT, ab_ec_gen_init), AB_KEYMGMT_FN(GEN_SET_TEMPLATE, ab_ec_gen_set_template),         \
    AB_KEYMGMT_FN(GEN, ab_ec_gen), AB_KEYMGMT_FN(GEN_CLEANUP, ab_ec_gen_cleanup)
#define OF_GEN_PARAMS                                                                                         \
    AB_KEYMGMT_FN(GEN_SET_PARAMS, ab_ec_gen_set_params), AB_KEYMGMT_FN(GEN_SETTABLE_PARAMS, ab_ec_gen_settable)

const OSSL_DISPATCH ab_ec_keymgmt_functions[] = {
    OF_KEYS, OF_PARAMS, OF_TRAVEL, OF_GENERATION, OF_GEN_PARAMS, { 0, NULL },
};
