/* Making and comparing keys of either provider: see keys.h. */
#include "keys.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

OSSL_LIB_CTX *keys_lib;

const char *keys_query(int side)
{
    return side == MODULE && getenv("AB_TEST_SELF") == NULL ? "provider=afterburner" : "provider=default";
}

const char *keys_preference(int side)
{
    return side == MODULE && getenv("AB_TEST_SELF") == NULL ? "?provider=afterburner" : "provider=default";
}

bool key_is_offered(const char *type)
{
    EVP_KEYMGMT *keymgmt = EVP_KEYMGMT_fetch(keys_lib, type, BY(MODULE));

    EVP_KEYMGMT_free(keymgmt);
    ERR_clear_error();
    return keymgmt != NULL;
}

void keys_open(struct harness *h, const char *type)
{
    harness_open(h);
    keys_lib = h->lib[MODULE];
    if (!key_is_offered(type)) {
        puts("not offered at this level");
        exit(SKIPPED);
    }
}

bool is_release(unsigned major, unsigned minor)
{
    return OpenSSL_version_num() >= ((unsigned long)major << 28 | (unsigned long)minor << 20);
}

/* ---- making keys ---- */

EVP_PKEY *key_from_data(int side, const char *type, int selection, const OSSL_PARAM *params)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(keys_lib, type, BY(side));
    EVP_PKEY *key = NULL;

    if (ctx == NULL || EVP_PKEY_fromdata_init(ctx) != 1
        || EVP_PKEY_fromdata(ctx, &key, selection, (OSSL_PARAM *)params) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(ctx);
    return key;
}

static EVP_PKEY *generate(int side, const char *type, const OSSL_PARAM *params, int init(EVP_PKEY_CTX *))
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(keys_lib, type, BY(side));
    EVP_PKEY *key = NULL;

    if (ctx == NULL || init(ctx) != 1 || (params != NULL && EVP_PKEY_CTX_set_params(ctx, params) != 1)
        || EVP_PKEY_generate(ctx, &key) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(ctx);
    return key;
}

EVP_PKEY *key_generate(int side, const char *type, const OSSL_PARAM *params)
{
    return generate(side, type, params, EVP_PKEY_keygen_init);
}

EVP_PKEY *key_generate_params(int side, const char *type, const OSSL_PARAM *params)
{
    return generate(side, type, params, EVP_PKEY_paramgen_init);
}

EVP_PKEY *key_from_seed(int side, const char *type, const uint8_t *seed, size_t len)
{
    OSSL_PARAM params[] = { OSSL_PARAM_octet_string("seed", (void *)seed, len), OSSL_PARAM_END };

    return key_generate(side, type, params);
}

EVP_PKEY *key_from_parts(int side, const char *type, int selection, const struct key_parts *in)
{
    OSSL_PARAM params[4], *p = params;

    if (in->seed_len != 0)
        *p++ = OSSL_PARAM_construct_octet_string("seed", (void *)in->seed, in->seed_len);
    if (in->private_len != 0)
        *p++ = OSSL_PARAM_construct_octet_string("priv", (void *)in->private_key, in->private_len);
    if (in->public_len != 0)
        *p++ = OSSL_PARAM_construct_octet_string("pub", (void *)in->public_key, in->public_len);
    *p = OSSL_PARAM_construct_end();
    return key_from_data(side, type, selection, params);
}

EVP_PKEY *key_move(int side, const char *type, EVP_PKEY *from)
{
    OSSL_PARAM *params = NULL;
    EVP_PKEY *key = NULL;

    if (EVP_PKEY_todata(from, EVP_PKEY_KEYPAIR, &params) == 1)
        key = key_from_data(side, type, EVP_PKEY_KEYPAIR, params);
    OSSL_PARAM_free(params);
    return key;
}

EVP_PKEY *key_decode(int side, EVP_PKEY *from)
{
    unsigned char *der = NULL;
    int len = i2d_PrivateKey(from, &der);
    const unsigned char *at = der;
    EVP_PKEY *key = len <= 0 ? NULL : d2i_AutoPrivateKey_ex(NULL, &at, len, keys_lib, PREFER(side));

    OPENSSL_free(der);
    return key;
}

void keys_free(EVP_PKEY *key[NUM_SIDES])
{
    EVP_PKEY_free(key[DEFAULT]);
    EVP_PKEY_free(key[MODULE]);
    key[DEFAULT] = key[MODULE] = NULL;
}

/* ---- comparing them ---- */

enum { VALUE_ROOM = 5000 };

struct value {
    int ret;
    size_t size; /* OSSL_PARAM_UNMODIFIED: absent */
    unsigned char bytes[VALUE_ROOM];
};

