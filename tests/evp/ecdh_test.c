/*
 * ECDH and DHKEM on elliptic curves: compare the module with the default provider by the same calls, with keys of every
 * curve. Key exchange is deterministic, so all results are compared byte by byte; what one side encapsulates, the other
 * decapsulates.
 */
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ec_curves.h"

enum { MAX_SECRET = 300, ONE_IN = 5 };

static struct random rnd = { 56 };

/* ---- one derivation ---- */

struct derived {
    int set, peer, ret; /* what the calls returned */
    size_t wanted, len;
    uint8_t bytes[MAX_SECRET];
};

/* room 0: query only the length. */
static void derive(int side, EVP_PKEY *key, EVP_PKEY *peer, const OSSL_PARAM *params, size_t room, int validate,
                   struct derived *d)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, key, BY(side)), *copy;

    memset(d, 0, sizeof(*d));
    d->set = EVP_PKEY_derive_init_ex(ctx, params);
    d->peer = EVP_PKEY_derive_set_peer_ex(ctx, peer, validate);
    d->ret = EVP_PKEY_derive(ctx, NULL, &d->wanted);
    copy = EVP_PKEY_CTX_dup(ctx);
    d->len = room;
    if (d->ret == 1)
        d->ret = copy == NULL ? -7 : EVP_PKEY_derive(copy, room == 0 ? NULL : d->bytes, &d->len);
    if (d->ret != 1)
        d->len = 0;
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_CTX_free(copy);
}

static void compare(const char *what, EVP_PKEY *const key[NUM_SIDES], EVP_PKEY *const peer[NUM_SIDES],
                    const OSSL_PARAM *params, size_t room)
{
    static struct derived d[NUM_SIDES];

    for (int side = 0; side < NUM_SIDES; side++)
        derive(side, key[side], peer[side], params, room, 1, &d[side]);
    CHECK(memcmp(&d[0], &d[1], sizeof(d[0])) == 0,
          "%s, room %zu: %d %d %d and %d %d %d, %zu and %zu bytes, or what they are", what, room, d[0].set, d[0].peer,
          d[0].ret, d[1].set, d[1].peer, d[1].ret, d[0].len, d[1].len);
}

/* ---- plain, with cofactor, with a KDF ---- */

static void check_plain(const char *curve, EVP_PKEY *const key[NUM_SIDES], EVP_PKEY *const peer[NUM_SIDES])
{
    EVP_PKEY *const crossed[NUM_SIDES] = { peer[MODULE], peer[DEFAULT] };

    for (size_t room = 0; room < 80; room += 11)
        compare(curve, key, peer, NULL, room);
    compare(curve, key, crossed, NULL, MAX_SECRET);
    compare(curve, peer, key, NULL, MAX_SECRET);
    for (int mode = -2; mode <= 2; mode++) {
        OSSL_PARAM params[] = { OSSL_PARAM_construct_int("ecdh-cofactor-mode", &mode), OSSL_PARAM_construct_end() };

        compare("cofactor", key, peer, params, MAX_SECRET);
    }
}

static void check_kdf(EVP_PKEY *const key[NUM_SIDES], EVP_PKEY *const peer[NUM_SIDES])
{
    static const char *const types[] = { "X963KDF", "", "HKDF" };
    static const char *const digests[] = { "SHA256", "SHA2-512", "SHA3-224", "SHA1", "MD5",
                                           "SM3",    "SHAKE128", "none",     NULL };
    static unsigned turn;
    uint8_t ukm[40];

    for (unsigned i = 0; i < 3 * 9; i++) {
        size_t len = random_below(&rnd, 200), ukm_len = random_below(&rnd, 3) * 20;
        OSSL_PARAM params[6], *p = params;

        if (!is_turn(&turn, ONE_IN))
            continue;
        random_bytes(&rnd, ukm, sizeof(ukm));
        *p++ = OSSL_PARAM_construct_utf8_string("kdf-type", (char *)types[i / 9], 0);
        if (digests[i % 9] != NULL)
            *p++ = OSSL_PARAM_construct_utf8_string("kdf-digest", (char *)digests[i % 9], 0);
        *p++ = OSSL_PARAM_construct_size_t("kdf-outlen", &len);
        if (ukm_len != 0)
            *p++ = OSSL_PARAM_construct_octet_string("kdf-ukm", ukm, ukm_len);
        *p = OSSL_PARAM_construct_end();
        compare(types[i / 9], key, peer, params, MAX_SECRET);
        compare(digests[i % 9], key, peer, params, len == 0 ? 1 : len - 1);
    }
}

