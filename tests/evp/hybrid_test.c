/*
 * The hybrids of TLS, X25519MLKEM768 and its relatives: the module against the default provider from OpenSSL 3.5 on, by
 * the same calls, each as client and as server. Before 3.5 the module is compared with itself.
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <stdio.h>
#include <string.h>

#include "kems.h"

static const struct hybrid {
    const char *name, *curve, *group; /* the algorithm of the curve alone, and its group if the algorithm has several */
    const char *mlkem;
    size_t share_len, private_len, ciphertext_len, secret_len;
    size_t point_len; /* of the curve's half, which comes first in shares if is_curve_first */
    bool is_curve_first;
    bool default_lacks_private; /* the default provider does not export or import private keys on this curve */
} hybrids[] = {
    { "X25519MLKEM768", "X25519", NULL, "ML-KEM-768", 1216, 2432, 1120, 64, 32, false, false },
    { "SecP256r1MLKEM768", "EC", "P-256", "ML-KEM-768", 1249, 2432, 1153, 64, 65, true, true },
    { "SecP384r1MLKEM1024", "EC", "P-384", "ML-KEM-1024", 1665, 3216, 1665, 80, 97, true, true },
    { "X448MLKEM1024", "X448", NULL, "ML-KEM-1024", 1624, 3224, 1624, 88, 56, false, false },
    { "curveSM2MLKEM768", "curveSM2", "SM2", "ML-KEM-768", 1249, 2432, 1153, 64, 65, true, true },
}, *hybrid;

static uint8_t *curve_part(uint8_t *encoded, size_t len)
{
    return hybrid->is_curve_first ? encoded : encoded + len - hybrid->point_len;
}

/* The public key of the client's share, as the server's provider holds it. */
static EVP_PKEY *send_share(EVP_PKEY *client, int to)
{
    uint8_t share[MAX_ENCODED_KEY];
    size_t len = key_get_share(client, share);

    CHECK(len == hybrid->share_len, "%s: a share of %zu bytes", hybrid->name, len);
    return key_from_share(to, hybrid->name, share, len);
}

/* A handshake in each direction, and between the module and itself. */
static void check_exchanges(void)
{
    const int roles[][2] = { { MODULE, MODULE }, { MODULE, kems_other }, { kems_other, MODULE } };

    for (unsigned i = 0; i < 3 * 5; i++) {
        EVP_PKEY *client = key_generate(roles[i % 3][0], hybrid->name, NULL);
        EVP_PKEY *server = client == NULL ? NULL : send_share(client, roles[i % 3][1]);
        struct sent s;

        CHECK(client != NULL && server != NULL, "%s: no keys", hybrid->name);
        kem_check_pair(hybrid->name, server, client);
        kem_encapsulate(server, NULL, &s);
        CHECK(s.ciphertext_len == hybrid->ciphertext_len && s.secret_len == hybrid->secret_len, "%s: %zu and %zu bytes",
              hybrid->name, s.ciphertext_len, s.secret_len);
        CHECK(EVP_PKEY_eq(server, client) == 1, "%s: unequal", hybrid->name);
        kem_decapsulate(server, &s, &s);
        CHECK(!s.ret, "%s: decapsulation with a public key", hybrid->name);
        EVP_PKEY_free(client);
        EVP_PKEY_free(server);
    }
    ERR_clear_error();
}

/* ---- keys ---- */

static int get_number(EVP_PKEY *key, const char *name)
{
    int n = -1;

    EVP_PKEY_get_int_param(key, name, &n);
    return n;
}

/* On a Weierstrass curve the default provider exports nothing without its parameters, of which keys have none. */
static void compare_public(EVP_PKEY *const key[NUM_SIDES])
{
    static const char *const numbers[] = { "bits", "security-bits", "max-size" };
    uint8_t share[NUM_SIDES][MAX_ENCODED_KEY];
    size_t len[NUM_SIDES];

    if (!hybrid->default_lacks_private) {
        keys_compare(hybrid->name, key);
        return;
    }
    for (int side = 0; side < NUM_SIDES; side++)
        len[side] = key_get_share(key[side], share[side]);
    CHECK(len[0] == len[1] && memcmp(share[0], share[1], len[0]) == 0, "%s: shares differ", hybrid->name);
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        CHECK(get_number(key[0], numbers[i]) == get_number(key[1], numbers[i]) && get_number(key[1], numbers[i]) > 0,
              "%s: %s is %d and %d", hybrid->name, numbers[i], get_number(key[0], numbers[i]),
              get_number(key[1], numbers[i]));
}

