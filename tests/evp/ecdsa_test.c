/*
 * ECDSA: compare the module with the default provider by the same calls, in both directions, with keys of every curve.
 * Nonces are random, so each side verifies the other's signatures; deterministic signatures (3.2) are compared byte by
 * byte.
 */
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/x509.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ec_curves.h"

enum { MAX_SIGNATURE = 160, MAX_TEXT = 300, MAX_HASH = 140, NUM_THREADS = 4, ONE_IN = 5 };

static struct random rnd = { 186 };
static const char *const sigalgs[] = { "ECDSA-SHA1",        "ECDSA-SHA2-224", "ECDSA-SHA256",
                                       "ecdsa-with-SHA384", "ECDSA-SHA2-512", "ECDSA-SHA3-224",
                                       "ECDSA-SHA3-256",    "ECDSA-SHA3-384", "ECDSA-SHA3-512" };

/* ---- messages ---- */

struct message {
    const char *digest;
    const OSSL_PARAM *params; /* NULL: none */
    const uint8_t *text;
    size_t len;
};

/* Sign in two pieces; a copy made in between signs, too. */
static int sign(int side, EVP_PKEY *key, const struct message *m, uint8_t *signature, size_t *len)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new(), *copy = EVP_MD_CTX_new();
    size_t wanted = 0, half = m->len / 2;
    int ok = EVP_DigestSignInit_ex(ctx, NULL, m->digest, keys_lib, PREFER(side), key, m->params) == 1
             && EVP_DigestSignUpdate(ctx, m->text, half) == 1 && EVP_MD_CTX_copy_ex(copy, ctx) == 1
             && EVP_DigestSignUpdate(copy, m->text + half, m->len - half) == 1
             && EVP_DigestSignFinal(copy, NULL, &wanted) == 1;

    *len = wanted;
    ok = ok && EVP_DigestSignFinal(copy, signature, len) == 1;
    CHECK(!ok || (*len <= wanted && wanted == (size_t)EVP_PKEY_get_size(key)), "%zu bytes signed, %zu wanted", *len,
          wanted);
    EVP_MD_CTX_free(copy);
    EVP_MD_CTX_free(ctx);
    return ok;
}

static int verify(int side, EVP_PKEY *key, const struct message *m, const uint8_t *signature, size_t len)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    int ret = EVP_DigestVerifyInit_ex(ctx, NULL, m->digest, keys_lib, PREFER(side), key, m->params) != 1
                  ? -7
                  : EVP_DigestVerify(ctx, signature, len, m->text, m->len);

    EVP_MD_CTX_free(ctx);
    return ret;
}

static void check_message(const char *curve, EVP_PKEY *const key[NUM_SIDES], const char *digest,
                          const OSSL_PARAM *params, bool is_deterministic)
{
    uint8_t text[MAX_TEXT], signature[NUM_SIDES][MAX_SIGNATURE];
    struct message m = { digest, params, text, random_below(&rnd, MAX_TEXT) };
    size_t len[NUM_SIDES];
    int ok[NUM_SIDES];

    random_bytes(&rnd, text, sizeof(text));
    for (int side = 0; side < NUM_SIDES; side++)
        ok[side] = sign(side, key[side], &m, signature[side], &len[side]);
    CHECK(ok[0] == ok[1], "%s, %s: signs %d and %d", curve, digest, ok[0], ok[1]);
    for (int signer = 0; signer < NUM_SIDES && ok[0] && ok[1]; signer++)
        for (int side = 0; side < NUM_SIDES; side++)
            CHECK(verify(side, key[side], &m, signature[signer], len[signer]) == 1,
                  "%s, %s: %s refuses the signature of %s", curve, digest, side_names[side], side_names[signer]);
    if (is_deterministic && ok[0] && ok[1])
        CHECK(len[0] == len[1] && memcmp(signature[0], signature[1], len[0]) == 0, "%s, %s: deterministic ones differ",
              curve, digest);
    for (unsigned i = 0; i < 3 && ok[0] && ok[1]; i++) {
        int verdict[NUM_SIDES];

        signature[0][random_below(&rnd, (unsigned)len[0])] ^= (uint8_t)(1 << random_below(&rnd, 8));
        for (int side = 0; side < NUM_SIDES; side++)
            verdict[side] = verify(side, key[side], &m, signature[0], len[0]);
        CHECK(verdict[0] == verdict[1], "%s, %s: altered: %d and %d", curve, digest, verdict[0], verdict[1]);
    }
}

