/*
 * DH and DHX: compare the module with the default provider by the same calls on the same keys, in one library context.
 */
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ffc_keys.h"

enum { MAX_SECRET = 1024, NUM_THREADS = 4 };

static OSSL_LIB_CTX *lib;

static const struct {
    const char *name;
    int private_bits;
} groups[] = {
    { "ffdhe2048", 225 }, { "ffdhe3072", 275 },   { "ffdhe4096", 325 },   { "ffdhe6144", 375 },   { "ffdhe8192", 400 },
    { "modp_1536", 200 }, { "modp_2048", 225 },   { "modp_3072", 275 },   { "modp_4096", 325 },   { "modp_6144", 375 },
    { "modp_8192", 400 }, { "dh_1024_160", 160 }, { "dh_2048_224", 224 }, { "dh_2048_256", 224 },
};
enum { NUM_GROUPS = sizeof(groups) / sizeof(groups[0]) };

static EVP_PKEY *of_group(int side, const char *type, const char *group)
{
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string("group", (char *)group, strlen(group)), OSSL_PARAM_END };

    return ffc_generate(lib, side, type, params);
}

/* ---- derivation ---- */

/* A KDF with its parameters; type NULL: none. */
struct derivation {
    unsigned pad;
    const char *kdf_type, *digest, *cek;
    size_t len;
};

static int set(EVP_PKEY_CTX *ctx, const struct derivation *d)
{
    static uint8_t ukm[] = "user keying material";
    OSSL_PARAM params[7], *p = params;
    unsigned pad = d->pad;
    size_t len = d->len;

    *p++ = OSSL_PARAM_construct_uint("pad", &pad);
    if (d->kdf_type != NULL) {
        *p++ = OSSL_PARAM_construct_utf8_string("kdf-type", (char *)d->kdf_type, 0);
        *p++ = OSSL_PARAM_construct_utf8_string("kdf-digest", (char *)d->digest, 0);
        *p++ = OSSL_PARAM_construct_size_t("kdf-outlen", &len);
        *p++ = OSSL_PARAM_construct_octet_string("kdf-ukm", ukm, sizeof(ukm));
        *p++ = OSSL_PARAM_construct_utf8_string("cekalg", (char *)d->cek, 0);
    }
    *p = OSSL_PARAM_construct_end();
    return EVP_PKEY_CTX_set_params(ctx, params);
}

/*
 * Derive a secret. Returns 1, or a negative number made of the step that failed and OpenSSL's reason. validate: check
 * the peer's key first.
 */
static int derive(int side, EVP_PKEY *key, EVP_PKEY *peer, const struct derivation *d, int validate, uint8_t *secret,
                  size_t *len)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(lib, key, BY(side)), *copy = NULL;
    int failed = 0;

    ERR_clear_error();
    memset(secret, 0x5a, MAX_SECRET);
    if (EVP_PKEY_derive_init(ctx) != 1)
        failed = 10;
    else if (set(ctx, d) != 1)
        failed = 20;
    else if (EVP_PKEY_derive_set_peer_ex(ctx, peer, validate) != 1)
        failed = 30;
    else if ((copy = EVP_PKEY_CTX_dup(ctx)) == NULL)
        failed = 40;
    else if (EVP_PKEY_derive(copy, secret, len) != 1)
        failed = 50;
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_CTX_free(copy);
    return failed == 0 ? 1 : -1000 * failed - (int)ffc_reason();
}

/* Derive with both providers and compare; key and peer are the same on both sides. */
static void compare_derivations(const char *what, EVP_PKEY *const key[NUM_SIDES], EVP_PKEY *const peer[NUM_SIDES],
                                const struct derivation *d, int validate)
{
    static uint8_t secret[NUM_SIDES][MAX_SECRET];
    size_t len[NUM_SIDES] = { MAX_SECRET, MAX_SECRET };
    int ret[NUM_SIDES];

    for (int side = 0; side < NUM_SIDES; side++)
        ret[side] = derive(side, key[side], peer[side], d, validate, secret[side], &len[side]);
    CHECK(ret[0] == ret[1], "%s: derivations return %d and %d", what, ret[0], ret[1]);
    if (ret[0] == 1 && ret[1] == 1)
        CHECK(len[0] == len[1] && memcmp(secret[0], secret[1], len[0]) == 0, "%s: secrets differ, %zu and %zu bytes",
              what, len[0], len[1]);
}

