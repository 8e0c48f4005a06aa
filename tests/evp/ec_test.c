/*
 * Keys on elliptic curves: for every curve that the default provider names, compare the module with the default
 * provider by the same calls. ecdsa_test.c and ecdh_test.c test the operations with these keys.
 */
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/obj_mac.h>
#include <openssl/params.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ec_curves.h"

enum { MAX_NUMBER = 80, MAX_POINT = 150, ONE_IN = 11 };

static struct random rnd = { 256 };

/* ---- keys of every curve ---- */

static void check_generated(const char *curve)
{
    for (int maker = 0; maker < NUM_SIDES; maker++) {
        EVP_PKEY *key[NUM_SIDES], *decoded[NUM_SIDES];

        key[maker] = ec_generate(maker, curve);
        CHECK(key[maker] != NULL, "%s: %s generates nothing", curve, side_names[maker]);
        if (key[maker] == NULL)
            continue;
        key[1 - maker] = key_move(1 - maker, "EC", key[maker]);
        if (strcmp(curve, "SM2") == 0) { /* generated under this name, but imported and decoded by keymgmt SM2 */
            CHECK(key[1 - maker] == NULL && key_move(maker, "EC", key[maker]) == NULL, "%s: imported", curve);
            keys_free(key);
            continue;
        }
        keys_compare(curve, key);
        for (int side = 0; side < NUM_SIDES; side++)
            decoded[side] = key_decode(side, key[maker]);
        keys_compare(curve, decoded);
        keys_free(decoded);
        keys_free(key);
    }
}

/* Check the ways to name a curve, and the settings of how a key is encoded. */
static void check_settings(const char *curve)
{
    static const struct {
        const char *name, *value;
    } settings[] = {
        { "point-format", "compressed" }, { "point-format", "hybrid" },    { "point-format", "none" },
        { "encoding", "explicit" },       { "encoding", "named_curve" },   { "encoding", "x" },
        { "group-check", "named" },       { "group-check", "named-nist" }, { "group-check", "default" },
        { "group-check", "?" },           { "include-public", NULL },      { "use-cofactor-flag", NULL },
    };

    for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++) {
        EVP_PKEY *key[NUM_SIDES] = { ec_generate(DEFAULT, curve), NULL }, *again[NUM_SIDES];
        int ret[NUM_SIDES];

        key[MODULE] = key_move(MODULE, "EC", key[DEFAULT]);
        for (int side = 0; side < NUM_SIDES; side++)
            ret[side] = settings[i].value == NULL
                            ? EVP_PKEY_set_int_param(key[side], settings[i].name, (int)(i & 1))
                            : EVP_PKEY_set_utf8_string_param(key[side], settings[i].name, settings[i].value);
        CHECK(ret[0] == ret[1], "%s: %s=%s: %d and %d", curve, settings[i].name, settings[i].value, ret[0], ret[1]);
        keys_compare(settings[i].name, key);
        for (int side = 0; side < NUM_SIDES; side++)
            again[side] = key_decode(side, key[DEFAULT]);
        keys_compare("decoded", again);
        keys_free(again);
        keys_free(key);
    }
}

/* ---- import ---- */

struct import {
    const char *group;
    const uint8_t *public_key;
    size_t public_len;
    const uint8_t *private_key; /* little-endian */
    size_t private_len;
    const char *format, *encoding;
};

static EVP_PKEY *import(int side, int selection, const struct import *m)
{
    OSSL_PARAM params[6], *p = params;

    if (m->group != NULL)
        *p++ = OSSL_PARAM_construct_utf8_string("group", (char *)m->group, 0);
    if (m->public_key != NULL)
        *p++ = OSSL_PARAM_construct_octet_string("pub", (void *)m->public_key, m->public_len);
    if (m->private_key != NULL)
        *p++ = OSSL_PARAM_construct_BN("priv", (void *)m->private_key, m->private_len);
    if (m->format != NULL)
        *p++ = OSSL_PARAM_construct_utf8_string("point-format", (char *)m->format, 0);
    if (m->encoding != NULL)
        *p++ = OSSL_PARAM_construct_utf8_string("encoding", (char *)m->encoding, 0);
    *p = OSSL_PARAM_construct_end();
    return key_from_data(side, "EC", selection, params);
}

static void compare_import(const char *what, int selection, const struct import *m)
{
    EVP_PKEY *key[NUM_SIDES];

    for (int side = 0; side < NUM_SIDES; side++)
        key[side] = import(side, selection, m);
    keys_compare(what, key);
    keys_free(key);
}