/* Parameters can be read back after they were set, and a second init resets them as with the default provider. */
static void check_parameters(EVP_PKEY *const key[NUM_SIDES])
{
    struct told {
        char type[32], digest[32];
        int mode, ret[4];
        size_t outlen, ukm_len;
    } told[NUM_SIDES];
    const OSSL_PARAM *lists[2][NUM_SIDES];

    for (unsigned i = 0; i < 2; i++) {
        for (int side = 0; side < NUM_SIDES; side++) {
            EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, key[side], BY(side));
            struct told *t = &told[side];
            unsigned char *ukm = NULL;
            size_t len = 77;
            OSSL_PARAM set[] = { OSSL_PARAM_construct_utf8_string("kdf-type", "X963KDF", 0),
                                 OSSL_PARAM_construct_utf8_string("kdf-digest", "SHA-384", 0),
                                 OSSL_PARAM_construct_size_t("kdf-outlen", &len),
                                 OSSL_PARAM_construct_octet_string("kdf-ukm", "ukm", 3), OSSL_PARAM_construct_end() };
            OSSL_PARAM get[] = { OSSL_PARAM_construct_utf8_string("kdf-type", t->type, sizeof(t->type)),
                                 OSSL_PARAM_construct_utf8_string("kdf-digest", t->digest, sizeof(t->digest)),
                                 OSSL_PARAM_construct_size_t("kdf-outlen", &t->outlen),
                                 OSSL_PARAM_construct_octet_ptr("kdf-ukm", (void **)&ukm, 0),
                                 OSSL_PARAM_construct_int("ecdh-cofactor-mode", &t->mode),
                                 OSSL_PARAM_construct_end() };

            memset(t, 0, sizeof(*t));
            t->ret[0] = EVP_PKEY_derive_init(ctx);
            t->ret[1] = EVP_PKEY_CTX_set_params(ctx, set);
            t->ret[2] = i == 0 ? 1 : EVP_PKEY_derive_init(ctx);
            t->ret[3] = EVP_PKEY_CTX_get_params(ctx, get);
            t->ukm_len = get[3].return_size;
            CHECK(t->ukm_len != 3 || memcmp(ukm, "ukm", 3) == 0, "%s", "the key material told");
            lists[0][side] = EVP_PKEY_CTX_gettable_params(ctx);
            lists[1][side] = EVP_PKEY_CTX_settable_params(ctx);
            EVP_PKEY_CTX_free(ctx);
        }
        CHECK(memcmp(&told[0], &told[1], sizeof(told[0])) == 0,
              "told after %u: %s %s, %s %s, %d %d, %d and %d, %zu %zu", i, told[0].type, told[1].type, told[0].digest,
              told[1].digest, told[0].mode, told[1].mode, told[0].ret[3], told[1].ret[3], told[0].outlen,
              told[1].outlen);
    }
    lists_compare("gettable", lists[0][DEFAULT], lists[0][MODULE]);
    lists_compare("settable", lists[1][DEFAULT], lists[1][MODULE]);
}

/* ---- wrong peers ---- */

static EVP_PKEY *only_params(EVP_PKEY *key)
{
    EVP_PKEY *params = EVP_PKEY_new();

    EVP_PKEY_copy_parameters(params, key);
    return params;
}

