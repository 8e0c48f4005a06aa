/*
 * Keys of SLH-DSA, the six fast sets: the module against the default provider, by the same calls. Both are in one
 * library context, so keys and files also go from one to the other. (Signatures: slhdsa_signature_test.c.)
 *
 * --all  also the six small sets, whose keys take the default provider up to 0.3 s each
 */
#include <openssl/err.h>
#include <openssl/params.h>
#include <stdio.h>
#include <string.h>

#include "pure_keys.h"

static struct random rnd = { 205 };

static const struct set {
    const char *name, *names[4]; /* the same and others */
    size_t n;                    /* PK.seed || PK.root have 2n bytes, SK.seed || SK.prf before them as many */
    bool is_small;
} sets[] = {
    { "SLH-DSA-SHA2-128f", { "SLH-DSA-SHA2-128f", "id-slh-dsa-sha2-128f", "2.16.840.1.101.3.4.3.21" }, 16, false },
    { "SLH-DSA-SHA2-192f", { "SLH-DSA-SHA2-192f", "id-slh-dsa-sha2-192f", "2.16.840.1.101.3.4.3.23" }, 24, false },
    { "SLH-DSA-SHA2-256f", { "SLH-DSA-SHA2-256f", "id-slh-dsa-sha2-256f", "2.16.840.1.101.3.4.3.25" }, 32, false },
    { "SLH-DSA-SHAKE-128f", { "SLH-DSA-SHAKE-128f", "id-slh-dsa-shake-128f", "2.16.840.1.101.3.4.3.27" }, 16, false },
    { "SLH-DSA-SHAKE-192f", { "SLH-DSA-SHAKE-192f", "id-slh-dsa-shake-192f", "2.16.840.1.101.3.4.3.29" }, 24, false },
    { "SLH-DSA-SHAKE-256f", { "SLH-DSA-SHAKE-256f", "id-slh-dsa-shake-256f", "2.16.840.1.101.3.4.3.31" }, 32, false },
    { "SLH-DSA-SHA2-128s", { "SLH-DSA-SHA2-128s", "id-slh-dsa-sha2-128s", "2.16.840.1.101.3.4.3.20" }, 16, true },
    { "SLH-DSA-SHA2-192s", { "SLH-DSA-SHA2-192s", "id-slh-dsa-sha2-192s", "2.16.840.1.101.3.4.3.22" }, 24, true },
    { "SLH-DSA-SHA2-256s", { "SLH-DSA-SHA2-256s", "id-slh-dsa-sha2-256s", "2.16.840.1.101.3.4.3.24" }, 32, true },
    { "SLH-DSA-SHAKE-128s", { "SLH-DSA-SHAKE-128s", "id-slh-dsa-shake-128s", "2.16.840.1.101.3.4.3.26" }, 16, true },
    { "SLH-DSA-SHAKE-192s", { "SLH-DSA-SHAKE-192s", "id-slh-dsa-shake-192s", "2.16.840.1.101.3.4.3.28" }, 24, true },
    { "SLH-DSA-SHAKE-256s", { "SLH-DSA-SHAKE-256s", "id-slh-dsa-shake-256s", "2.16.840.1.101.3.4.3.30" }, 32, true },
}, *set;

/* ---- import ---- */

struct material {
    uint8_t private_key[PURE_KEYS_MAX_PART], public_key[PURE_KEYS_MAX_PART];
};

static void make_material(struct material *m)
{
    EVP_PKEY *key = key_generate(MODULE, set->name, NULL);

    pure_keys_get_part(key, "priv", m->private_key, 4 * set->n);
    pure_keys_get_part(key, "pub", m->public_key, 2 * set->n);
    CHECK(memcmp(m->private_key + 2 * set->n, m->public_key, 2 * set->n) == 0, "%s: the public half", set->name);
    EVP_PKEY_free(key);
}

static int import(const struct material *m, int selection, size_t private_len, size_t public_len)
{
    return pure_keys_import(set->name, "import of parts", selection,
                            &(struct key_parts){ NULL, m->private_key, m->public_key, 0, private_len, public_len });
}

/* A whole private key, or its half beside a public key, or this alone. */
static void check_imports(const struct material *m)
{
    static const int selections[] = { EVP_PKEY_KEYPAIR, EVP_PKEY_PUBLIC_KEY, OSSL_KEYMGMT_SELECT_PRIVATE_KEY };
    const size_t whole = 4 * set->n, half = 2 * set->n;

    for (size_t i = 0; i < sizeof(selections) / sizeof(selections[0]); i++) {
        bool with_private = selections[i] != EVP_PKEY_PUBLIC_KEY;

        CHECK(import(m, selections[i], whole, 0) == with_private, "%s: a private key", set->name);
        CHECK(import(m, selections[i], whole, half) == 1, "%s: both keys", set->name);
        CHECK(import(m, selections[i], half, half) == 1, "%s: half a private key and a public one", set->name);
        CHECK(import(m, selections[i], half, 0) == 0, "%s: half a private key", set->name);
        CHECK(import(m, selections[i], 0, half) == 1, "%s: a public key", set->name);
        CHECK(import(m, selections[i], 0, 0) == 0, "%s: no key", set->name);
    }
}