static void check_digests(const char *curve, EVP_PKEY *const key[NUM_SIDES], const struct names *digests)
{
    static unsigned turn;

    for (unsigned i = 0; i < digests->num; i++)
        if (is_turn(&turn, ONE_IN))
            check_message(curve, key, digests->list[i], NULL, false);
    check_message(curve, key, NULL, NULL, false); /* the default digest */
    check_message(curve, key, "SHAKE256", NULL, false);
    check_message(curve, key, "MD5-SHA1", NULL, false);
    check_message(curve, key, "no such digest", NULL, false);
}

static void check_deterministic(const char *curve, EVP_PKEY *const key[NUM_SIDES])
{
    static const char *const digests[] = { "SHA1", "SHA224", "SHA256", "SHA384", "SHA512", "SHA3-256", "MD5" };
    static unsigned turn;

    for (unsigned type = 0; type < 4; type++) {
        OSSL_PARAM params[] = { OSSL_PARAM_construct_uint("nonce-type", &type), OSSL_PARAM_construct_end() };

        for (size_t i = 0; i < sizeof(digests) / sizeof(digests[0]); i++)
            if (is_turn(&turn, ONE_IN))
                check_message(curve, key, digests[i], params, type == 1 && is_release(3, 2));
    }
}

/* ---- signatures of digests ---- */

/* Sign digests of any length, with and without a named digest that fixes the length, and into too little room. */
static void check_prehashed(const char *curve, EVP_PKEY *const key[NUM_SIDES])
{
    static const char *const names[] = { NULL, "SHA256", "SHA512", "MDC2", "SHAKE128", "none" };
    uint8_t hash[MAX_HASH], signature[MAX_SIGNATURE];
    static unsigned turn;

    for (unsigned i = 0; i < 6 * 8; i++) {
        static const size_t lens[] = { 0, 1, 20, 32, 48, 64, 66, MAX_HASH };
        int ret[NUM_SIDES][6];

        if (!is_turn(&turn, ONE_IN))
            continue;
        random_bytes(&rnd, hash, sizeof(hash));
        for (int side = 0; side < NUM_SIDES; side++) {
            EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, key[side], BY(side)), *copy;
            OSSL_PARAM params[] = { OSSL_PARAM_construct_utf8_string("digest", (char *)names[i / 8], 0),
                                    OSSL_PARAM_construct_end() };
            size_t len = sizeof(signature), wanted = 0, small = 70;

            memset(ret[side], 0, sizeof(ret[side]));
            ret[side][0] = EVP_PKEY_sign_init(ctx);
            ret[side][1] = names[i / 8] == NULL ? 0 : EVP_PKEY_CTX_set_params(ctx, params);
            ret[side][2] = EVP_PKEY_sign(ctx, NULL, &wanted, hash, lens[i % 8]);
            copy = EVP_PKEY_CTX_dup(ctx);
            ret[side][3] = EVP_PKEY_sign(copy, signature, &len, hash, lens[i % 8]);
            ret[side][4] = EVP_PKEY_sign(ctx, signature + 80, &small, hash, lens[i % 8]) == 1; /* only P-256 may fit */
            EVP_PKEY_CTX_free(ctx);
            EVP_PKEY_CTX_free(copy);
            ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, key[1 - side], BY(1 - side));
            EVP_PKEY_verify_init(ctx);
            if (names[i / 8] != NULL)
                EVP_PKEY_CTX_set_params(ctx, params);
            ret[side][5] = ret[side][3] == 1 ? EVP_PKEY_verify(ctx, signature, len, hash, lens[i % 8]) : 0;
            EVP_PKEY_CTX_free(ctx);
            CHECK(ret[side][3] != 1 || ret[side][5] == 1, "%s: digest of %zu bytes signed by %s not verified", curve,
                  lens[i % 8], side_names[side]);
        }
        CHECK(memcmp(ret[0], ret[1], sizeof(ret[0])) == 0, "%s, %s, %zu bytes: %d%d%d%d%d%d and %d%d%d%d%d%d", curve,
              names[i / 8], lens[i % 8], ret[0][0], ret[0][1], ret[0][2], ret[0][3], ret[0][4], ret[0][5], ret[1][0],
              ret[1][1], ret[1][2], ret[1][3], ret[1][4], ret[1][5]);
    }
}

/* ---- encodings ---- */