static void check_wrong(EVP_PKEY *const key[NUM_SIDES])
{
    static const char *const curves[] = { "P-384", "secp256k1", "secp224r1", "sect233r1" };
    EVP_PKEY *other[NUM_SIDES];

    for (size_t i = 0; i < sizeof(curves) / sizeof(curves[0]); i++) {
        other[DEFAULT] = ec_generate(DEFAULT, curves[i]);
        other[MODULE] = key_move(MODULE, "EC", other[DEFAULT]);
        compare("another curve", key, other, NULL, MAX_SECRET);
        keys_free(other);
    }
    for (int side = 0; side < NUM_SIDES; side++)
        other[side] = only_params(key[side]);
    compare("no public key", key, other, NULL, MAX_SECRET);
    compare("no private key", other, key, NULL, MAX_SECRET);
    keys_free(other);
}

/* ---- DHKEM (3.2) ---- */

static EVP_PKEY_CTX *kem_context(int side, EVP_PKEY *key, EVP_PKEY *auth, bool encapsulates, const uint8_t *ikm,
                                 size_t ikm_len)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, key, BY(side));
    OSSL_PARAM params[] = { OSSL_PARAM_construct_utf8_string("operation", "DHKEM", 0),
                            ikm == NULL ? OSSL_PARAM_construct_end()
                                        : OSSL_PARAM_construct_octet_string("ikme", (void *)ikm, ikm_len),
                            OSSL_PARAM_construct_end() };
    int ok = 0;

#if OPENSSL_VERSION_PREREQ(3, 2)
    ok = auth == NULL
             ? (encapsulates ? EVP_PKEY_encapsulate_init(ctx, params) : EVP_PKEY_decapsulate_init(ctx, params)) == 1
         : encapsulates ? EVP_PKEY_auth_encapsulate_init(ctx, auth, params) == 1
                        : EVP_PKEY_auth_decapsulate_init(ctx, auth, params) == 1;
#else
    (void)auth, (void)encapsulates, (void)params;
#endif
    if (ok)
        return ctx;
    EVP_PKEY_CTX_free(ctx);
    return NULL;
}

static void check_kem(const char *curve, EVP_PKEY *const key[NUM_SIDES], EVP_PKEY *const auth[NUM_SIDES])
{
    uint8_t ikm[80], out[NUM_SIDES][200], secret[NUM_SIDES][2][80];

    for (unsigned i = 0; i < 8; i++) {
        size_t len[NUM_SIDES] = { 0 }, secret_len[NUM_SIDES] = { 0 }, wanted[NUM_SIDES][2] = { { 0 } };
        int ret[NUM_SIDES] = { -7, -7 };

        random_bytes(&rnd, ikm, sizeof(ikm));
        for (int side = 0; side < NUM_SIDES; side++) {
            EVP_PKEY_CTX *ctx = kem_context(side, key[side], i & 2 ? auth[side] : NULL, true, i & 1 ? ikm : NULL,
                                            i & 4 ? 20 : 80);

            if (ctx != NULL)
                EVP_PKEY_encapsulate(ctx, NULL, &wanted[side][0], NULL, &wanted[side][1]);
            len[side] = i == 6 ? wanted[side][0] - 1 : sizeof(out[side]), secret_len[side] = sizeof(secret[side][0]);
            if (ctx != NULL)
                ret[side] = EVP_PKEY_encapsulate(ctx, out[side], &len[side], secret[side][0], &secret_len[side]);
            EVP_PKEY_CTX_free(ctx);
        }
        CHECK(ret[0] == ret[1], "%s: DHKEM %u: %d and %d", curve, i, ret[0], ret[1]);
        CHECK(memcmp(wanted[0], wanted[1], sizeof(wanted[0])) == 0, "%s: lengths of DHKEM", curve);
        if ((i & 1) != 0 && ret[0] == 1 && ret[1] == 1)
            CHECK(len[0] == len[1] && memcmp(out[0], out[1], len[0]) == 0 && secret_len[0] == secret_len[1]
                      && memcmp(secret[0][0], secret[1][0], secret_len[0]) == 0,
                  "%s: DHKEM of keying material", curve);
        for (int side = 0; side < NUM_SIDES && ret[0] == 1 && ret[1] == 1; side++) {
            EVP_PKEY_CTX *ctx = kem_context(1 - side, key[1 - side], i & 2 ? auth[1 - side] : NULL, false, NULL, 0);
            size_t opened = sizeof(secret[side][1]);

            CHECK(ctx != NULL && EVP_PKEY_decapsulate(ctx, secret[side][1], &opened, out[side], len[side]) == 1
                      && opened == secret_len[side] && memcmp(secret[side][0], secret[side][1], opened) == 0,
                  "%s: what %s encapsulates is not opened", curve, side_names[side]);
            out[side][random_below(&rnd, (unsigned)len[side])] ^= 1;
            opened = sizeof(secret[side][1]);
            CHECK(ctx == NULL || EVP_PKEY_decapsulate(ctx, secret[side][1], &opened, out[side], len[side]) != 1
                      || memcmp(secret[side][0], secret[side][1], opened) != 0,
                  "%s: opened though altered", curve);
            EVP_PKEY_CTX_free(ctx);
        }
    }
}

