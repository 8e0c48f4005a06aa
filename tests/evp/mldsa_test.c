/*
 * Keys of ML-DSA-44, -65 and -87: the module against the default provider, by the same calls. Both are in one library
 * context, so keys and files also go from one to the other. (Signatures: mldsa_signature_test.c.)
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "keys.h"

enum { NUM_KEYS = 4, SEED_LEN = 32, MAX_ENCODED = 5000, PUBLIC_START = 32 + 32 + 64 };

static struct random rnd = { 204 };

static const struct set {
    const char *name, *alias, *oid;
    size_t public_len, private_len;
    unsigned num_secret, secret_bits, num_values; /* coefficients of s1 and s2, their bits, their values */
} sets[] = {
    { "ML-DSA-44", "MLDSA44", "2.16.840.1.101.3.4.3.17", 1312, 2560, 256 * 8, 3, 5 },
    { "ML-DSA-65", "id-ml-dsa-65", "2.16.840.1.101.3.4.3.18", 1952, 4032, 256 * 11, 4, 9 },
    { "ML-DSA-87", "MLDSA87", "2.16.840.1.101.3.4.3.19", 2592, 4896, 256 * 15, 3, 5 },
}, *set;

/* The parts of a key of one seed. */
struct material {
    uint8_t seed[SEED_LEN], private_key[MAX_ENCODED], public_key[MAX_ENCODED];
};

static void get_part(EVP_PKEY *key, const char *name, uint8_t *out, size_t wanted)
{
    size_t len = 0;

    CHECK(EVP_PKEY_get_octet_string_param(key, name, out, MAX_ENCODED, &len) == 1 && len == wanted,
          "%s: %s of %zu bytes", set->name, name, len);
}

static void make_material(struct material *m)
{
    EVP_PKEY *key;

    random_bytes(&rnd, m->seed, SEED_LEN);
    key = key_from_seed(MODULE, set->name, m->seed, SEED_LEN);
    get_part(key, "priv", m->private_key, set->private_len);
    get_part(key, "pub", m->public_key, set->public_len);
    EVP_PKEY_free(key);
}

static struct key_parts parts_of(const struct material *m, bool seed, bool private_key, bool public_key)
{
    return (struct key_parts){
        m->seed,
        m->private_key,
        m->public_key,
        seed ? SEED_LEN : 0,
        private_key ? set->private_len : 0,
        public_key ? set->public_len : 0,
    };
}

static void check_names(void)
{
    const char *const names[] = { set->name, set->alias, set->oid };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        EVP_KEYMGMT *keymgmt = EVP_KEYMGMT_fetch(keys_lib, names[i], BY(MODULE));
        EVP_SIGNATURE *signature = EVP_SIGNATURE_fetch(keys_lib, names[i], BY(MODULE));

        CHECK(keymgmt != NULL && EVP_KEYMGMT_is_a(keymgmt, set->name), "%s: no keys of %s", set->name, names[i]);
        CHECK(signature != NULL && EVP_SIGNATURE_is_a(signature, set->name), "%s: no signature %s", set->name,
              names[i]);
        EVP_KEYMGMT_free(keymgmt);
        EVP_SIGNATURE_free(signature);
    }
}

/* ---- generation ---- */

/* One seed makes one key. No seed, or an empty one, makes a key at random. */
static void check_seeds(void)
{
    uint8_t seed[SEED_LEN + 1];

    for (unsigned i = 0; i < NUM_KEYS; i++) {
        EVP_PKEY *key[NUM_SIDES];

        random_bytes(&rnd, seed, SEED_LEN);
        for (int side = 0; side < NUM_SIDES; side++)
            key[side] = key_from_seed(side, set->name, seed, SEED_LEN);
        CHECK(key[MODULE] != NULL, "%s: no key of a seed", set->name);
        keys_compare(set->name, key);
        keys_free(key);
    }
    for (size_t len = 0; len <= SEED_LEN + 1; len += len == 1 ? 30 : len == 31 ? 2 : 1) {
        EVP_PKEY *key[NUM_SIDES];

        for (int side = 0; side < NUM_SIDES; side++)
            key[side] = key_from_seed(side, set->name, seed, len);
        CHECK((key[0] != NULL) == (len == 0) && (key[1] != NULL) == (len == 0), "%s: a seed of %zu bytes", set->name,
              len);
        keys_free(key);
    }
    ERR_clear_error();
}