/* Of all lengths only those above are taken; beside a whole private key a public one has any length. */
static void check_lengths(const struct material *m)
{
    const size_t whole = 4 * set->n, half = 2 * set->n;

    for (size_t len = 1; len <= whole + 2; len++) {
        if (len != whole)
            CHECK(import(m, EVP_PKEY_KEYPAIR, len, 0) == 0, "%s: a private key of %zu bytes", set->name, len);
        if (len != whole && len != half)
            CHECK(import(m, EVP_PKEY_KEYPAIR, len, half) == 0, "%s: %zu bytes beside a public key", set->name, len);
        if (len != half)
            CHECK(import(m, EVP_PKEY_KEYPAIR, 0, len) == 0 && import(m, EVP_PKEY_KEYPAIR, half, len) == 0,
                  "%s: a public key of %zu bytes", set->name, len);
    }
    CHECK(import(m, EVP_PKEY_KEYPAIR, whole, 1) == 1 && import(m, EVP_PKEY_KEYPAIR, whole, whole) == 1,
          "%s: a public key beside a whole one", set->name);
}

/* Parameters of other types, and without values. */
static void check_types(struct material *m)
{
    const OSSL_PARAM public_key = OSSL_PARAM_octet_string("pub", m->public_key, 2 * set->n);
    const OSSL_PARAM lists[][3] = {
        { OSSL_PARAM_utf8_string("priv", (char *)m->private_key, 4 * set->n), public_key, OSSL_PARAM_END },
        { OSSL_PARAM_octet_string("priv", NULL, 4 * set->n), public_key, OSSL_PARAM_END },
        { OSSL_PARAM_octet_string("priv", m->private_key, 0), public_key, OSSL_PARAM_END },
        { OSSL_PARAM_octet_string("priv", NULL, 0), public_key, OSSL_PARAM_END },
        { OSSL_PARAM_utf8_string("pub", (char *)m->public_key, 2 * set->n), OSSL_PARAM_END },
        { OSSL_PARAM_octet_string("pub", NULL, 2 * set->n), OSSL_PARAM_END },
        { OSSL_PARAM_octet_string("seed", m->private_key, 3 * set->n), OSSL_PARAM_END },
        { public_key, OSSL_PARAM_octet_string("unknown", m->public_key, 1), OSSL_PARAM_END },
    };

    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        EVP_PKEY *key[NUM_SIDES];

        for (int side = 0; side < NUM_SIDES; side++)
            key[side] = key_from_data(side, set->name, EVP_PKEY_KEYPAIR, lists[i]);
        keys_compare("parameters of an import", key);
        keys_free(key);
    }
    ERR_clear_error();
}

/*
 * Nothing is compared when a key is imported: any bytes of the right length are a key. EVP_PKEY_pairwise_check, which
 * keys_compare calls, computes the root.
 */
static void check_flipped(const struct material *m)
{
    for (unsigned part = 0; part < 4; part++) {
        struct material bad = *m;

        bad.private_key[part * set->n + random_below(&rnd, (unsigned)set->n)] ^= (uint8_t)(1u << random_below(&rnd, 8));
        CHECK(import(&bad, EVP_PKEY_KEYPAIR, 4 * set->n, 0) == 1, "%s: part %u", set->name, part);
        CHECK(import(&bad, EVP_PKEY_KEYPAIR, 2 * set->n, 2 * set->n) == 1, "%s: mixed parts %u", set->name, part);
    }
}

/* ---- keys that differ in one part ---- */

/* Only the public keys of the same set are compared if both have one. */
static void check_equality(const struct material *m)
{
    const struct key_parts whole = { NULL, m->private_key, NULL, 0, 4 * set->n, 0 };
    const struct key_parts half = { NULL, m->private_key, m->public_key, 0, 2 * set->n, 2 * set->n };
    struct material other = *m;

    other.private_key[0] ^= 1;
    other.public_key[2 * set->n - 1] ^= 1;
    for (int side = 0; side < NUM_SIDES; side++) {
        EVP_PKEY *key = key_from_parts(side, set->name, EVP_PKEY_KEYPAIR, &whole);
        EVP_PKEY *same = key_from_parts(side, set->name, EVP_PKEY_PUBLIC_KEY, &half);
        EVP_PKEY *other_secret = key_from_parts(side, set->name, EVP_PKEY_KEYPAIR,
                                                &(struct key_parts){ NULL, other.private_key, NULL, 0, 4 * set->n, 0 });
        EVP_PKEY *other_root = key_from_parts(side, set->name, EVP_PKEY_PUBLIC_KEY,
                                              &(struct key_parts){ NULL, NULL, other.public_key, 0, 0, 2 * set->n });

        CHECK(EVP_PKEY_eq(key, same) == 1 && EVP_PKEY_eq(key, other_secret) == 1 && EVP_PKEY_eq(key, other_root) == 0,
              "%s: keys of %s", set->name, side_names[side]);
        EVP_PKEY_free(key);
        EVP_PKEY_free(same);
        EVP_PKEY_free(other_secret);
        EVP_PKEY_free(other_root);
    }
    ERR_clear_error();
}

static void check_parts(void)
{
    struct material m;

    make_material(&m);
    check_imports(&m);
    check_lengths(&m);
    check_types(&m);
    check_flipped(&m);
    check_equality(&m);
}

int main(int argc, char **argv)
{
    static struct harness h;
    bool all = argc == 2 && strcmp(argv[1], "--all") == 0;

    keys_open(&h, "SLH-DSA-SHA2-128f");
    for (set = sets; set < sets + sizeof(sets) / sizeof(sets[0]); set++) {
        pure_keys_check_names(set->name, set->names);
        if (set->is_small && !all)
            continue;
        pure_keys_check_seeds(set->name, &rnd, 3 * set->n);
        pure_keys_check_generation(set->name, 3 * set->n);
        pure_keys_check_generated(set->name, 2);
        pure_keys_check_files(set->name);
        pure_keys_check_unchangeable(set->name, &rnd);
        check_parts();
    }
    printf("%u failures\n", failures);
    harness_close(&h);
    return failures != 0;
}
