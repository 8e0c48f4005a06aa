/*
 * X25519, Ed25519, X448 and Ed448: compare the module with the default provider by the same calls. Both are in one
 * library context, so keys are also passed from one to the other. Features of later releases (instances, keys from
 * keying material) are tested where OpenSSL has them.
 */
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "harness.h"
#include "vector.h"

enum { MAX_KEY_LEN = 57, MAX_SIGNATURE_LEN = 114, NUM_KEYS = 60, MAX_TEXT = 2000, MAX_DER = 256, NUM_LOW_ORDER = 5 };
#define BY(side) ((side) == MODULE ? "provider=afterburner" : "provider=default")
#define CHECK(ok, ...) ((ok) ? (void)0 : fail(__VA_ARGS__))

static OSSL_LIB_CTX *lib;
static struct random rnd = { 25519 };

/* What is tested: a curve's key exchange and its signatures. */
static const struct curve {
    const char *exchange, *signature, *group;
    size_t exchange_len, signature_key_len, signature_len; /* exchange keys, signature keys, signatures */
    int signature_nid;
    const char *instances[7]; /* NULL: the name is left out */
    uint8_t low_order[NUM_LOW_ORDER][MAX_KEY_LEN];
} curves[] = {
    { "X25519", "ED25519", "x25519", 32, 32, 64, NID_ED25519,
      { NULL, "Ed25519", "Ed25519ctx", "Ed25519ph", "ed25519CTX", "Ed448", "nonsense" },
      { { 0 }, { 1 }, { [0] = 0xec, [1 ... 30] = 0xff, [31] = 0x7f }, { [0] = 0xed, [1 ... 30] = 0xff, [31] = 0x7f },
        { [0] = 0xee, [1 ... 30] = 0xff, [31] = 0xff } } },
    { "X448", "ED448", "x448", 56, 57, 114, NID_ED448,
      { NULL, "Ed448", "Ed448ph", "ED448PH", "Ed25519", "Ed25519ctx", "nonsense" },
      { { 0 }, { 1 }, { [0] = 0xfe, [1 ... 27] = 0xff, [28] = 0xfe, [29 ... 55] = 0xff }, /* p - 1, p, p + 1 */
        { [0 ... 27] = 0xff, [28] = 0xfe, [29 ... 55] = 0xff }, { [28 ... 55] = 0xff } } },
}, *curve;

static size_t key_len(const char *name)
{
    return strcmp(name, curve->exchange) == 0 ? curve->exchange_len : curve->signature_key_len;
}

static int is_release(unsigned major, unsigned minor)
{
    unsigned long version = OpenSSL_version_num();

    return version >= ((unsigned long)major << 28 | (unsigned long)minor << 20);
}

/* ---- keys ---- */

/* Make a key from parameters. Returns NULL if the provider refuses. */
static EVP_PKEY *from_data(int side, const char *name, int selection, OSSL_PARAM *params)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, name, BY(side));
    EVP_PKEY *key = NULL;

    if (ctx == NULL || EVP_PKEY_fromdata_init(ctx) != 1 || EVP_PKEY_fromdata(ctx, &key, selection, params) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(ctx);
    return key;
}

static EVP_PKEY *from_private(int side, const char *name, const uint8_t *bytes, size_t len)
{
    OSSL_PARAM params[] = { OSSL_PARAM_octet_string("priv", (void *)bytes, len), OSSL_PARAM_END };

    return from_data(side, name, EVP_PKEY_KEYPAIR, params);
}

static EVP_PKEY *from_public(int side, const char *name, const uint8_t *bytes, size_t len)
{
    OSSL_PARAM params[] = { OSSL_PARAM_octet_string("pub", (void *)bytes, len), OSSL_PARAM_END };

    return from_data(side, name, EVP_PKEY_PUBLIC_KEY, params);
}

static EVP_PKEY *generate(int side, const char *name, OSSL_PARAM *params)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, name, BY(side));
    EVP_PKEY *key = NULL;

    if (ctx == NULL || EVP_PKEY_keygen_init(ctx) != 1 || (params != NULL && EVP_PKEY_CTX_set_params(ctx, params) != 1)
        || EVP_PKEY_generate(ctx, &key) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(ctx);
    return key;
}