/* Both providers take or refuse other parameters alike, and EVP_PKEY_paramgen makes a key pair. */
static void check_generation_parameters(void)
{
    char text[] = "";
    const OSSL_PARAM lists[][2] = { { OSSL_PARAM_utf8_string("properties", text, 0), OSSL_PARAM_END },
                                    { OSSL_PARAM_octet_string("properties", text, 0), OSSL_PARAM_END },
                                    { OSSL_PARAM_utf8_string("seed", text, 0), OSSL_PARAM_END },
                                    { OSSL_PARAM_octet_string("seed", NULL, SEED_LEN), OSSL_PARAM_END },
                                    { OSSL_PARAM_octet_string("unknown", text, 0), OSSL_PARAM_END } };
    EVP_PKEY *key[NUM_SIDES];

    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        for (int side = 0; side < NUM_SIDES; side++)
            key[side] = key_generate(side, set->name, lists[i]);
        CHECK((key[0] == NULL) == (key[1] == NULL), "%s: generation with list %zu", set->name, i);
        keys_free(key);
    }
    for (int side = 0; side < NUM_SIDES; side++)
        key[side] = key_generate_params(side, set->name, NULL);
    CHECK((key[0] == NULL) == (key[1] == NULL), "%s: paramgen", set->name);
    if (key[0] != NULL && key[1] != NULL)
        keys_compare_checks("paramgen", key);
    keys_free(key);
    ERR_clear_error();
}

static void check_generated(void)
{
    for (unsigned i = 0; i < NUM_KEYS; i++) {
        EVP_PKEY *made[NUM_SIDES], *moved[NUM_SIDES];

        for (int side = 0; side < NUM_SIDES; side++) {
            made[side] = key_generate(side, set->name, NULL);
            moved[side] = key_move(1 - side, set->name, made[side]);
        }
        CHECK(made[0] != NULL && made[1] != NULL && EVP_PKEY_eq(made[0], made[1]) != 1, "%s: no key, or one twice",
              set->name);
        keys_compare("a key of the default provider", (EVP_PKEY *[]){ made[0], moved[0] });
        keys_compare("a key of the module", (EVP_PKEY *[]){ moved[1], made[1] });
        keys_free(made);
        keys_free(moved);
    }
}

/* ---- files, which the default provider writes and reads ---- */

static EVP_PKEY *decode_public(int side, EVP_PKEY *from)
{
    unsigned char *der = NULL;
    int len = i2d_PUBKEY(from, &der);
    const unsigned char *at = der;
    EVP_PKEY *key = len <= 0 ? NULL : d2i_PUBKEY_ex(NULL, &at, len, keys_lib, PREFER(side));

    OPENSSL_free(der);
    return key;
}

static void check_files(void)
{
    EVP_PKEY *key = key_generate(MODULE, set->name, NULL), *read[NUM_SIDES], *public_key[NUM_SIDES];

    for (int side = 0; side < NUM_SIDES; side++) {
        read[side] = key_decode(side, key);
        public_key[side] = decode_public(side, key);
        CHECK(read[side] != NULL && EVP_PKEY_eq(read[side], key) == 1, "%s: another key in the file", set->name);
        CHECK(public_key[side] != NULL && EVP_PKEY_eq(public_key[side], key) == 1, "%s: another public key in the file",
              set->name);
    }
    keys_compare("read from a file", read);
    keys_compare("public key read from a file", public_key);
    keys_free(read);
    keys_free(public_key);
    EVP_PKEY_free(key);
}

/* ---- import ---- */

/* Import on both sides. Returns 1 if both take it, and then it is the same key; 0 if both refuse. */
static int compare_import(const char *what, int selection, const struct key_parts *in)
{
    EVP_PKEY *key[NUM_SIDES];
    int is_taken;

    for (int side = 0; side < NUM_SIDES; side++)
        key[side] = key_from_parts(side, set->name, selection, in);
    is_taken = key[MODULE] != NULL;
    keys_compare(what, key);
    keys_free(key);
    ERR_clear_error();
    return is_taken;
}

static void check_imports(void)
{
    static const int selections[] = { EVP_PKEY_KEYPAIR, EVP_PKEY_PUBLIC_KEY, OSSL_KEYMGMT_SELECT_PRIVATE_KEY };
    struct material m;

    make_material(&m);
    for (unsigned i = 0; i < 8 * 3; i++) {
        struct key_parts in = parts_of(&m, i & 1, i & 2, i & 4);
        int selection = selections[i / 8], is_enough = (i & 4) != 0 || ((i & 3) != 0 && i / 8 != 1);

        CHECK(compare_import("import of parts", selection, &in) == is_enough, "%s: parts %u", set->name, i);
    }
}