/* Verify a valid signature with each byte changed and with every length, and encodings made by hand. */
static void check_encodings(const char *curve, EVP_PKEY *const key[NUM_SIDES])
{
    static const uint8_t made[][12] = {
        { 8, 0x30, 6, 2, 1, 1, 2, 1, 1 },
        { 8, 0x30, 6, 2, 1, 0, 2, 1, 1 },
        { 8, 0x30, 6, 2, 1, 0x80, 2, 1, 1 },
        { 9, 0x30, 7, 2, 2, 0, 1, 2, 1, 1 },
        { 7, 0x30, 5, 2, 0, 2, 1, 1 },
        { 9, 0x30, 0x81, 6, 2, 1, 1, 2, 1, 1 },
        { 10, 0x30, 0x82, 0, 6, 2, 1, 1, 2, 1, 1 },
        { 9, 0x30, 0x80, 2, 1, 1, 2, 1, 1, 0 },
        { 9, 0x30, 6, 2, 1, 1, 2, 1, 1, 0 },
        { 9, 0x30, 7, 2, 2, 0, 0x80, 2, 1, 1 },
        { 2, 0x30, 0 },
        { 0 },
        { 5, 0x30, 3, 2, 1, 1 },
        { 11, 0x30, 9, 2, 1, 1, 2, 1, 1, 2, 1, 1 },
        { 9, 0x30, 7, 2, 0x81, 1, 1, 2, 1, 1 },
        { 8, 0x31, 6, 2, 1, 1, 2, 1, 1 },
    };
    uint8_t text[5] = { 1, 2, 3 }, signature[MAX_SIGNATURE], altered[MAX_SIGNATURE + 1] = { 0 };
    const struct message m = { "SHA256", NULL, text, sizeof(text) };
    static unsigned turn;
    int verdict[NUM_SIDES];
    size_t len;

    if (!sign(DEFAULT, key[DEFAULT], &m, signature, &len))
        return;
    for (size_t i = 0; i < 2 * len + 1 + sizeof(made) / sizeof(made[0]); i++) {
        size_t given = i < len ? len : i - len;

        if (!is_turn(&turn, ONE_IN))
            continue;
        memcpy(altered, signature, sizeof(signature));
        if (i < len)
            altered[i] = (uint8_t)(i % 3 == 0 ? altered[i] + 1 : i % 3 == 1 ? altered[i] - 1 : altered[i] ^ 0x80);
        if (i > 2 * len) {
            given = made[i - 2 * len - 1][0];
            memcpy(altered, made[i - 2 * len - 1] + 1, given);
        }
        for (int side = 0; side < NUM_SIDES; side++)
            verdict[side] = verify(side, key[side], &m, altered, given);
        CHECK(verdict[0] == verdict[1], "%s: encoding %zu of %zu: %d and %d", curve, i, len, verdict[0], verdict[1]);
    }
}

/* ---- parameters of a context ---- */

static void check_parameters(const char *curve, EVP_PKEY *const key[NUM_SIDES], const struct names *digests)
{
    for (unsigned i = 0; i < digests->num; i++) {
        uint8_t id[NUM_SIDES][64] = { { 0 } };
        char name[NUM_SIDES][64] = { "", "" };
        size_t size[NUM_SIDES] = { 0 };
        OSSL_PARAM got[NUM_SIDES][4];
        const OSSL_PARAM *lists[4][NUM_SIDES];
        EVP_MD_CTX *ctx[NUM_SIDES];
        int ret[NUM_SIDES];

        for (int side = 0; side < NUM_SIDES; side++) {
            EVP_PKEY_CTX *p = NULL;

            ctx[side] = EVP_MD_CTX_new();
            got[side][0] = OSSL_PARAM_construct_octet_string("algorithm-id", id[side], sizeof(id[side]));
            got[side][1] = OSSL_PARAM_construct_utf8_string("digest", name[side], sizeof(name[side]));
            got[side][2] = OSSL_PARAM_construct_size_t("digest-size", &size[side]);
            got[side][3] = OSSL_PARAM_construct_end();
            ret[side] = EVP_DigestSignInit_ex(ctx[side], &p, digests->list[i], keys_lib, PREFER(side), key[side], NULL)
                            == 1
                        && EVP_PKEY_CTX_get_params(p, got[side]) == 1;
            lists[0][side] = EVP_PKEY_CTX_gettable_params(p);
            lists[1][side] = EVP_PKEY_CTX_settable_params(p);
            lists[2][side] = EVP_MD_CTX_gettable_params(ctx[side]);
            lists[3][side] = EVP_MD_CTX_settable_params(ctx[side]);
        }
        CHECK(ret[0] == ret[1], "%s, %s: parameters %d and %d", curve, digests->list[i], ret[0], ret[1]);
        CHECK(memcmp(id[0], id[1], sizeof(id[0])) == 0 && (!ret[0] || got[0][0].return_size == got[1][0].return_size),
              "%s, %s: algorithm-id", curve, digests->list[i]);
        CHECK(strcmp(name[0], name[1]) == 0 && size[0] == size[1], "%s: digest %s and %s, %zu and %zu", curve, name[0],
              name[1], size[0], size[1]);
        for (unsigned l = 0; l < 4 && ret[0] && ret[1]; l++)
            lists_compare(digests->list[i], lists[l][DEFAULT], lists[l][MODULE]);
        EVP_MD_CTX_free(ctx[0]);
        EVP_MD_CTX_free(ctx[1]);
    }
}