static int get_public(const EVP_PKEY *key, uint8_t out[MAX_KEY_LEN], size_t wanted)
{
    size_t len = MAX_KEY_LEN;

    return EVP_PKEY_get_raw_public_key(key, out, &len) == 1 && len == wanted;
}

static size_t encode(EVP_PKEY *key, int is_private, uint8_t out[MAX_DER])
{
    uint8_t *at = out;
    int len = is_private ? i2d_PrivateKey(key, NULL) : i2d_PUBKEY(key, NULL);

    if (len <= 0 || len > MAX_DER)
        return 0;
    return (size_t)(is_private ? i2d_PrivateKey(key, &at) : i2d_PUBKEY(key, &at));
}

/* The same private key on both sides is equal in everything that can be queried. */
static void compare_keys(const char *name, EVP_PKEY *const key[NUM_SIDES])
{
    static const char *const numbers[] = { "bits", "security-bits", "max-size" };
    uint8_t der[NUM_SIDES][MAX_DER];
    char digest[NUM_SIDES][32] = { "", "" };

    CHECK(EVP_PKEY_eq(key[0], key[1]) == 1 && EVP_PKEY_eq(key[1], key[0]) == 1, "%s: unequal", name);
    for (size_t i = 0; i < 3; i++) {
        int n[NUM_SIDES] = { -1, -2 };

        for (int side = 0; side < NUM_SIDES; side++)
            CHECK(EVP_PKEY_get_int_param(key[side], numbers[i], &n[side]) == 1, "%s: no %s", name, numbers[i]);
        CHECK(n[0] == n[1], "%s: %s is %d and %d", name, numbers[i], n[0], n[1]);
    }
    for (int side = 0; side < NUM_SIDES; side++)
        if (EVP_PKEY_get_default_digest_name(key[side], digest[side], 32) <= 0)
            strcpy(digest[side], "none");
    CHECK(strcmp(digest[0], digest[1]) == 0, "%s: digest %s and %s", name, digest[0], digest[1]);
    for (int is_private = 0; is_private < 2; is_private++) {
        size_t len = encode(key[DEFAULT], is_private, der[DEFAULT]);

        CHECK(len != 0 && encode(key[MODULE], is_private, der[MODULE]) == len && memcmp(der[0], der[1], len) == 0,
              "%s: DER differs", name);
    }
}

/* Compare the verdicts of EVP_PKEY_check and its relatives. */
static void compare_checks(const char *name, EVP_PKEY *const key[NUM_SIDES])
{
    int verdict[NUM_SIDES][4];

    for (int side = 0; side < NUM_SIDES; side++) {
        EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(lib, key[side], BY(side));

        verdict[side][0] = EVP_PKEY_check(ctx);
        verdict[side][1] = EVP_PKEY_public_check(ctx);
        verdict[side][2] = EVP_PKEY_private_check(ctx);
        verdict[side][3] = EVP_PKEY_pairwise_check(ctx);
        EVP_PKEY_CTX_free(ctx);
    }
    CHECK(memcmp(verdict[0], verdict[1], sizeof(verdict[0])) == 0, "%s: checks give %d %d %d %d and %d %d %d %d", name,
          verdict[0][0], verdict[0][1], verdict[0][2], verdict[0][3], verdict[1][0], verdict[1][1], verdict[1][2],
          verdict[1][3]);
}

static void free_pair(EVP_PKEY *key[NUM_SIDES])
{
    EVP_PKEY_free(key[DEFAULT]);
    EVP_PKEY_free(key[MODULE]);
}