static void check_lengths(void)
{
    struct material m;

    make_material(&m);
    for (unsigned i = 0; i < 6; i++) {
        struct key_parts in = parts_of(&m, i / 2 == 0, i / 2 == 1, i / 2 == 2);

        in.seed_len += (size_t)(in.seed_len != 0) * (i % 2 == 0 ? 1 : (size_t)-1);
        in.private_len += (size_t)(in.private_len != 0) * (i % 2 == 0 ? 1 : (size_t)-1);
        in.public_len += (size_t)(in.public_len != 0) * (i % 2 == 0 ? 1 : (size_t)-1);
        CHECK(!compare_import("wrong length", EVP_PKEY_KEYPAIR, &in), "%s: wrong length %u", set->name, i);
    }
}

/* Replace coefficient number i of s1 and s2 by a value out of range (FIPS 204 algorithm 25). */
static void spoil_secret(uint8_t *private_key, unsigned i)
{
    unsigned value = set->num_values + random_below(&rnd, (1u << set->secret_bits) - set->num_values);

    for (unsigned bit = 0; bit < set->secret_bits; bit++) {
        unsigned at = i * set->secret_bits + bit;
        uint8_t *byte = private_key + PUBLIC_START + at / 8;

        *byte = (uint8_t)((*byte & ~(1u << at % 8)) | (value >> bit & 1) << at % 8);
    }
}

static void check_malformed_secrets(const struct material *m)
{
    for (unsigned i = 0; i < 12; i++) {
        struct material bad = *m;
        struct key_parts in = parts_of(&bad, false, true, false);

        spoil_secret(bad.private_key, i < 2 ? i * (set->num_secret - 1) : random_below(&rnd, set->num_secret));
        CHECK(!compare_import("coefficient", EVP_PKEY_KEYPAIR, &in), "%s: coefficient out of range", set->name);
    }
}

/* Flip one bit in each field of a private key. Nothing depends on K, so no import can notice that it is another. */
static void check_flipped(const struct material *m)
{
    const size_t secrets = PUBLIC_START + set->num_secret * set->secret_bits / 8;
    const struct {
        const char *name;
        size_t from, to;
        int is_taken;
    } fields[] = {
        { "rho", 0, 32, 0 },
        { "K", 32, 64, 1 },
        { "tr", 64, PUBLIC_START, 0 },
        { "t0", secrets, set->private_len, 0 },
    };

    for (size_t f = 0; f < sizeof(fields) / sizeof(fields[0]); f++)
        for (unsigned i = 0; i < 3; i++) {
            struct material bad = *m;
            struct key_parts in = parts_of(&bad, false, true, false);

            bad.private_key[fields[f].from + random_below(&rnd, (unsigned)(fields[f].to - fields[f].from))] ^=
                (uint8_t)(1u << random_below(&rnd, 8));
            CHECK(compare_import(fields[f].name, EVP_PKEY_KEYPAIR, &in) == fields[f].is_taken, "%s: another %s",
                  set->name, fields[f].name);
        }
}

/* Parts of two keys. */
static void check_mixed(const struct material *m)
{
    struct material other, mixed = *m;

    make_material(&other);
    memcpy(mixed.seed, other.seed, SEED_LEN);
    memcpy(mixed.public_key, other.public_key, set->public_len);
    for (unsigned i = 1; i < 4; i++) {
        struct key_parts in = parts_of(&mixed, i & 1, true, i & 2);

        CHECK(!compare_import("mixed", EVP_PKEY_KEYPAIR, &in), "%s: mixed parts %u", set->name, i);
    }
    memcpy(mixed.public_key, m->public_key, set->public_len);
    CHECK(!compare_import("mixed", EVP_PKEY_KEYPAIR,
                          &(struct key_parts){ mixed.seed, NULL, mixed.public_key, SEED_LEN, 0, set->public_len }),
          "%s: the public key of another seed", set->name);
}

static void check_malformed(void)
{
    struct material m;

    make_material(&m);
    check_malformed_secrets(&m);
    check_flipped(&m);
    check_mixed(&m);
}

/* Every string of the right length is a public key. */
static void check_public_keys(void)
{
    struct material m;
    struct key_parts in = parts_of(&m, false, false, true);

    for (unsigned i = 0; i < 4; i++) {
        random_bytes(&rnd, m.public_key, set->public_len);
        CHECK(compare_import("any public key", EVP_PKEY_PUBLIC_KEY, &in), "%s: a public key is refused", set->name);
    }
}