static void compare_generated(int side)
{
    EVP_PKEY *made = key_generate(side, hybrid->name, NULL), *pair[NUM_SIDES], *public_key[NUM_SIDES];

    for (int i = 0; i < NUM_SIDES; i++)
        public_key[i] = send_share(made, i == DEFAULT ? kems_other : MODULE);
    compare_public(public_key);
    keys_free(public_key);
    if (!hybrid->default_lacks_private || kems_other == MODULE) {
        for (int i = 0; i < NUM_SIDES; i++)
            pair[i] = key_move(i == DEFAULT ? kems_other : MODULE, hybrid->name, made);
        keys_compare(hybrid->name, pair);
        kem_check_pair("moved", pair[0], pair[1]);
        kem_check_pair("moved", pair[1], pair[0]);
        keys_free(pair);
    }
    EVP_PKEY_free(made);
}

/* Export, import and copies of our own, of every kind. */
static void check_own_keys(void)
{
    EVP_PKEY *key = key_generate(MODULE, hybrid->name, NULL), *copy = EVP_PKEY_dup(key);
    EVP_PKEY *moved = key_move(MODULE, hybrid->name, key), *empty = key_generate_params(MODULE, hybrid->name, NULL);
    uint8_t private_key[MAX_ENCODED_KEY];
    size_t len = 0;

    CHECK(EVP_PKEY_get_octet_string_param(key, "priv", private_key, sizeof(private_key), &len) == 1
              && len == hybrid->private_len,
          "%s: a private key of %zu bytes", hybrid->name, len);
    CHECK(copy != NULL && EVP_PKEY_eq(copy, key) == 1 && moved != NULL && EVP_PKEY_eq(moved, key) == 1, "%s: copies",
          hybrid->name);
    kem_check_pair("copy", key, copy);
    kem_check_pair("moved", key, moved);
    CHECK(EVP_PKEY_eq(empty, key) == 0, "%s: an empty key is equal", hybrid->name);
    EVP_PKEY_free(key);
    EVP_PKEY_free(copy);
    EVP_PKEY_free(moved);
    EVP_PKEY_free(empty);
}

static EVP_PKEY *import_part(int side, const char *part, const uint8_t *bytes, size_t len)
{
    OSSL_PARAM params[] = { OSSL_PARAM_octet_string(part, (void *)bytes, len), OSSL_PARAM_END };

    return key_from_data(side, hybrid->name, EVP_PKEY_KEYPAIR, params);
}

static void check_lengths(void)
{
    static const uint8_t zeros[MAX_ENCODED_KEY + 2];
    const size_t lengths[] = {
        0, 1, hybrid->share_len - 1, hybrid->share_len + 1, hybrid->private_len - 1, hybrid->private_len + 1
    };

    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
        for (int side = 0; side < NUM_SIDES; side++) {
            int by = side == DEFAULT ? kems_other : MODULE;

            CHECK(import_part(by, "pub", zeros, lengths[i]) == NULL
                      && import_part(by, "priv", zeros, lengths[i]) == NULL
                      && key_from_share(by, hybrid->name, zeros, lengths[i]) == NULL,
                  "%s: %s takes a key of %zu bytes", hybrid->name, side_names[side], lengths[i]);
        }
    ERR_clear_error();
}

/* ---- malformed halves: both sides refuse ---- */

/* A point of low order on X25519 and X448; none of the curve on the others. */
static void spoil_point(uint8_t *encoded, size_t len)
{
    uint8_t *point = curve_part(encoded, len);

    if (hybrid->group == NULL)
        memset(point, 0, hybrid->point_len);
    else
        point[hybrid->point_len - 1] ^= 1;
}