/* Make two key pairs, one with each provider, and copy each to the other provider. */
static void make_both(EVP_PKEY *key[NUM_SIDES], EVP_PKEY *peer[NUM_SIDES], const char *type, const char *group)
{
    key[MODULE] = of_group(MODULE, type, group);
    key[DEFAULT] = ffc_moved(lib, DEFAULT, type, key[MODULE]);
    peer[DEFAULT] = of_group(DEFAULT, type, group);
    peer[MODULE] = ffc_moved(lib, MODULE, type, peer[DEFAULT]);
    CHECK(key[0] != NULL && key[1] != NULL && peer[0] != NULL && peer[1] != NULL, "%s %s: no keys", type, group);
    CHECK(ffc_is_module(key[MODULE]) && ffc_is_module(peer[MODULE]) && !ffc_is_module(key[DEFAULT]),
          "%s %s: whose keys are these?", type, group);
}

static void check_groups(void)
{
    static const struct derivation padded = { .pad = 1 }, plain = { .pad = 0 };

    for (unsigned i = 0; i < NUM_GROUPS; i++) {
        const char *type = i % 2 == 0 || i > 10 ? "DHX" : "DH", *name = groups[i].name;
        EVP_PKEY *key[NUM_SIDES], *peer[NUM_SIDES];
        struct ffc_numbers n;

        make_both(key, peer, type, name);
        ffc_numbers_of_key(&n, key[MODULE]);
        CHECK(BN_num_bits(n.priv) <= groups[i].private_bits && BN_num_bits(n.priv) > groups[i].private_bits - 40,
              "%s: a private key of %d bits", name, BN_num_bits(n.priv));
        ffc_compare(lib, name, key);
        compare_derivations(name, key, peer, &padded, 1);
        compare_derivations(name, peer, key, &plain, 0);
        ffc_numbers_free(&n);
        ffc_free_pair(key);
        ffc_free_pair(peer);
    }
}

/* Derive many secrets, since some begin with zeros. Keys of one group share precomputed values. */
static void check_padding(void)
{
    static const struct derivation padded = { .pad = 1 }, plain = { .pad = 0 };
    EVP_PKEY *key[NUM_SIDES], *peer[NUM_SIDES];

    for (unsigned i = 0; i < 300; i++) {
        make_both(key, peer, "DH", "dh_1024_160");
        compare_derivations("padding", key, peer, i % 8 == 0 ? &padded : &plain, 0);
        ffc_free_pair(key);
        ffc_free_pair(peer);
    }
}

static void check_kdf(void)
{
    static const struct derivation kinds[] = {
        { 0, "X942KDF-ASN1", "SHA256", "AES-128-WRAP", 16 }, { 1, "X942KDF-ASN1", "SHA1", "AES-256-WRAP", 32 },
        { 0, "X942KDF-ASN1", "SHA512", "nonsense", 32 },     { 0, "X942KDF-ASN1", "nonsense", "AES-256-WRAP", 32 },
        { 0, "nonsense", "SHA256", "AES-128-WRAP", 16 },     { 0, "", "SHA256", "AES-128-WRAP", 16 },
    };
    EVP_PKEY *key[NUM_SIDES], *peer[NUM_SIDES];

    make_both(key, peer, "DHX", "dh_2048_256");
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        compare_derivations(kinds[i].digest, key, peer, &kinds[i], 0);
    ffc_free_pair(key);
    ffc_free_pair(peer);
}

/* ---- invalid peers ---- */

static void compare_peer(const char *what, const char *type, EVP_PKEY *const key[NUM_SIDES], struct ffc_numbers *n)
{
    static const struct derivation padded = { .pad = 1 };
    EVP_PKEY *peer[NUM_SIDES];

    for (int side = 0; side < NUM_SIDES; side++)
        peer[side] = ffc_from_numbers(lib, side, type, n);
    CHECK((peer[0] == NULL) == (peer[1] == NULL), "%s: only one provider accepts the key", what);
    if (peer[0] != NULL && peer[1] != NULL)
        for (int validate = 0; validate < 2; validate++)
            compare_derivations(what, key, peer, &padded, validate);
    ffc_free_pair(peer);
    ERR_clear_error();
}