static void compare_imports(const char *what, const struct import *m)
{
    static const int selections[] = { EVP_PKEY_KEYPAIR, EVP_PKEY_PUBLIC_KEY, EVP_PKEY_KEY_PARAMETERS,
                                      OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS, OSSL_KEYMGMT_SELECT_KEYPAIR };

    for (size_t i = 0; i < sizeof(selections) / sizeof(selections[0]); i++)
        compare_import(what, selections[i], m);
}

/*
 * Import encodings of points: from a valid point of either parity, every first byte with several lengths, and altered
 * coordinates.
 */
static void check_points(const char *curve)
{
    uint8_t point[MAX_POINT], altered[MAX_POINT], infinity[1] = { 0 };
    static unsigned turn;

    for (unsigned i = 0; i < 2; i++) {
        EVP_PKEY *key = ec_generate(DEFAULT, curve);
        size_t len = 0, field;

        EVP_PKEY_get_octet_string_param(key, "encoded-pub-key", point, sizeof(point), &len);
        field = (len - 1) / 2;
        for (unsigned first = 0; first < 9; first++)
            for (unsigned form = 0; form < 5; form++) {
                const size_t lens[] = { len, 1 + field, len - 1, len + 1, 1 };
                struct import m = { .group = curve, .public_key = altered, .public_len = lens[form] };

                if (!is_turn(&turn, ONE_IN))
                    continue;
                memcpy(altered, point, sizeof(altered));
                altered[0] = (uint8_t)first;
                compare_import("a point", EVP_PKEY_PUBLIC_KEY, &m);
            }
        for (unsigned at = 0; at < 6; at++) { /* another point or none; coordinates above the prime */
            struct import m = { .group = curve, .public_key = altered, .public_len = at % 2 == 0 ? len : 1 + field };

            if (!is_turn(&turn, ONE_IN))
                continue;
            memcpy(altered, point, sizeof(altered));
            altered[0] = at % 2 == 0 ? 4 : 2;
            if (at < 4)
                altered[1 + random_below(&rnd, (unsigned)m.public_len - 1)] ^= 1 << random_below(&rnd, 8);
            else
                memset(altered + 1, 0xff, field);
            compare_import("an altered point", EVP_PKEY_PUBLIC_KEY, &m);
        }
        compare_imports("infinity", &(struct import){ .group = curve, .public_key = infinity, .public_len = 1 });
        EVP_PKEY_free(key);
    }
}

/* Get the order of the curve, little-endian. Returns its length. */
static size_t get_order(const char *curve, uint8_t order[MAX_NUMBER])
{
    EVP_PKEY *key = ec_generate(DEFAULT, curve);
    BIGNUM *n = NULL;
    size_t len;

    memset(order, 0, MAX_NUMBER);
    EVP_PKEY_get_bn_param(key, "order", &n);
    len = (size_t)BN_num_bytes(n);
    BN_bn2lebinpad(n, order, MAX_NUMBER);
    BN_free(n);
    EVP_PKEY_free(key);
    return len;
}

/*
 * Import the private keys 0, 1, 2 and the neighbours of the order, with and without leading zeros, with another key's
 * public key and without one.
 */
static void check_scalars(const char *curve)
{
    uint8_t order[MAX_NUMBER], number[MAX_NUMBER], point[MAX_POINT];
    EVP_PKEY *key = ec_generate(DEFAULT, curve);
    size_t order_len = get_order(curve, order), point_len = 0;
    static unsigned turn;

    EVP_PKEY_get_octet_string_param(key, "encoded-pub-key", point, sizeof(point), &point_len);
    for (unsigned i = 0; i < 8; i++)
        for (size_t len = order_len - 1; len <= order_len + 9; len += i % 2 == 0 ? 1 : 9)
            for (unsigned with_point = 0; with_point < 2; with_point++) {
                struct import m = { .group = curve, .private_key = number, .private_len = len };

                if (!is_turn(&turn, ONE_IN))
                    continue;
                memcpy(number, order, sizeof(number));
                if (i < 3)
                    memset(number, 0, sizeof(number)), number[0] = (uint8_t)i;
                else if (i < 6)
                    number[0] = (uint8_t)(number[0] + i - 4); /* the order is odd, and no curve carries here */
                else
                    memset(number, i == 6 ? 0xff : 0, sizeof(number)), number[order_len] = 1;
                m.public_key = with_point ? point : NULL;
                m.public_len = point_len;
                compare_import("a scalar", EVP_PKEY_KEYPAIR, &m);
            }
    EVP_PKEY_free(key);
}