static void get_value(EVP_PKEY *key, const OSSL_PARAM *named, struct value *v)
{
    OSSL_PARAM params[2] = { *named, OSSL_PARAM_END };
    bool is_int = named->data_type == OSSL_PARAM_INTEGER;

    memset(v, 0, sizeof(*v));
    params[0].data = v->bytes;
    params[0].data_size = is_int ? sizeof(int) : sizeof(v->bytes);
    params[0].return_size = OSSL_PARAM_UNMODIFIED;
    v->ret = EVP_PKEY_get_params(key, params);
    v->size = params[0].return_size;
    if (named->data_type == OSSL_PARAM_UNSIGNED_INTEGER && v->ret == 1 && v->size != OSSL_PARAM_UNMODIFIED)
        v->size = 0; /* releases differ in whether this is the room or the need; the number is compared */
}

static void compare_params(const char *what, EVP_PKEY *const key[NUM_SIDES])
{
    static struct value v[NUM_SIDES];

    for (const OSSL_PARAM *p = EVP_PKEY_gettable_params(key[DEFAULT]); p != NULL && p->key != NULL; p++) {
        for (int side = 0; side < NUM_SIDES; side++)
            get_value(key[side], p, &v[side]);
        CHECK(memcmp(&v[0], &v[1], sizeof(v[0])) == 0,
              "%s: parameter %s: ret %d and %d, size %zd and %zd, or its value", what, p->key, v[0].ret, v[1].ret,
              (ssize_t)v[0].size, (ssize_t)v[1].size);
    }
}

/* Returns the length without the zeros at the most significant end. */
static size_t significant(const OSSL_PARAM *p)
{
    size_t len = p->data_size;

    while (p->data_type == OSSL_PARAM_UNSIGNED_INTEGER && len > 0 && ((unsigned char *)p->data)[len - 1] == 0)
        len--;
    return len;
}

static bool same_param(const OSSL_PARAM *a, const OSSL_PARAM *b)
{
    return strcmp(a->key, b->key) == 0 && a->data_type == b->data_type && significant(a) == significant(b)
           && memcmp(a->data, b->data, significant(a)) == 0;
}

/*
 * A later parameter has the same name: for the form of points, the default provider returns the curve's and then the
 * key's.
 */
static bool is_shadowed(const OSSL_PARAM *p)
{
    return OSSL_PARAM_locate_const(p + 1, p->key) != NULL;
}

static void compare_exports(const char *what, EVP_PKEY *const key[NUM_SIDES])
{
    static const int selections[] = { EVP_PKEY_KEY_PARAMETERS,
                                      EVP_PKEY_PUBLIC_KEY,
                                      EVP_PKEY_KEYPAIR,
                                      OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS,
                                      OSSL_KEYMGMT_SELECT_PUBLIC_KEY,
                                      OSSL_KEYMGMT_SELECT_PRIVATE_KEY,
                                      OSSL_KEYMGMT_SELECT_KEYPAIR };

    for (size_t i = 0; i < sizeof(selections) / sizeof(selections[0]); i++) {
        OSSL_PARAM *params[NUM_SIDES] = { NULL, NULL };
        int ret[NUM_SIDES];

        for (int side = 0; side < NUM_SIDES; side++)
            ret[side] = EVP_PKEY_todata(key[side], selections[i], &params[side]);
        CHECK(ret[0] == ret[1], "%s: exports of 0x%x: %d and %d", what, (unsigned)selections[i], ret[0], ret[1]);
        for (OSSL_PARAM *a = params[0], *b = params[1]; a != NULL && b != NULL && (a->key != NULL || b->key != NULL);
             a++, b++)
            if (a->key == NULL || b->key == NULL || (!same_param(a, b) && !is_shadowed(a))) {
                fail("%s: exports of 0x%x differ at %s and %s", what, (unsigned)selections[i], a->key, b->key);
                break;
            }
        OSSL_PARAM_free(params[0]);
        OSSL_PARAM_free(params[1]);
    }
}

typedef int encode_fn(const EVP_PKEY *key, unsigned char **out);

static void compare_der(const char *what, EVP_PKEY *const key[NUM_SIDES])
{
    static encode_fn *const encoders[] = { i2d_PUBKEY, i2d_PrivateKey, i2d_KeyParams };

    for (size_t i = 0; i < sizeof(encoders) / sizeof(encoders[0]); i++) {
        unsigned char *der[NUM_SIDES] = { NULL, NULL };
        int len[NUM_SIDES];

        for (int side = 0; side < NUM_SIDES; side++)
            len[side] = encoders[i](key[side], &der[side]);
        CHECK((len[0] <= 0 && len[1] <= 0) || (len[0] == len[1] && memcmp(der[0], der[1], (size_t)len[0]) == 0),
              "%s: encoding %zu of %d and %d bytes differs", what, i, len[0], len[1]);
        OPENSSL_free(der[0]);
        OPENSSL_free(der[1]);
    }
}