static void check_wrong_peers(const char *type, const char *group)
{
    EVP_PKEY *key[NUM_SIDES], *peer[NUM_SIDES];
    struct ffc_numbers n;

    make_both(key, peer, type, group);
    ffc_numbers_of_key(&n, peer[DEFAULT]);
    BN_clear_free(n.priv);
    n.priv = NULL;
    compare_peer("right", type, key, &n);
    for (unsigned i = 0; i < 6; i++) { /* 0, 1, 2, p - 1, p, p + 1 */
        if (i < 3)
            BN_set_word(n.pub, i);
        else if (i == 3)
            BN_sub(n.pub, n.p, BN_value_one());
        else
            BN_add_word(n.pub, 1);
        compare_peer(i < 3 ? "a small number" : "about p", type, key, &n);
    }
    BN_sub(n.pub, n.p, BN_value_one());
    BN_rshift1(n.pub, n.pub);
    compare_peer("half of p", type, key, &n);
    BN_add_word(n.g, 1);
    compare_peer("another generator", type, key, &n);
    ffc_numbers_free(&n);
    ffc_free_pair(key);
    ffc_free_pair(peer);
}

/*
 * A peer whose public number lies in a small subgroup, and whose q is the order of that: valid by its own q, and
 * refused, since that is not the q of the key. (Releases before 3.0.22 accept it.)
 */
static void check_peer_with_own_q(void)
{
    static const struct derivation padded = { .pad = 1 };
    static uint8_t secret[MAX_SECRET];
    size_t len = MAX_SECRET;
    EVP_PKEY *key[NUM_SIDES], *peer[NUM_SIDES], *own;
    BN_CTX *bn = BN_CTX_new();
    BIGNUM *e = BN_new();
    struct ffc_numbers n;

    make_both(key, peer, "DHX", "dh_2048_256");
    ffc_numbers_of_key(&n, peer[DEFAULT]);
    BN_clear_free(n.priv);
    n.priv = NULL;
    BN_set_word(n.q, 2549); /* divides p - 1 */
    BN_sub(e, n.p, BN_value_one());
    BN_div(e, NULL, e, n.q, bn);
    BN_set_word(n.pub, 2);
    BN_mod_exp(n.pub, n.pub, e, n.p, bn);
    own = ffc_from_numbers(lib, MODULE, "DHX", &n);
    CHECK(own != NULL && ffc_is_module(own), "%s", "no key with another q");
    for (int validate = 0; own != NULL && validate < 2; validate++)
        CHECK(derive(MODULE, key[MODULE], own, &padded, validate, secret, &len) != 1, "%s", "a peer with its own q");
    EVP_PKEY_free(own);
    BN_free(e);
    BN_CTX_free(bn);
    ffc_numbers_free(&n);
    ffc_free_pair(key);
    ffc_free_pair(peer);
}

/* Keys without a private number, or without any: the module returns an error where the default provider would crash. */
static void check_missing(void)
{
    static const struct derivation padded = { .pad = 1 };
    static uint8_t secret[MAX_SECRET];
    EVP_PKEY *key[NUM_SIDES], *peer[NUM_SIDES], *public[NUM_SIDES];
    size_t len = MAX_SECRET;
    struct ffc_numbers n;

    make_both(key, peer, "DH", "ffdhe2048");
    ffc_numbers_of_key(&n, key[MODULE]);
    BN_clear_free(n.priv);
    n.priv = NULL;
    for (int side = 0; side < NUM_SIDES; side++)
        public[side] = ffc_from_numbers(lib, side, "DH", &n);
    compare_derivations("without a private key", public, peer, &padded, 1);
    BN_free(n.pub);
    n.pub = NULL;
    ffc_free_pair(public);
    for (int side = 0; side < NUM_SIDES; side++)
        public[side] = ffc_from_numbers(lib, side, "DH", &n);
    compare_derivations("parameters alone", public, peer, &padded, 0);
    CHECK(derive(MODULE, key[MODULE], public[MODULE], &padded, 0, secret, &len) != 1, "%s", "parameters for a peer");
    ffc_free_pair(public);
    ffc_numbers_free(&n);
    ffc_free_pair(key);
    ffc_free_pair(peer);
}

/* ---- custom parameters ---- */