static void check_keys(const char *name)
{
    uint8_t bytes[2 * MAX_KEY_LEN];
    size_t right_len = key_len(name);

    for (unsigned i = 0; i < NUM_KEYS; i++) {
        size_t len = i < 50 ? right_len : random_below(&rnd, 2 * MAX_KEY_LEN);
        OSSL_PARAM mismatched[] = { OSSL_PARAM_octet_string("priv", bytes, right_len),
                                    OSSL_PARAM_octet_string("pub", bytes + MAX_KEY_LEN, right_len), OSSL_PARAM_END };
        EVP_PKEY *key[NUM_SIDES];

        random_bytes(&rnd, bytes, sizeof(bytes));
        for (int side = 0; side < NUM_SIDES; side++)
            key[side] = from_private(side, name, bytes, len);
        CHECK((key[0] == NULL) == (key[1] == NULL), "%s: private key of %zu bytes", name, len);
        if (key[0] != NULL && key[1] != NULL) {
            compare_keys(name, key);
            compare_checks(name, key);
        }
        free_pair(key);
        for (int side = 0; side < NUM_SIDES; side++)
            key[side] = from_public(side, name, bytes, len);
        CHECK((key[0] == NULL) == (key[1] == NULL), "%s: public key of %zu bytes", name, len);
        if (key[0] != NULL && key[1] != NULL)
            compare_checks(name, key);
        free_pair(key);
        for (int side = 0; side < NUM_SIDES; side++)
            key[side] = from_data(side, name, EVP_PKEY_KEYPAIR, mismatched);
        CHECK(key[0] != NULL && key[1] != NULL, "%s: a pair of two keys is not imported", name);
        compare_checks(name, key);
        free_pair(key);
    }
}

static void check_generated(const char *name)
{
    uint8_t bytes[MAX_KEY_LEN], before[MAX_KEY_LEN] = { 0 };
    size_t len, last = key_len(name) - 1;

    for (unsigned i = 0; i < NUM_KEYS; i++) {
        EVP_PKEY *key[NUM_SIDES];

        len = MAX_KEY_LEN;
        key[MODULE] = generate(MODULE, name, NULL);
        CHECK(key[MODULE] != NULL, "%s: no key", name);
        if (key[MODULE] == NULL)
            return;
        CHECK(EVP_PKEY_get_raw_private_key(key[MODULE], bytes, &len) == 1 && memcmp(bytes, before, len) != 0,
              "%s: the same key again", name);
        memcpy(before, bytes, len);
        CHECK(strcmp(name, "X25519") != 0 || ((bytes[0] & 7) == 0 && bytes[last] >> 6 == 1), "%s: not clamped", name);
        CHECK(strcmp(name, "X448") != 0 || ((bytes[0] & 3) == 0 && bytes[last] >> 7 == 1), "%s: not clamped", name);
        key[DEFAULT] = from_private(DEFAULT, name, bytes, len);
        compare_keys(name, key);
        free_pair(key);
    }
}

/* Both providers accept or refuse the same generation parameters. */
static void check_generation_parameters(const char *name)
{
    char right[8], wrong[] = "P-256", query[] = "";
    OSSL_PARAM lists[][2] = { { OSSL_PARAM_utf8_string("group", right, strlen(curve->group)), OSSL_PARAM_END },
                              { OSSL_PARAM_utf8_string("group", wrong, 5), OSSL_PARAM_END },
                              { OSSL_PARAM_octet_string("group", right, 6), OSSL_PARAM_END },
                              { OSSL_PARAM_utf8_string("properties", query, 0), OSSL_PARAM_END },
                              { OSSL_PARAM_octet_string("properties", query, 0), OSSL_PARAM_END } };

    strcpy(right, curve->group);
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        EVP_PKEY *key[NUM_SIDES];

        for (int side = 0; side < NUM_SIDES; side++)
            key[side] = generate(side, name, lists[i]);
        CHECK((key[0] == NULL) == (key[1] == NULL), "%s: generation with list %zu", name, i);
        free_pair(key);
    }
}

/* RFC 9180 sec. 7.1.3; since 3.2. */
static void check_keying_material(const char *name)
{
    uint8_t ikm[100], public_key[NUM_SIDES][MAX_KEY_LEN];

    random_bytes(&rnd, ikm, sizeof(ikm));
    for (size_t len = 1; is_release(3, 2) && len <= sizeof(ikm); len += 11) {
        OSSL_PARAM params[] = { OSSL_PARAM_octet_string("dhkem-ikm", ikm, len), OSSL_PARAM_END };
        EVP_PKEY *key[NUM_SIDES];

        for (int side = 0; side < NUM_SIDES; side++)
            key[side] = generate(side, name, params);
        CHECK((key[0] == NULL) == (key[1] == NULL), "%s: keying material", name);
        if (key[0] != NULL && key[1] != NULL)
            CHECK(get_public(key[0], public_key[0], key_len(name)) && get_public(key[1], public_key[1], key_len(name))
                      && memcmp(public_key[0], public_key[1], key_len(name)) == 0,
                  "%s: keying material of %zu bytes", name, len);
        free_pair(key);
    }
}