/* The default provider crashes without the address of a length. */
static void check_kem_without_length(const char *curve, EVP_PKEY *key)
{
    EVP_PKEY_CTX *sender = kem_context(MODULE, key, NULL, true, NULL, 0),
                 *receiver = kem_context(MODULE, key, NULL, false, NULL, 0);
    uint8_t out[200] = { 0 }, secret[80];
    size_t len = sizeof(out), secret_len = sizeof(secret);

    if (sender != NULL && receiver != NULL) {
        CHECK(EVP_PKEY_encapsulate(sender, out, NULL, secret, &secret_len) <= 0
                  && EVP_PKEY_encapsulate(sender, out, &len, secret, NULL) <= 0,
              "%s: DHKEM encapsulates without a length", curve);
        CHECK(EVP_PKEY_encapsulate(sender, out, &len, secret, &secret_len) == 1
                  && EVP_PKEY_decapsulate(receiver, secret, NULL, out, len) <= 0,
              "%s: DHKEM decapsulates without a length", curve);
    }
    EVP_PKEY_CTX_free(sender);
    EVP_PKEY_CTX_free(receiver);
}

static void check_curve(const char *curve)
{
    EVP_PKEY *key[NUM_SIDES] = { ec_generate(DEFAULT, curve), NULL },
             *peer[NUM_SIDES] = { NULL, ec_generate(MODULE, curve) };

    key[MODULE] = key_move(MODULE, "EC", key[DEFAULT]);
    peer[DEFAULT] = key_move(DEFAULT, "EC", peer[MODULE]);
    compare(curve, key, peer, NULL, MAX_SECRET);
    if (ec_is_fast(curve) || strcmp(curve, "sect233k1") == 0) {
        check_plain(curve, key, peer);
        check_kdf(key, peer);
        check_parameters(key);
        check_wrong(key);
        check_kem(curve, key, peer);
        check_kem_without_length(curve, key[MODULE]);
    }
    keys_free(key);
    keys_free(peer);
}

int main(int argc, char **argv)
{
    struct harness h;
    struct names curves;

    (void)argc, (void)argv;
    keys_open(&h, "EC");
    ec_curves(&curves);
    for (unsigned i = 0; i < curves.num && failures < 20; i++)
        if (strcmp(curves.list[i], "SM2") != 0)
            check_curve(curves.list[i]);
    printf("%u curves, %u failures\n", curves.num, failures);
    names_free(&curves);
    harness_close(&h);
    return failures != 0;
}