/* ---- signature names that include a digest (3.4) ---- */

#if OPENSSL_VERSION_PREREQ(3, 4)
static void check_sigalgs(const char *curve, EVP_PKEY *const key[NUM_SIDES])
{
    uint8_t text[MAX_TEXT], signature[MAX_SIGNATURE];

    random_bytes(&rnd, text, sizeof(text));
    for (size_t i = 0; i < 2 * sizeof(sigalgs) / sizeof(sigalgs[0]); i++)
        for (int signer = 0; signer < NUM_SIDES; signer++) {
            EVP_SIGNATURE *alg = EVP_SIGNATURE_fetch(keys_lib, sigalgs[i / 2], BY(signer));
            EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, key[signer], BY(signer));
            size_t len = sizeof(signature);
            int ok = EVP_PKEY_sign_message_init(ctx, alg, NULL) == 1
                     && (i % 2 != 0 ? EVP_PKEY_sign(ctx, signature, &len, text, 300) == 1
                                    : EVP_PKEY_sign_message_update(ctx, text, 100) == 1
                                          && EVP_PKEY_sign_message_update(ctx, text + 100, 200) == 1
                                          && EVP_PKEY_sign_message_final(ctx, signature, &len) == 1);

            CHECK(ok, "%s: %s does not sign as %s", curve, side_names[signer], sigalgs[i / 2]);
            EVP_PKEY_CTX_free(ctx);
            EVP_SIGNATURE_free(alg);
            for (int side = 0; side < NUM_SIDES; side++) {
                alg = EVP_SIGNATURE_fetch(keys_lib, sigalgs[i / 2], BY(side));
                ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, key[side], BY(side));
                ok = EVP_PKEY_verify_message_init(ctx, alg, NULL) == 1
                     && EVP_PKEY_CTX_set_signature(ctx, signature, len) == 1
                     && EVP_PKEY_verify_message_update(ctx, text, 300) == 1 && EVP_PKEY_verify_message_final(ctx) == 1
                     && EVP_PKEY_verify_message_init(ctx, alg, NULL) == 1
                     && EVP_PKEY_verify(ctx, signature, len, text, 300) == 1
                     && EVP_PKEY_verify(ctx, signature, len, text, 299) != 1;
                CHECK(ok, "%s: %s does not verify as %s", curve, side_names[side], sigalgs[i / 2]);
                EVP_PKEY_CTX_free(ctx);
                EVP_SIGNATURE_free(alg);
            }
        }
}
#else
static void check_sigalgs(const char *curve, EVP_PKEY *const key[NUM_SIDES])
{
    EVP_SIGNATURE *alg = EVP_SIGNATURE_fetch(keys_lib, sigalgs[2], BY(MODULE));

    (void)key;
    CHECK(alg == NULL, "%s: a name of later releases", curve);
    EVP_SIGNATURE_free(alg);
}
#endif

/* ---- processes and threads ---- */

static void check_fork(EVP_PKEY *key)
{
    const struct message m = { "SHA256", NULL, (const uint8_t *)"abc", 3 };
    uint8_t own[MAX_SIGNATURE], others[MAX_SIGNATURE] = { 0 };
    size_t len, others_len;
    int ends[2], status;
    pid_t child;

    if (pipe(ends) != 0 || (child = fork()) < 0) {
        fail("%s", "no child process");
        return;
    }
    sign(MODULE, key, &m, own, &len);
    if (child == 0)
        _exit(write(ends[1], own, len) != (ssize_t)len);
    waitpid(child, &status, 0);
    others_len = (size_t)read(ends[0], others, sizeof(others));
    close(ends[0]);
    close(ends[1]);
    CHECK(status == 0 && verify(MODULE, key, &m, others, others_len) == 1, "a child's signature, status %d", status);
    CHECK(memcmp(own + 4, others + 4, 20) != 0, "%s", "parent and child have the same nonce");
}