/* No half of an answer is left behind by a call that fails. */
static void check_bad_share(int by)
{
    static const uint8_t zeros[MAX_CIPHERTEXT];
    uint8_t share[MAX_ENCODED_KEY];
    EVP_PKEY *client = key_generate(MODULE, hybrid->name, NULL), *server;
    size_t len = key_get_share(client, share);
    struct sent s = { 0 };

    spoil_point(share, len);
    server = key_from_share(by, hybrid->name, share, len);
    if (server != NULL)
        kem_encapsulate(server, NULL, &s);
    CHECK(!s.ret, "%s: %s answers to a bad point", hybrid->name, side_names[by]);
    CHECK(by != MODULE
              || (memcmp(s.ciphertext, zeros, MAX_CIPHERTEXT) == 0 && memcmp(s.secret, zeros, MAX_SECRET) == 0),
          "%s: half an answer", hybrid->name);
    EVP_PKEY_free(server);
    len = key_get_share(client, share);
    memset(hybrid->is_curve_first ? share + hybrid->point_len : share, 0xff, 3); /* two coefficients of 4095 */
    CHECK(key_from_share(by, hybrid->name, share, len) == NULL, "%s: %s takes a key that is not reduced", hybrid->name,
          side_names[by]);
    EVP_PKEY_free(client);
    ERR_clear_error();
}

/* No secret is left behind by a call that fails. */
static void check_bad_ciphertext(int by)
{
    static const uint8_t zeros[MAX_SECRET];
    EVP_PKEY *client = key_generate(by, hybrid->name, NULL), *server = send_share(client, MODULE);
    struct sent s, found;

    kem_encapsulate(server, NULL, &s);
    spoil_point(s.ciphertext, s.ciphertext_len);
    kem_decapsulate(client, &s, &found);
    CHECK(!found.ret, "%s: %s takes a bad point", hybrid->name, side_names[by]);
    CHECK(by != MODULE || memcmp(found.secret, zeros, MAX_SECRET) == 0, "%s: half a secret", hybrid->name);
    kem_encapsulate(server, NULL, &s);
    (hybrid->is_curve_first ? s.ciphertext + hybrid->point_len : s.ciphertext)[5] ^= 1;
    kem_decapsulate(client, &s, &found);
    CHECK(found.ret && memcmp(found.secret, s.secret, s.secret_len) != 0, "%s: no implicit rejection", hybrid->name);
    EVP_PKEY_free(client);
    EVP_PKEY_free(server);
    ERR_clear_error();
}

/* RFC 8446 sec. 4.2.8.2: only uncompressed points. */
static void check_point_forms(void)
{
    uint8_t share[MAX_ENCODED_KEY];
    EVP_PKEY *client = key_generate(MODULE, hybrid->name, NULL);
    size_t len = key_get_share(client, share);
    uint8_t *point = curve_part(share, len);

    CHECK(hybrid->group == NULL || point[0] == 4, "%s: form %u", hybrid->name, point[0]);
    point[0] = (uint8_t)(6 | (point[hybrid->point_len - 1] & 1));
    CHECK(hybrid->group == NULL || key_from_share(MODULE, hybrid->name, share, len) == NULL, "%s: a hybrid form",
          hybrid->name);
    EVP_PKEY_free(client);
    ERR_clear_error();
}

static void check_verdicts(void)
{
    EVP_PKEY *key[NUM_SIDES] = { key_generate(kems_other, hybrid->name, NULL),
                                 key_generate(MODULE, hybrid->name, NULL) };

    CHECK(kem_encapsulate_verdicts(key[0]) == kem_encapsulate_verdicts(key[1]), "%s: encapsulation: %x and %x",
          hybrid->name, kem_encapsulate_verdicts(key[0]), kem_encapsulate_verdicts(key[1]));
    CHECK(kem_decapsulate_verdicts(key[0]) == kem_decapsulate_verdicts(key[1]), "%s: decapsulation: %x and %x",
          hybrid->name, kem_decapsulate_verdicts(key[0]), kem_decapsulate_verdicts(key[1]));
    keys_free(key);
}

/* ---- the halves: each is that of its own algorithm, in its place; default computes that of the curve ---- */

enum { MAX_SCALAR = 56 };

/* A key of the curve alone: a private key, big-endian on Weierstrass curves, or a public one. */
static EVP_PKEY *curve_key(const char *part, const uint8_t *bytes, size_t len)
{
    bool is_number = hybrid->group != NULL && strcmp(part, "priv") == 0;
    uint8_t number[MAX_SCALAR];
    OSSL_PARAM params[3], *p = params;

    for (size_t i = 0; is_number && i < len; i++)
        number[i] = bytes[len - 1 - i];
    *p++ = is_number ? OSSL_PARAM_construct_BN(part, number, len)
                     : OSSL_PARAM_construct_octet_string(part, (void *)bytes, len);
    if (hybrid->group != NULL)
        *p++ = OSSL_PARAM_construct_utf8_string("group", (char *)hybrid->group, 0);
    *p = OSSL_PARAM_construct_end();
    return key_from_data(DEFAULT, hybrid->curve, EVP_PKEY_KEYPAIR, params);
}