void keys_compare_checks(const char *what, EVP_PKEY *const key[NUM_SIDES])
{
    typedef int check_fn(EVP_PKEY_CTX * ctx);
    static check_fn *const checks[] = { EVP_PKEY_check,         EVP_PKEY_public_check,      EVP_PKEY_public_check_quick,
                                        EVP_PKEY_param_check,   EVP_PKEY_param_check_quick, EVP_PKEY_private_check,
                                        EVP_PKEY_pairwise_check };

    for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++) {
        int verdict[NUM_SIDES];

        for (int side = 0; side < NUM_SIDES; side++) {
            EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, key[side], BY(side));

            verdict[side] = ctx == NULL ? -77 : checks[i](ctx);
            EVP_PKEY_CTX_free(ctx);
        }
        CHECK(verdict[0] == verdict[1], "%s: check %zu gives %d and %d", what, i, verdict[0], verdict[1]);
    }
}

/*
 * OpenSSL 3.5 and 3.6 copy no private key of ML-KEM, and a public one wrongly: the key itself stands in for its copy.
 */
static EVP_PKEY *copy_of(EVP_PKEY *key)
{
    const char *type = EVP_PKEY_get0_type_name(key), *by = OSSL_PROVIDER_get0_name(EVP_PKEY_get0_provider(key));

    if (OpenSSL_version_num() >= 0x40000000 || strstr(type, "KEM") == NULL || strcmp(by, "default") != 0)
        return EVP_PKEY_dup(key);
    return EVP_PKEY_up_ref(key) == 1 ? key : NULL;
}

static void compare_copies(const char *what, EVP_PKEY *const key[NUM_SIDES])
{
    EVP_PKEY *copy[NUM_SIDES];

    for (int side = 0; side < NUM_SIDES; side++)
        copy[side] = copy_of(key[side]);
    CHECK((copy[0] == NULL) == (copy[1] == NULL), "%s: one alone can be copied", what);
    if (copy[0] != NULL && copy[1] != NULL) {
        CHECK(EVP_PKEY_eq(copy[1], key[1]) == EVP_PKEY_eq(copy[0], key[0]), "%s: a copy is not equal", what);
        compare_params(what, copy);
        compare_exports(what, copy);
    }
    keys_free(copy);
}

static void compare_each_other(const char *what, EVP_PKEY *const key[NUM_SIDES])
{
    EVP_PKEY *copy = copy_of(key[0]);
    int self = copy == NULL ? 1 : EVP_PKEY_eq(key[0], copy);
    OSSL_PARAM *params = NULL;
    bool can_travel = EVP_PKEY_todata(key[0], EVP_PKEY_KEYPAIR, &params) == 1;

    EVP_PKEY_free(copy);
    OSSL_PARAM_free(params);
    if (!can_travel)
        return;
    CHECK(EVP_PKEY_eq(key[0], key[1]) == self && EVP_PKEY_eq(key[1], key[0]) == self, "%s: unequal", what);
    CHECK(EVP_PKEY_parameters_eq(key[0], key[1]) == 1 && EVP_PKEY_parameters_eq(key[1], key[0]) == 1, "%s: parameters",
          what);
}

void keys_compare(const char *what, EVP_PKEY *const key[NUM_SIDES])
{
    CHECK((key[0] == NULL) == (key[1] == NULL), "%s: %s alone has a key", what, side_names[key[0] == NULL]);
    if (key[0] == NULL || key[1] == NULL)
        return;
    compare_params(what, key);
    keys_compare_checks(what, key);
    compare_copies(what, key);
    compare_exports(what, key);
    compare_params(what, key); /* also if the key has more parameters */
    compare_der(what, key);
    compare_each_other(what, key);
    ERR_clear_error();
}

/* A name may occur with several types. */
static bool has_param(const OSSL_PARAM *list, const OSSL_PARAM *wanted)
{
    for (; list->key != NULL; list++)
        if (strcmp(list->key, wanted->key) == 0 && list->data_type == wanted->data_type)
            return true;
    return false;
}

void lists_compare(const char *what, const OSSL_PARAM *by_default, const OSSL_PARAM *by_module)
{
    const OSSL_PARAM *lists[NUM_SIDES] = { by_default, by_module };

    CHECK((by_default == NULL) == (by_module == NULL), "%s: one list is there", what);
    for (int side = 0; side < NUM_SIDES && by_default != NULL && by_module != NULL; side++)
        for (const OSSL_PARAM *p = lists[side]; p->key != NULL; p++)
            CHECK(has_param(lists[1 - side], p), "%s: %s is in the list of %s only", what, p->key, side_names[side]);
}