/* ---- key exchange ---- */

/* Derive a secret. Returns 1 or 0. room: the length that the caller passes. */
static int derive(int side, EVP_PKEY *key, EVP_PKEY *peer, size_t room, uint8_t secret[MAX_KEY_LEN], size_t *len)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(lib, key, BY(side)), *copy = NULL;
    int ok = ctx != NULL && EVP_PKEY_derive_init(ctx) == 1 && EVP_PKEY_derive_set_peer_ex(ctx, peer, 0) == 1;

    memset(secret, 0x5a, MAX_KEY_LEN);
    *len = room;
    if (ok)
        copy = EVP_PKEY_CTX_dup(ctx);
    ok = ok && copy != NULL && EVP_PKEY_derive(copy, room == 0 ? NULL : secret, len) == 1;
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_CTX_free(copy);
    return ok;
}

static void compare_derivation(const uint8_t *private_key, const uint8_t *peer, size_t room)
{
    uint8_t secret[NUM_SIDES][MAX_KEY_LEN];
    size_t len[NUM_SIDES];
    int ok[NUM_SIDES];

    for (int side = 0; side < NUM_SIDES; side++) {
        EVP_PKEY *key = from_private(side, curve->exchange, private_key, curve->exchange_len);
        EVP_PKEY *other = from_public(side, curve->exchange, peer, curve->exchange_len);

        ok[side] = derive(side, key, other, room, secret[side], &len[side]);
        EVP_PKEY_free(key);
        EVP_PKEY_free(other);
    }
    CHECK(ok[0] == ok[1], "key exchange: derivation %d and %d", ok[0], ok[1]);
    if (ok[0] && ok[1])
        CHECK(len[0] == len[1] && memcmp(secret[0], secret[1], len[0]) == 0, "key exchange: secrets differ");
}

static void check_derivations(void)
{
    uint8_t private_key[MAX_KEY_LEN], peer[MAX_KEY_LEN];

    for (unsigned i = 0; i < 200; i++) {
        random_bytes(&rnd, private_key, MAX_KEY_LEN);
        random_bytes(&rnd, peer, MAX_KEY_LEN);
        compare_derivation(private_key, i % 7 == 0 ? curve->low_order[i % NUM_LOW_ORDER] : peer,
                           i % 11 == 0   ? 0
                           : i % 13 == 0 ? curve->exchange_len - 1
                                         : curve->exchange_len);
    }
}

/* Set the peer's key as TLS does; the private key is then gone. */
static void check_encoded_public_key(void)
{
    uint8_t bytes[MAX_KEY_LEN], got[MAX_KEY_LEN];
    size_t len, right_len = curve->exchange_len;

    for (int side = 0; side < NUM_SIDES; side++) {
        EVP_PKEY *key = generate(side, curve->exchange, NULL);
        unsigned char *encoded = NULL;

        len = MAX_KEY_LEN;
        random_bytes(&rnd, bytes, MAX_KEY_LEN);
        CHECK(EVP_PKEY_set1_encoded_public_key(key, bytes, right_len - 1) != 1, "key exchange: a short encoded key");
        CHECK(EVP_PKEY_set1_encoded_public_key(key, bytes, right_len) == 1, "key exchange: encoded key");
        CHECK(EVP_PKEY_get1_encoded_public_key(key, &encoded) == right_len && memcmp(encoded, bytes, right_len) == 0,
              "key exchange: encoded key not given back");
        CHECK(get_public(key, got, right_len) && memcmp(got, bytes, right_len) == 0,
              "key exchange: encoded key is not the raw one");
        CHECK(EVP_PKEY_get_raw_private_key(key, got, &len) != 1,
              "key exchange: a private key beside another's public key");
        OPENSSL_free(encoded);
        EVP_PKEY_free(key);
    }
}

/* ---- signatures ---- */

struct signed_text {
    const char *instance, *digest; /* NULL: left out */
    const uint8_t *context, *text;
    size_t context_len, len; /* context_len 0: no parameter */
};