static void check_names(void)
{
    static const char *const names[] = { "P-256", "p-256",     "prime256v1", "PRIME256V1", "secp256r1",
                                         "P-384", "secp384r1", "P-521",      "secp521r1",  "secp256k1",
                                         "SM2",   "",          "P-257",      "B-163",      "1.2.840.10045.3.1.7" };
    static const char *const formats[] = { NULL, "uncompressed", "compressed", "hybrid", "x" };
    static const char *const encodings[] = { NULL, "named_curve", "explicit", "x" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        OSSL_PARAM params[] = { OSSL_PARAM_construct_utf8_string("group", (char *)names[i], 0),
                                OSSL_PARAM_construct_end() };
        EVP_PKEY *key[NUM_SIDES];

        compare_imports(names[i], &(struct import){ .group = names[i] });
        if (strcmp(names[i], "SM2") == 0)
            continue;
        for (int side = 0; side < NUM_SIDES; side++)
            key[side] = key_generate_params(side, "EC", params);
        keys_compare(names[i], key);
        keys_free(key);
        for (int side = 0; side < NUM_SIDES; side++)
            key[side] = key_generate(side, "EC", params);
        CHECK((key[0] == NULL) == (key[1] == NULL), "%s: one alone generates", names[i]);
        keys_free(key);
    }
    compare_imports("no group", &(struct import){ .group = NULL });
    for (size_t i = 0; i < 5 * 4; i++)
        compare_imports("settings",
                        &(struct import){ .group = "P-256", .format = formats[i % 5], .encoding = encodings[i / 5] });
}

/* ---- generation ---- */

/*
 * Generate from keying material (RFC 9180 sec. 7.1.3; 3.2), with settings, over explicit parameters, and from a
 * template.
 */
static void check_generation(const char *curve)
{
    static const struct {
        const char *name, *value;
    } settings[] = { { "encoding", "explicit" },      { "encoding", "named_curve" }, { "point-format", "compressed" },
                     { "group-check", "named-nist" }, { "encoding", "x" },           { "properties", "?" } };
    uint8_t ikm[100] = { 1, 2, 3 };
    EVP_PKEY *key[NUM_SIDES];

    for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++) {
        OSSL_PARAM params[] = { OSSL_PARAM_construct_utf8_string("group", (char *)curve, 0),
                                OSSL_PARAM_construct_utf8_string((char *)settings[i].name, (char *)settings[i].value,
                                                                 0),
                                OSSL_PARAM_construct_end() };

        for (int side = 0; side < NUM_SIDES; side++)
            key[side] = key_generate_params(side, "EC", params);
        keys_compare(settings[i].name, key);
        keys_free(key);
        for (int side = 0; side < NUM_SIDES; side++)
            key[side] = key_generate(side, "EC", params);
        CHECK((key[0] == NULL) == (key[1] == NULL), "%s: one alone generates", settings[i].name);
        if (key[0] != NULL && key[1] != NULL)
            CHECK(i2d_PrivateKey(key[0], NULL) == i2d_PrivateKey(key[1], NULL), "%s: longer keys", settings[i].name);
        keys_free(key);
    }
    for (size_t len = 1; is_release(3, 2) && len <= sizeof(ikm); len += 33) {
        OSSL_PARAM params[] = { OSSL_PARAM_construct_utf8_string("group", (char *)curve, 0),
                                OSSL_PARAM_construct_octet_string("dhkem-ikm", ikm, len), OSSL_PARAM_construct_end() };

        for (int side = 0; side < NUM_SIDES; side++)
            key[side] = key_generate(side, "EC", params);
        keys_compare("keying material", key);
        keys_free(key);
    }
}

static EVP_PKEY *generate_like(int side, EVP_PKEY *template, const OSSL_PARAM *params)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, template, BY(side));
    EVP_PKEY *key = NULL;

    if (EVP_PKEY_keygen_init(ctx) != 1 || (params != NULL && EVP_PKEY_CTX_set_params(ctx, params) != 1)
        || EVP_PKEY_generate(ctx, &key) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(ctx);
    return key;
}

static void check_templates(const char *curve)
{
    OSSL_PARAM params[] = { OSSL_PARAM_construct_utf8_string("group", "P-384", 0), OSSL_PARAM_construct_end() };

    for (unsigned i = 0; i < 4; i++) {
        EVP_PKEY *template = ec_generate(MODULE, curve), *key[NUM_SIDES];

        if (i >= 2)
            EVP_PKEY_set_utf8_string_param(template, "encoding", "explicit");
        for (int side = 0; side < NUM_SIDES; side++)
            key[side] = generate_like(side, template, i % 2 == 0 ? NULL : params);
        CHECK(key[0] != NULL && key[1] != NULL && EVP_PKEY_parameters_eq(key[0], key[1]) == 1, "%s: like a template",
              curve);
        CHECK(EVP_PKEY_eq(key[1], template) != 1, "%s: the template itself", curve);
        keys_free(key);
        EVP_PKEY_free(template);
    }
}