/* A key that is there never changes, whatever EVP returns. */
static void check_unchangeable(void)
{
    struct material m, other;
    struct key_parts in = parts_of(&m, true, false, false);
    EVP_PKEY *key[NUM_SIDES];
    int ret[NUM_SIDES];

    make_material(&m);
    make_material(&other);
    for (int side = 0; side < NUM_SIDES; side++) {
        key[side] = key_from_parts(side, set->name, EVP_PKEY_KEYPAIR, &in);
        ret[side] = EVP_PKEY_set1_encoded_public_key(key[side], other.public_key, set->public_len);
        get_part(key[side], "pub", other.private_key, set->public_len);
        CHECK(memcmp(other.private_key, m.public_key, set->public_len) == 0, "%s: %s changed its key", set->name,
              side_names[side]);
    }
    CHECK(ret[0] == ret[1], "%s: change of a key: %d and %d", set->name, ret[0], ret[1]);
    keys_free(key);
    ERR_clear_error();
}

/* ---- configuration ---- */

/* Make a key in a library context from parameters, by generation or import. NULL if it is refused. */
static EVP_PKEY *key_in(OSSL_LIB_CTX *lib, const OSSL_PARAM *params)
{
    EVP_PKEY_CTX *ctx = lib == NULL ? NULL : EVP_PKEY_CTX_new_from_name(lib, set->name, "provider=afterburner");
    EVP_PKEY *key = NULL;
    int ok = ctx != NULL
             && (params == NULL ? EVP_PKEY_keygen_init(ctx) == 1 && EVP_PKEY_generate(ctx, &key) == 1
                                : EVP_PKEY_fromdata_init(ctx) == 1
                                      && EVP_PKEY_fromdata(ctx, &key, EVP_PKEY_KEYPAIR, (OSSL_PARAM *)params) == 1);

    EVP_PKEY_CTX_free(ctx);
    ERR_clear_error();
    return ok ? key : NULL;
}

/* The number of the parts seed, priv and pub that such a key exports; 0: there is no key. */
static unsigned count_parts(OSSL_LIB_CTX *lib, const OSSL_PARAM *params)
{
    EVP_PKEY *key = key_in(lib, params);
    OSSL_PARAM *parts = NULL;
    unsigned num = 0;

    if (key != NULL && EVP_PKEY_todata(key, EVP_PKEY_KEYPAIR, &parts) == 1)
        while (parts[num].key != NULL)
            num++;
    OSSL_PARAM_free(parts);
    EVP_PKEY_free(key);
    return num;
}

/* The same in a library context of the module and the default provider with settings in their sections. */
static unsigned count_parts_beside(const char *ours, const char *theirs, const OSSL_PARAM *params)
{
    OSSL_LIB_CTX *lib = open_beside(ours, theirs);
    unsigned num = count_parts(lib, params);

    OSSL_LIB_CTX_free(lib);
    return num;
}

/* Since 4.0 a key keeps its seed in any case; what is written is the encoder's choice. */
static void check_retained(void)
{
    const unsigned without = is_release(4, 0) ? 3 : 2;
    struct material m;
    const OSSL_PARAM seed[] = { OSSL_PARAM_octet_string("seed", m.seed, SEED_LEN), OSSL_PARAM_END };

    make_material(&m);
    CHECK(count_parts_beside("", "", NULL) == 3, "%s: the seed is not kept", set->name);
    CHECK(count_parts_beside("ml-dsa.retain_seed = no", "", NULL) == without, "%s: the seed is kept", set->name);
    CHECK(count_parts_beside("ml-dsa.retain_seed = off", "", seed) == without, "%s: an imported seed", set->name);
    CHECK(count_parts_beside("", "ml-dsa.retain_seed = no", NULL) == without
              && count_parts_beside("ml-dsa.retain_seed = yes", "ml-dsa.retain_seed = no", NULL) == 3,
          "%s: the settings of the default provider", set->name);
}

/* A seed beside a private key: it must be the key's, or is ignored. */
static void check_preferred(void)
{
    struct material m, other;
    const OSSL_PARAM both[] = { OSSL_PARAM_octet_string("seed", other.seed, SEED_LEN),
                                OSSL_PARAM_octet_string("priv", m.private_key, set->private_len), OSSL_PARAM_END };

    make_material(&m);
    make_material(&other);
    CHECK(count_parts_beside("", "", both) == 0, "%s: the seed of another key is taken", set->name);
    CHECK(count_parts_beside("ml-dsa.prefer_seed = no", "", both) == 2, "%s: a seed is not ignored", set->name);
}

int main(void)
{
    static struct harness h;

    keys_open(&h, "ML-DSA-65");
    for (set = sets; set < sets + sizeof(sets) / sizeof(sets[0]); set++) {
        check_names();
        check_seeds();
        check_generation_parameters();
        check_generated();
        check_files();
        check_imports();
        check_lengths();
        check_malformed();
        check_public_keys();
        check_unchangeable();
        check_retained();
        check_preferred();
    }
    printf("%u failures\n", failures);
    harness_close(&h);
    return failures != 0;
}