static void *work(void *arg)
{
    EVP_PKEY *key = arg;
    uint8_t text[64], signature[MAX_SIGNATURE];
    size_t len, wrong = 0;

    for (unsigned i = 0; i < 50; i++) {
        const struct message m = { i % 3 == 0 ? "SHA512" : "SHA256", NULL, text, sizeof(text) };

        memset(text, (int)i, sizeof(text));
        wrong += !sign(MODULE, key, &m, signature, &len) || verify(i & 1, key, &m, signature, len) != 1;
        wrong += i2d_PUBKEY(key, NULL) <= 0;
    }
    return (void *)wrong;
}

static void check_threads(EVP_PKEY *key)
{
    pthread_t thread[NUM_THREADS];
    void *wrong;

    for (unsigned i = 0; i < NUM_THREADS; i++)
        if (pthread_create(&thread[i], NULL, work, key) != 0)
            fail("%s", "no thread");
    for (unsigned i = 0; i < NUM_THREADS; i++) {
        pthread_join(thread[i], &wrong);
        CHECK(wrong == NULL, "%zu wrong in a thread", (size_t)wrong);
    }
}

/* A parameter that ECDSA does not have changes nothing, neither within a message nor beside a length of the digest. */
static void check_unknown_parameters(const char *curve, EVP_PKEY *const key[NUM_SIDES])
{
    const OSSL_PARAM unknown[] = { OSSL_PARAM_utf8_string("unknown", (char *)"?", 1), OSSL_PARAM_END };
    uint8_t text[MAX_HASH] = { 9 }, signature[MAX_SIGNATURE];
    size_t size = 20;
    const OSSL_PARAM sized[] = { OSSL_PARAM_size_t(OSSL_SIGNATURE_PARAM_DIGEST_SIZE, &size), OSSL_PARAM_END };

    for (int side = 0; side < NUM_SIDES; side++) {
        EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, key[side], PREFER(side));
        EVP_MD_CTX *md = EVP_MD_CTX_new();
        size_t len = sizeof(signature);

        CHECK(EVP_DigestSignInit_ex(md, NULL, "SHA256", keys_lib, PREFER(side), key[side], NULL) == 1
                  && EVP_DigestSignUpdate(md, text, sizeof(text)) == 1
                  && EVP_PKEY_CTX_set_params(EVP_MD_CTX_get_pkey_ctx(md), unknown) == 1
                  && EVP_DigestSignFinal(md, signature, &len) == 1,
              "%s: %s refuses an unknown parameter within a message", curve, side_names[side]);
        CHECK(EVP_PKEY_sign_init_ex(ctx, sized) == 1 && EVP_PKEY_CTX_set_params(ctx, unknown) == 1, "%s: parameters",
              curve);
        for (size_t n = 19; n <= 21; n++) {
            len = sizeof(signature);
            CHECK((EVP_PKEY_sign(ctx, signature, &len, text, n) == 1) == (n == size), "%s: %s, a digest of %zu bytes",
                  curve, side_names[side], n);
        }
        EVP_MD_CTX_free(md);
        EVP_PKEY_CTX_free(ctx);
    }
    ERR_clear_error();
}

static void check_curve(const char *curve, const struct names *digests)
{
    EVP_PKEY *key[NUM_SIDES] = { ec_generate(DEFAULT, curve), NULL };

    key[MODULE] = key_move(MODULE, "EC", key[DEFAULT]);
    check_message(curve, key, "SHA256", NULL, false);
    if (ec_is_chosen(curve) || ec_is_fast(curve)) {
        check_deterministic(curve, key);
        check_encodings(curve, key);
    }
    if (ec_is_chosen(curve)) {
        check_digests(curve, key, digests);
        check_prehashed(curve, key);
        check_parameters(curve, key, digests);
        check_unknown_parameters(curve, key);
        check_sigalgs(curve, key);
        check_fork(key[MODULE]);
        check_threads(key[MODULE]);
    }
    keys_free(key);
}

int main(int argc, char **argv)
{
    struct harness h;
    struct names curves, digests;

    (void)argc, (void)argv;
    keys_open(&h, "EC");
    ec_curves(&curves);
    names_of_digests(&digests, &h);
    for (unsigned i = 0; i < curves.num && failures < 20; i++)
        if (strcmp(curves.list[i], "SM2") != 0)
            check_curve(curves.list[i], &digests);
    printf("%u curves, %u failures\n", curves.num, failures);
    names_free(&curves);
    names_free(&digests);
    harness_close(&h);
    return failures != 0;
}