static void check_curve_half(const uint8_t *private_key, struct sent *s)
{
    const size_t len = hybrid->secret_len - 32; /* of a secret, and of a private key */
    const uint8_t *scalar = hybrid->is_curve_first ? private_key : private_key + hybrid->private_len - len;
    const uint8_t *secret = hybrid->is_curve_first ? s->secret : s->secret + 32;
    EVP_PKEY *key = curve_key("priv", scalar, len);
    EVP_PKEY *peer = curve_key("pub", curve_part(s->ciphertext, s->ciphertext_len), hybrid->point_len);
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, key, BY(DEFAULT));
    uint8_t derived[MAX_SECRET];
    size_t derived_len = sizeof(derived);

    CHECK(EVP_PKEY_derive_init(ctx) == 1 && EVP_PKEY_derive_set_peer_ex(ctx, peer, 0) == 1
              && EVP_PKEY_derive(ctx, derived, &derived_len) == 1 && derived_len == len
              && memcmp(derived, secret, len) == 0,
          "%s: the curve's half of the secret", hybrid->name);
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(peer);
    EVP_PKEY_free(key);
}

static void check_mlkem_half(const uint8_t *private_key, const struct sent *s)
{
    const size_t scalar_len = hybrid->secret_len - 32;
    OSSL_PARAM params[] = { OSSL_PARAM_octet_string("priv", (void *)private_key, hybrid->private_len - scalar_len),
                            OSSL_PARAM_END };
    const uint8_t *ciphertext = s->ciphertext, *secret = s->secret;
    struct sent half = { .ciphertext_len = s->ciphertext_len - hybrid->point_len }, found;
    EVP_PKEY *key;

    if (hybrid->is_curve_first) {
        params[0].data = (void *)(private_key + scalar_len);
        ciphertext += hybrid->point_len;
        secret += scalar_len;
    }
    memcpy(half.ciphertext, ciphertext, half.ciphertext_len);
    key = key_from_data(kems_other, hybrid->mlkem, EVP_PKEY_KEYPAIR, params);
    kem_decapsulate(key, &half, &found);
    CHECK(found.ret && memcmp(found.secret, secret, 32) == 0, "%s: the half of ML-KEM of the secret", hybrid->name);
    EVP_PKEY_free(key);
}

static void check_halves(void)
{
    EVP_PKEY *key = key_generate(MODULE, hybrid->name, NULL);
    uint8_t private_key[MAX_ENCODED_KEY];
    size_t len = 0;
    struct sent s;

    CHECK(EVP_PKEY_get_octet_string_param(key, "priv", private_key, sizeof(private_key), &len) == 1,
          "%s: no private key", hybrid->name);
    kem_encapsulate(key, NULL, &s);
    check_curve_half(private_key, &s);
    check_mlkem_half(private_key, &s);
    EVP_PKEY_free(key);
}

static void check_hybrid(void)
{
    check_exchanges();
    for (int side = 0; side < NUM_SIDES; side++) {
        int by = side == DEFAULT ? kems_other : MODULE;

        compare_generated(by);
        check_bad_share(by);
        check_bad_ciphertext(by);
    }
    check_own_keys();
    check_lengths();
    check_point_forms();
    check_verdicts();
    check_halves();
}

int main(void)
{
    static struct harness h;
    unsigned num = 0;

    kems_open(&h, "X25519MLKEM768");
    for (hybrid = hybrids; hybrid < hybrids + sizeof(hybrids) / sizeof(hybrids[0]); hybrid++) {
        EVP_KEYMGMT *keymgmt = EVP_KEYMGMT_fetch(keys_lib, hybrid->name, BY(MODULE));

        if (keymgmt != NULL) {
            num++;
            check_hybrid();
        }
        EVP_KEYMGMT_free(keymgmt);
        ERR_clear_error();
    }
    CHECK(num != 0, "no hybrids");
    printf("%u hybrids compared with %s, %u failures\n", num, side_names[kems_other], failures);
    harness_close(&h);
    return failures != 0;
}
