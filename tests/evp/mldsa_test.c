/*
 * Keys of ML-DSA-44, -65 and -87: the module against the default provider, by the same calls. Both are in one library
 * context, so keys and files also go from one to the other. (Signatures: mldsa_signature_test.c.)
 */
#include <openssl/err.h>
#include <openssl/params.h>
#include <stdio.h>
#include <string.h>

#include "pure_keys.h"

enum { NUM_KEYS = 4, SEED_LEN = 32, PUBLIC_START = 32 + 32 + 64 };

static struct random rnd = { 204 };

static const struct set {
    const char *name, *names[4]; /* the same and others */
    size_t public_len, private_len;
    unsigned num_secret, secret_bits, num_values; /* coefficients of s1 and s2, their bits, their values */
} sets[] = {
    { "ML-DSA-44", { "ML-DSA-44", "MLDSA44", "2.16.840.1.101.3.4.3.17", NULL }, 1312, 2560, 256 * 8, 3, 5 },
    { "ML-DSA-65", { "ML-DSA-65", "id-ml-dsa-65", "2.16.840.1.101.3.4.3.18", NULL }, 1952, 4032, 256 * 11, 4, 9 },
    { "ML-DSA-87", { "ML-DSA-87", "MLDSA87", "2.16.840.1.101.3.4.3.19", NULL }, 2592, 4896, 256 * 15, 3, 5 },
}, *set;

/* The parts of a key of one seed. */
struct material {
    uint8_t seed[SEED_LEN], private_key[PURE_KEYS_MAX_PART], public_key[PURE_KEYS_MAX_PART];
};

static void make_material(struct material *m)
{
    EVP_PKEY *key;

    random_bytes(&rnd, m->seed, SEED_LEN);
    key = key_from_seed(MODULE, set->name, m->seed, SEED_LEN);
    pure_keys_get_part(key, "priv", m->private_key, set->private_len);
    pure_keys_get_part(key, "pub", m->public_key, set->public_len);
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

/* ---- import ---- */

static void check_imports(void)
{
    static const int selections[] = { EVP_PKEY_KEYPAIR, EVP_PKEY_PUBLIC_KEY, OSSL_KEYMGMT_SELECT_PRIVATE_KEY };
    struct material m;

    make_material(&m);
    for (unsigned i = 0; i < 8 * 3; i++) {
        struct key_parts in = parts_of(&m, i & 1, i & 2, i & 4);
        int selection = selections[i / 8], is_enough = (i & 4) != 0 || ((i & 3) != 0 && i / 8 != 1);

        CHECK(pure_keys_import(set->name, "import of parts", selection, &in) == is_enough, "%s: parts %u", set->name,
              i);
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
        CHECK(!pure_keys_import(set->name, "wrong length", EVP_PKEY_KEYPAIR, &in), "%s: wrong length %u", set->name, i);
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
        CHECK(!pure_keys_import(set->name, "coefficient", EVP_PKEY_KEYPAIR, &in), "%s: coefficient out of range",
              set->name);
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
            CHECK(pure_keys_import(set->name, fields[f].name, EVP_PKEY_KEYPAIR, &in) == fields[f].is_taken,
                  "%s: another %s", set->name, fields[f].name);
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

        CHECK(!pure_keys_import(set->name, "mixed", EVP_PKEY_KEYPAIR, &in), "%s: mixed parts %u", set->name, i);
    }
    memcpy(mixed.public_key, m->public_key, set->public_len);
    CHECK(!pure_keys_import(set->name, "mixed", EVP_PKEY_KEYPAIR,
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
        CHECK(pure_keys_import(set->name, "any public key", EVP_PKEY_PUBLIC_KEY, &in), "%s: a public key is refused",
              set->name);
    }
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

    if (!is_release(3, 5)) {
        puts("the default provider has no ML-DSA");
        return SKIPPED;
    }
    keys_open(&h, "ML-DSA-65");
    for (set = sets; set < sets + sizeof(sets) / sizeof(sets[0]); set++) {
        pure_keys_check_names(set->name, set->names);
        pure_keys_check_seeds(set->name, &rnd, SEED_LEN);
        pure_keys_check_generation(set->name, SEED_LEN);
        pure_keys_check_generated(set->name, NUM_KEYS);
        pure_keys_check_files(set->name);
        check_imports();
        check_lengths();
        check_malformed();
        check_public_keys();
        pure_keys_check_unchangeable(set->name, &rnd);
        check_retained();
        check_preferred();
    }
    printf("%u failures\n", failures);
    harness_close(&h);
    return failures != 0;
}