static OSSL_PARAM *fill(OSSL_PARAM params[3], const struct signed_text *t)
{
    OSSL_PARAM *p = params;

    if (t->instance != NULL)
        *p++ = OSSL_PARAM_construct_utf8_string("instance", (char *)t->instance, 0);
    if (t->context_len != 0)
        *p++ = OSSL_PARAM_construct_octet_string("context-string", (void *)t->context, t->context_len);
    *p = OSSL_PARAM_construct_end();
    return p == params ? NULL : params;
}

static int sign(int side, EVP_PKEY *key, const struct signed_text *t, uint8_t signature[MAX_SIGNATURE_LEN])
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new(), *copy = EVP_MD_CTX_new();
    size_t len = MAX_SIGNATURE_LEN, wanted = 0;
    OSSL_PARAM params[3];
    int ok = EVP_DigestSignInit_ex(ctx, NULL, t->digest, lib, BY(side), key, fill(params, t)) == 1
             && EVP_DigestSign(ctx, NULL, &wanted, t->text, t->len) == 1 && EVP_MD_CTX_copy_ex(copy, ctx) == 1
             && EVP_DigestSign(copy, signature, &len, t->text, t->len) == 1;

    CHECK(!ok || (len == curve->signature_len && wanted == len), "signature: a signature of %zu bytes", len);
    EVP_MD_CTX_free(ctx);
    EVP_MD_CTX_free(copy);
    return ok;
}

static int verify(int side, EVP_PKEY *key, const struct signed_text *t, const uint8_t *signature, size_t len)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    OSSL_PARAM params[3];
    int ok = EVP_DigestVerifyInit_ex(ctx, NULL, t->digest, lib, BY(side), key, fill(params, t)) == 1
             && EVP_DigestVerify(ctx, signature, len, t->text, t->len) == 1;

    EVP_MD_CTX_free(ctx);
    return ok;
}

static void compare_signatures(const uint8_t *private_key, const struct signed_text *t)
{
    uint8_t signature[NUM_SIDES][MAX_SIGNATURE_LEN + 1] = { { 0 } };
    size_t len = curve->signature_len;
    EVP_PKEY *key[NUM_SIDES];
    int ok[NUM_SIDES];

    for (int side = 0; side < NUM_SIDES; side++) {
        key[side] = from_private(side, curve->signature, private_key, curve->signature_key_len);
        ok[side] = sign(side, key[side], t, signature[side]);
    }
    CHECK(ok[0] == ok[1], "signature: signing as %s with a context of %zu: %d and %d", t->instance, t->context_len,
          ok[0], ok[1]);
    if (ok[0] && ok[1]) {
        unsigned bit = random_below(&rnd, 8 * (unsigned)len);

        CHECK(memcmp(signature[0], signature[1], len) == 0, "signature: signatures differ");
        for (int side = 0; side < NUM_SIDES; side++) {
            CHECK(verify(side, key[side], t, signature[0], len), "signature: %s: right one refused", side_names[side]);
            CHECK(verify(side, key[1 - side], t, signature[0], len), "signature: with the other's key");
            CHECK(!verify(side, key[side], t, signature[0], len - 1), "signature: a short signature accepted");
            CHECK(!verify(side, key[side], t, signature[0], len + 1), "signature: a long signature accepted");
        }
        signature[0][bit / 8] ^= (uint8_t)(1 << bit % 8);
        for (int side = 0; side < NUM_SIDES; side++)
            CHECK(!verify(side, key[side], t, signature[0], len), "signature: %s: altered bit %u", side_names[side],
                  bit);
    }
    free_pair(key);
}

static void check_signatures(void)
{
    uint8_t private_key[MAX_KEY_LEN], text[MAX_TEXT], context[256];

    for (unsigned i = 0; i < 300; i++) {
        struct signed_text t = { NULL, i % 29 == 3 ? "SHA512" : NULL, context, text, 0, random_below(&rnd, MAX_TEXT) };

        random_bytes(&rnd, private_key, MAX_KEY_LEN);
        random_bytes(&rnd, text, t.len);
        random_bytes(&rnd, context, sizeof(context));
        if (is_release(3, 2) && i % 2 != 0) {
            t.instance = curve->instances[random_below(&rnd, 7)];
            t.context_len = random_below(&rnd, 3) == 0 ? random_below(&rnd, 257) : random_below(&rnd, 2) * 3;
        }
        compare_signatures(private_key, &t);
    }
}