/*
 * Curves without an object identifier are encoded by explicit parameters, in which the form of the point replaces the
 * key's.
 */
static bool has_name(const char *curve)
{
    return OBJ_length(OBJ_nid2obj(OBJ_sn2nid(curve))) != 0;
}

/* As in TLS: take a key of the curve and set the peer's encoded public key. */
static void check_encoded_public_key(const char *curve)
{
    EVP_PKEY *other = ec_generate(DEFAULT, curve), *own = ec_generate(MODULE, curve);
    uint8_t point[MAX_POINT];
    size_t len = 0;

    EVP_PKEY_get_octet_string_param(other, "encoded-pub-key", point, sizeof(point), &len);
    for (unsigned i = 0; i < 8; i++) {
        EVP_PKEY *key[NUM_SIDES];
        size_t given = i == 4 || i == 5 ? 1 + (len - 1) / 2 : i == 7 ? len - 1 : len;
        int ret[NUM_SIDES];

        point[0] = (uint8_t)(i == 4 ? 2 : i == 5 ? 3 : i == 6 ? 6 + (point[len - 1] & 1) : 4);
        point[len - 1] ^= i == 3;
        for (int side = 0; side < NUM_SIDES; side++) {
            key[side] = i == 0 ? key_move(side, "EC", own) : EVP_PKEY_new();
            if (i != 0)
                EVP_PKEY_copy_parameters(key[side], side == DEFAULT ? other : own);
            ret[side] = EVP_PKEY_set1_encoded_public_key(key[side], point, given);
        }
        CHECK(ret[0] == ret[1], "%s: encoded key %u: %d and %d", curve, i, ret[0], ret[1]);
        if (ret[0] == 1 && (point[0] == 4 || has_name(curve))) /* after a refusal the key is not usable */
            keys_compare("encoded key", key);
        point[len - 1] ^= i == 3;
        keys_free(key);
    }
    EVP_PKEY_free(other);
    EVP_PKEY_free(own);
}

static void check_lists(void)
{
    EVP_PKEY *key[NUM_SIDES] = { ec_generate(DEFAULT, "P-256"), ec_generate(MODULE, "P-256") };
    const OSSL_PARAM *list[6][NUM_SIDES];

    for (int side = 0; side < NUM_SIDES; side++) {
        EVP_KEYMGMT *keymgmt = EVP_KEYMGMT_fetch(keys_lib, "EC", BY(side));
        EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(keys_lib, "EC", BY(side));

        list[0][side] = EVP_KEYMGMT_gettable_params(keymgmt);
        list[1][side] = EVP_KEYMGMT_settable_params(keymgmt);
        list[2][side] = EVP_KEYMGMT_gen_settable_params(keymgmt);
        list[3][side] = EVP_PKEY_fromdata_settable(ctx, EVP_PKEY_KEYPAIR);
        list[4][side] = EVP_PKEY_fromdata_settable(ctx, EVP_PKEY_KEY_PARAMETERS);
        list[5][side] = EVP_PKEY_fromdata_settable(ctx, OSSL_KEYMGMT_SELECT_PRIVATE_KEY);
        EVP_PKEY_CTX_free(ctx);
        EVP_KEYMGMT_free(keymgmt);
    }
    for (unsigned i = 0; i < 6; i++)
        lists_compare("EC", list[i][DEFAULT], list[i][MODULE]);
    keys_free(key);
}

int main(int argc, char **argv)
{
    struct harness h;
    struct names curves;

    (void)argc, (void)argv;
    keys_open(&h, "EC");
    ec_curves(&curves);
    check_lists();
    check_names();
    for (unsigned i = 0; i < curves.num && failures < 20; i++) {
        const char *curve = curves.list[i];

        check_generated(curve);
        if (strcmp(curve, "SM2") == 0)
            continue;
        check_encoded_public_key(curve);
        if (ec_is_chosen(curve)) {
            check_settings(curve);
            check_generation(curve);
            check_templates(curve);
        }
        if (ec_is_fast(curve)) {
            check_points(curve);
            check_scalars(curve);
        }
    }
    printf("%u curves, %u failures\n", curves.num, failures);
    names_free(&curves);
    harness_close(&h);
    return failures != 0;
}