/* with_q: give q as well. g: use this generator, unless it is 0. */
static void check_custom(const char *what, const char *type, const char *group, int with_q, unsigned long g)
{
    static const struct derivation padded = { .pad = 1 };
    EVP_PKEY *template[NUM_SIDES], *key[NUM_SIDES], *peer[NUM_SIDES];
    struct ffc_numbers n;

    ffc_numbers_of_group(lib, &n, group);
    if (!with_q) {
        BN_free(n.q);
        n.q = NULL;
    }
    if (g != 0)
        BN_set_word(n.g, g);
    for (int side = 0; side < NUM_SIDES; side++)
        template[side] = ffc_from_numbers(lib, side, type, &n);
    key[MODULE] = ffc_generate_like(lib, MODULE, template[MODULE]);
    peer[DEFAULT] = ffc_generate_like(lib, DEFAULT, template[DEFAULT]);
    CHECK((key[MODULE] == NULL) == (peer[DEFAULT] == NULL), "%s: only one makes a key", what);
    if (key[MODULE] != NULL && peer[DEFAULT] != NULL) {
        key[DEFAULT] = ffc_moved(lib, DEFAULT, type, key[MODULE]);
        peer[MODULE] = ffc_moved(lib, MODULE, type, peer[DEFAULT]);
        ffc_compare(lib, what, key);
        ffc_compare(lib, what, peer);
        compare_derivations(what, key, peer, &padded, 1);
        compare_derivations(what, peer, key, &padded, 0);
        ffc_free_pair(peer);
        ffc_free_pair(key);
    }
    ffc_free_pair(template);
    ffc_numbers_free(&n);
    ERR_clear_error();
}

/* Both providers accept or refuse the same parameters, and generate the same kind of key. */
static void check_generation_parameters(void)
{
    int short_key = 100, right_key = 256, long_key = 3000;
    size_t bits = 2048;
    char ffdhe[] = "ffdhe2048", wrong[] = "P-256", type[] = "group", other_type[] = "nonsense";
    OSSL_PARAM lists[][3] = {
        { OSSL_PARAM_utf8_string("group", ffdhe, 9), OSSL_PARAM_int("priv_len", &short_key), OSSL_PARAM_END },
        { OSSL_PARAM_utf8_string("group", ffdhe, 9), OSSL_PARAM_int("priv_len", &right_key), OSSL_PARAM_END },
        { OSSL_PARAM_utf8_string("group", ffdhe, 9), OSSL_PARAM_int("priv_len", &long_key), OSSL_PARAM_END },
        { OSSL_PARAM_utf8_string("group", ffdhe, 9), OSSL_PARAM_size_t("pbits", &bits), OSSL_PARAM_END },
        { OSSL_PARAM_utf8_string("group", wrong, 5), OSSL_PARAM_END },
        { OSSL_PARAM_octet_string("group", ffdhe, 9), OSSL_PARAM_END },
        { OSSL_PARAM_utf8_string("type", type, 5), OSSL_PARAM_size_t("pbits", &bits), OSSL_PARAM_END },
        { OSSL_PARAM_utf8_string("type", other_type, 8), OSSL_PARAM_END },
        { OSSL_PARAM_int("priv_len", &right_key), OSSL_PARAM_END },
    };

    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        EVP_PKEY *key[NUM_SIDES];
        unsigned reason[NUM_SIDES];

        for (int side = 0; side < NUM_SIDES; side++) {
            ERR_clear_error();
            key[side] = ffc_generate(lib, side, "DH", lists[i]);
            reason[side] = ffc_reason();
        }
        CHECK((key[0] == NULL) == (key[1] == NULL) && reason[0] == reason[1], "list %zu: generation returns %u and %u",
              i, reason[0], reason[1]);
        if (key[0] != NULL && key[1] != NULL) {
            EVP_PKEY_free(key[DEFAULT]);
            key[DEFAULT] = ffc_moved(lib, DEFAULT, "DH", key[MODULE]);
            ffc_compare(lib, "parameters of generation", key);
        }
        ffc_free_pair(key);
    }
}