/* A public key cannot sign, and a random one verifies nothing on either side. */
static void check_public_keys(void)
{
    uint8_t bytes[MAX_KEY_LEN], signature[MAX_SIGNATURE_LEN];
    const struct signed_text t = { .text = bytes, .len = MAX_KEY_LEN };

    for (unsigned i = 0; i < 100; i++) {
        EVP_PKEY *key[NUM_SIDES];

        random_bytes(&rnd, bytes, MAX_KEY_LEN);
        random_bytes(&rnd, signature, MAX_SIGNATURE_LEN);
        for (int side = 0; side < NUM_SIDES; side++)
            key[side] = from_public(side, curve->signature, bytes, curve->signature_key_len);
        CHECK(key[MODULE] == NULL || !sign(MODULE, key[MODULE], &t, signature),
              "signature: signed without a private key");
        for (int side = 0; side < NUM_SIDES; side++)
            CHECK(!verify(side, key[side], &t, signature, curve->signature_len),
                  "signature: a random signature accepted");
        free_pair(key);
    }
}

/*
 * Signatures with S = 0 whose public key and R have low order: whether they are valid depends on whether the check
 * multiplies by the cofactor and on how strictly points are decoded. The encodings are the exchange's values of low
 * order, some of which are points, each with either sign.
 */
static void check_low_order_signatures(void)
{
    uint8_t public_key[MAX_KEY_LEN], signature[MAX_SIGNATURE_LEN] = { 0 }, text;
    size_t len = curve->signature_key_len;

    for (unsigned i = 0; i < 4 * NUM_LOW_ORDER * NUM_LOW_ORDER; i++) {
        const struct signed_text t = { .text = &text, .len = 1 };
        int verdict[NUM_SIDES];

        memcpy(public_key, curve->low_order[i / 4 % NUM_LOW_ORDER], len);
        memcpy(signature, curve->low_order[i / 4 / NUM_LOW_ORDER], len);
        public_key[len - 1] |= (uint8_t)(i % 2 << 7);
        signature[len - 1] |= (uint8_t)(i / 2 % 2 << 7);
        for (unsigned message = 0; message < 8; message++) {
            text = (uint8_t)message;
            for (int side = 0; side < NUM_SIDES; side++) {
                EVP_PKEY *key = from_public(side, curve->signature, public_key, len);

                verdict[side] = verify(side, key, &t, signature, curve->signature_len);
                EVP_PKEY_free(key);
            }
            CHECK(verdict[0] == verdict[1], "signature: low order %u, message %u: %d and %d", i, message, verdict[0],
                  verdict[1]);
        }
    }
}

/* Make a certificate: the module provides the signature's AlgorithmIdentifier. */
static void check_certificate(void)
{
    X509_ALGOR *algorithm;
    X509 *certificate = X509_new_ex(lib, BY(MODULE));
    EVP_PKEY *key = generate(MODULE, curve->signature, NULL);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    const X509_ALGOR *signed_with;

    CHECK(X509_set_pubkey(certificate, key) == 1
              && EVP_DigestSignInit_ex(ctx, NULL, NULL, lib, BY(MODULE), key, NULL) == 1
              && X509_sign_ctx(certificate, ctx) > 0,
          "signature: no certificate");
    X509_get0_signature(NULL, &signed_with, certificate);
    algorithm = (X509_ALGOR *)signed_with;
    CHECK(OBJ_obj2nid(algorithm->algorithm) == curve->signature_nid && algorithm->parameter == NULL,
          "signature: AlgorithmIdentifier");
    CHECK(X509_verify(certificate, key) == 1, "signature: certificate not verified");
    EVP_MD_CTX_free(ctx);
    X509_free(certificate);
    EVP_PKEY_free(key);
}

/* ---- Wycheproof's vectors, as convert_vectors.py writes them ---- */

enum { MAX_LINE = 16384 };

