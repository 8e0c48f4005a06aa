/* Checks of keys of ML-DSA and SLH-DSA: see pure_keys.h. */
#include "pure_keys.h"

#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/x509.h>
#include <string.h>

void pure_keys_check_names(const char *type, const char *const *names)
{
    for (; *names != NULL; names++) {
        EVP_KEYMGMT *keymgmt = EVP_KEYMGMT_fetch(keys_lib, *names, BY(MODULE));
        EVP_SIGNATURE *signature = EVP_SIGNATURE_fetch(keys_lib, *names, BY(MODULE));

        CHECK(keymgmt != NULL && EVP_KEYMGMT_is_a(keymgmt, type), "%s: no keys of %s", type, *names);
        CHECK(signature != NULL && EVP_SIGNATURE_is_a(signature, type), "%s: no signature %s", type, *names);
        EVP_KEYMGMT_free(keymgmt);
        EVP_SIGNATURE_free(signature);
    }
}

/* ---- generation ---- */

static void generate_from_seed(const char *type, const uint8_t *seed, size_t len, bool is_taken)
{
    EVP_PKEY *key[NUM_SIDES];

    for (int side = 0; side < NUM_SIDES; side++)
        key[side] = key_from_seed(side, type, seed, len);
    CHECK((key[0] != NULL) == is_taken && (key[1] != NULL) == is_taken, "%s: a seed of %zu bytes", type, len);
    if (len != 0)
        keys_compare(type, key);
    keys_free(key);
}

void pure_keys_check_seeds(const char *type, struct random *rnd, size_t seed_len)
{
    const size_t wrong[] = { 1, seed_len - 1, seed_len + 1, PURE_KEYS_MAX_SEED + 1 };
    uint8_t seed[PURE_KEYS_MAX_SEED + 1];

    for (unsigned i = 0; i < 4; i++) {
        random_bytes(rnd, seed, sizeof(seed));
        generate_from_seed(type, seed, seed_len, true);
    }
    generate_from_seed(type, seed, 0, true);
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        generate_from_seed(type, seed, wrong[i], false);
    ERR_clear_error();
}

void pure_keys_check_generation(const char *type, size_t seed_len)
{
    char text[] = "";
    const OSSL_PARAM lists[][2] = { { OSSL_PARAM_utf8_string("properties", text, 0), OSSL_PARAM_END },
                                    { OSSL_PARAM_octet_string("properties", text, 0), OSSL_PARAM_END },
                                    { OSSL_PARAM_utf8_string("seed", text, 0), OSSL_PARAM_END },
                                    { OSSL_PARAM_octet_string("seed", NULL, seed_len), OSSL_PARAM_END },
                                    { OSSL_PARAM_octet_string("unknown", text, 0), OSSL_PARAM_END } };
    EVP_PKEY *key[NUM_SIDES];

    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        for (int side = 0; side < NUM_SIDES; side++)
            key[side] = key_generate(side, type, lists[i]);
        CHECK((key[0] == NULL) == (key[1] == NULL), "%s: generation with list %zu", type, i);
        keys_free(key);
    }
    for (int side = 0; side < NUM_SIDES; side++)
        key[side] = key_generate_params(side, type, NULL);
    CHECK((key[0] == NULL) == (key[1] == NULL), "%s: paramgen", type);
    if (key[0] != NULL && key[1] != NULL)
        keys_compare_checks("paramgen", key);
    keys_free(key);
    ERR_clear_error();
}

void pure_keys_check_generated(const char *type, unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        EVP_PKEY *made[NUM_SIDES], *moved[NUM_SIDES];

        for (int side = 0; side < NUM_SIDES; side++) {
            made[side] = key_generate(side, type, NULL);
            moved[side] = key_move(1 - side, type, made[side]);
        }
        CHECK(made[0] != NULL && made[1] != NULL && EVP_PKEY_eq(made[0], made[1]) != 1, "%s: no key, or one twice",
              type);
        keys_compare("a key of the default provider", (EVP_PKEY *[]){ made[0], moved[0] });
        keys_compare("a key of the module", (EVP_PKEY *[]){ moved[1], made[1] });
        keys_free(made);
        keys_free(moved);
    }
}

/* ---- files ---- */

static EVP_PKEY *decode_public(int side, EVP_PKEY *from)
{
    unsigned char *der = NULL;
    int len = i2d_PUBKEY(from, &der);
    const unsigned char *at = der;
    EVP_PKEY *key = len <= 0 ? NULL : d2i_PUBKEY_ex(NULL, &at, len, keys_lib, PREFER(side));

    OPENSSL_free(der);
    return key;
}

void pure_keys_check_files(const char *type)
{
    EVP_PKEY *key = key_generate(MODULE, type, NULL), *read[NUM_SIDES], *public_key[NUM_SIDES];

    for (int side = 0; side < NUM_SIDES; side++) {
        read[side] = key_decode(side, key);
        public_key[side] = decode_public(side, key);
        CHECK(read[side] != NULL && EVP_PKEY_eq(read[side], key) == 1, "%s: another key in the file", type);
        CHECK(public_key[side] != NULL && EVP_PKEY_eq(public_key[side], key) == 1, "%s: another public key in the file",
              type);
    }
    keys_compare("read from a file", read);
    keys_compare("public key read from a file", public_key);
    keys_free(read);
    keys_free(public_key);
    EVP_PKEY_free(key);
}

/* ---- import ---- */

int pure_keys_import(const char *type, const char *what, int selection, const struct key_parts *in)
{
    EVP_PKEY *key[NUM_SIDES];
    int is_taken;

    for (int side = 0; side < NUM_SIDES; side++)
        key[side] = key_from_parts(side, type, selection, in);
    is_taken = key[MODULE] != NULL;
    keys_compare(what, key);
    keys_free(key);
    ERR_clear_error();
    return is_taken;
}

void pure_keys_get_part(EVP_PKEY *key, const char *name, uint8_t *out, size_t wanted)
{
    size_t len = 0;

    CHECK(EVP_PKEY_get_octet_string_param(key, name, out, PURE_KEYS_MAX_PART, &len) == 1 && len == wanted,
          "%s of %zu bytes, not %zu", name, len, wanted);
}

void pure_keys_check_unchangeable(const char *type, struct random *rnd)
{
    static uint8_t before[PURE_KEYS_MAX_PART], after[PURE_KEYS_MAX_PART];
    int ret[NUM_SIDES];

    for (int side = 0; side < NUM_SIDES; side++) {
        EVP_PKEY *key = key_generate(side, type, NULL);
        size_t len = 0;

        CHECK(EVP_PKEY_get_octet_string_param(key, "pub", before, sizeof(before), &len) == 1, "%s: no key", type);
        random_bytes(rnd, after, len);
        ret[side] = EVP_PKEY_set1_encoded_public_key(key, after, len);
        pure_keys_get_part(key, "pub", after, len);
        CHECK(memcmp(before, after, len) == 0, "%s: %s changed its key", type, side_names[side]);
        EVP_PKEY_free(key);
    }
    CHECK(ret[0] == ret[1], "%s: change of a key: %d and %d", type, ret[0], ret[1]);
    ERR_clear_error();
}