/* As in TLS: set the parameters of a group, then the peer's encoded public key. */
static void check_encoded(void)
{
    static const struct derivation padded = { .pad = 1 };
    EVP_PKEY *key[NUM_SIDES], *peer[NUM_SIDES], *told[NUM_SIDES];
    unsigned char *encoded = NULL;
    size_t len;

    make_both(key, peer, "DH", "ffdhe2048");
    len = EVP_PKEY_get1_encoded_public_key(peer[DEFAULT], &encoded);
    CHECK(len == 256, "an encoded key of %zu bytes", len);
    for (int side = 0; side < NUM_SIDES; side++) {
        told[side] = EVP_PKEY_new();
        CHECK(EVP_PKEY_copy_parameters(told[side], key[side]) == 1, "%s", "parameters not copied");
        CHECK(EVP_PKEY_set1_encoded_public_key(told[side], encoded, len) == 1, "%s", "encoded key not accepted");
    }
    compare_derivations("encoded", key, told, &padded, 1);
    encoded[0] ^= 1; /* a new public number: values computed from the old one are out of date */
    for (int side = 0; side < NUM_SIDES; side++)
        CHECK(EVP_PKEY_set1_encoded_public_key(told[side], encoded, len) == 1, "%s", "second encoded key not accepted");
    compare_derivations("encoded anew", key, told, &padded, 1);
    memset(encoded, 0xff, len);
    for (int side = 0; side < NUM_SIDES; side++)
        CHECK(EVP_PKEY_set1_encoded_public_key(told[side], encoded, len) != 1, "%s", "a number above p accepted");
    OPENSSL_free(encoded);
    ffc_free_pair(told);
    ffc_free_pair(key);
    ffc_free_pair(peer);
    ERR_clear_error();
}

/* ---- many threads, one key ---- */

static EVP_PKEY *shared_key, *shared_peer;
static uint8_t shared_secret[MAX_SECRET];

static void *use(void *arg)
{
    static const struct derivation padded = { .pad = 1 };
    uint8_t secret[MAX_SECRET];
    uintptr_t bad = 0;

    for (unsigned i = 0; i < 10; i++) {
        size_t len = MAX_SECRET;
        EVP_PKEY *made = ffc_generate_like(lib, MODULE, shared_peer);

        bad += derive(MODULE, shared_key, shared_peer, &padded, 0, secret, &len) != 1
               || memcmp(secret, shared_secret, len) != 0 || made == NULL;
        EVP_PKEY_free(made);
    }
    return arg == NULL ? (void *)bad : NULL;
}

static void check_threads(void)
{
    static const struct derivation padded = { .pad = 1 };
    EVP_PKEY *key[NUM_SIDES], *peer[NUM_SIDES];
    pthread_t threads[NUM_THREADS];
    size_t len = MAX_SECRET;

    make_both(key, peer, "DH", "modp_2048");
    shared_key = key[MODULE];
    shared_peer = peer[MODULE];
    CHECK(derive(DEFAULT, key[DEFAULT], peer[DEFAULT], &padded, 0, shared_secret, &len) == 1, "%s", "no secret");
    for (unsigned i = 0; i < NUM_THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, use, NULL) == 0, "%s", "no thread");
    for (unsigned i = 0; i < NUM_THREADS; i++) {
        void *bad = NULL;

        pthread_join(threads[i], &bad);
        CHECK(bad == NULL, "thread %u: a derivation failed", i);
    }
    ffc_free_pair(key);
    ffc_free_pair(peer);
}

int main(int argc, char **argv)
{
    struct harness h;
    EVP_KEYMGMT *keymgmt;

    (void)argc, (void)argv;
    harness_open(&h);
    lib = h.lib[MODULE];
    keymgmt = EVP_KEYMGMT_fetch(lib, "DH", "provider=afterburner");
    if (keymgmt == NULL) {
        puts("not offered at this level");
        return SKIPPED;
    }
    EVP_KEYMGMT_free(keymgmt);
    check_groups();
    check_padding();
    check_kdf();
    check_wrong_peers("DH", "ffdhe2048");
    check_wrong_peers("DHX", "dh_2048_256");
    check_peer_with_own_q();
    check_missing();
    check_custom("X9.42", "DHX", "dh_2048_256", 1, 0);
    check_custom("with q unnamed", "DHX", "dh_2048_224", 1, 4);
    check_custom("a generator of the wrong order", "DHX", "dh_1024_160", 1, 3);
    check_custom("PKCS #3", "DH", "modp_1536", 0, 0);
    check_custom("PKCS #3, another generator", "DH", "modp_2048", 0, 5);
    check_generation_parameters();
    check_encoded();
    check_threads();
    ERR_clear_error();
    harness_close(&h);
    printf("%u failures\n", failures);
    return failures != 0;
}