static size_t decode(char *hex, uint8_t *out)
{
    struct bytes b = strcmp(hex, "-") == 0 ? (struct bytes){ 0 } : vector_decode(hex);

    if (b.len != 0)
        memcpy(out, b.data, b.len);
    return b.len;
}

/* Wycheproof calls an all-zero secret "acceptable"; both providers refuse it. */
static void run_exchange(const char *result, uint8_t *private_key, uint8_t *peer, size_t peer_len,
                         const uint8_t *shared, const char *id)
{
    static const uint8_t zeros[MAX_KEY_LEN];
    int is_wanted = strcmp(result, "invalid") != 0 && memcmp(shared, zeros, curve->exchange_len) != 0;
    EVP_PKEY *key = from_private(MODULE, curve->exchange, private_key, curve->exchange_len);
    EVP_PKEY *other = from_public(MODULE, curve->exchange, peer, peer_len);
    uint8_t secret[MAX_KEY_LEN];
    size_t len;
    int ok = key != NULL && other != NULL && derive(MODULE, key, other, MAX_KEY_LEN, secret, &len);

    CHECK(ok == is_wanted && (!ok || memcmp(secret, shared, len) == 0), "%s", id);
    EVP_PKEY_free(key);
    EVP_PKEY_free(other);
}

static void run_signature(const char *result, const uint8_t *public_key, const uint8_t *text, size_t text_len,
                          const uint8_t *signature, size_t signature_len, const char *id)
{
    const struct signed_text t = { .text = text, .len = text_len };
    EVP_PKEY *key = from_public(MODULE, curve->signature, public_key, curve->signature_key_len);

    CHECK(key != NULL && verify(MODULE, key, &t, signature, signature_len) == (strcmp(result, "valid") == 0), "%s", id);
    EVP_PKEY_free(key);
}

static unsigned run_vectors(const char *path)
{
    static uint8_t field[3][MAX_LINE];
    static char line[MAX_LINE];
    FILE *f = fopen(path, "r");
    unsigned num = 0;

    if (f == NULL) {
        fail("%s does not open", path);
        return 0;
    }
    while (fgets(line, sizeof(line), f) != NULL) {
        char *word[6], *save = NULL;
        size_t len[3];

        for (unsigned i = 0; i < 6; i++)
            word[i] = strtok_r(i == 0 ? line : NULL, " \n", &save);
        for (unsigned i = 0; i < 3; i++)
            len[i] = decode(word[2 + i], field[i]);
        if (strcasecmp(word[0], curve->exchange) == 0)
            run_exchange(word[1], field[0], field[1], len[1], field[2], word[5]);
        else if (strcasecmp(word[0], curve->signature) == 0)
            run_signature(word[1], field[0], field[1], len[1], field[2], len[2], word[5]);
        else
            continue;
        num++;
    }
    fclose(f);
    return num;
}

static int is_offered(void)
{
    EVP_KEYMGMT *keymgmt = EVP_KEYMGMT_fetch(lib, curve->exchange, BY(MODULE));

    EVP_KEYMGMT_free(keymgmt);
    return keymgmt != NULL;
}

static void check_curve(int num_files, char **files)
{
    const char *names[] = { curve->exchange, curve->signature };
    unsigned num_vectors = 0;

    for (size_t i = 0; i < 2; i++) {
        check_keys(names[i]);
        check_generated(names[i]);
        check_generation_parameters(names[i]);
        check_keying_material(names[i]);
    }
    check_derivations();
    check_encoded_public_key();
    check_signatures();
    check_public_keys();
    check_low_order_signatures();
    check_certificate();
    for (int i = 0; i < num_files; i++)
        num_vectors += run_vectors(files[i]);
    CHECK(num_files == 0 || num_vectors > 500, "vectors of %s are missing", curve->group);
}

int main(int argc, char **argv)
{
    struct harness h;

    harness_open(&h);
    lib = h.lib[MODULE];
    for (curve = curves; curve < curves + sizeof(curves) / sizeof(curves[0]); curve++) {
        if (!is_offered()) {
            puts("not offered at this level");
            harness_close(&h);
            return SKIPPED;
        }
        check_curve(argc - 1, argv + 1);
    }
    ERR_clear_error();
    harness_close(&h);
    printf("%u failures\n", failures);
    return failures != 0;
}
