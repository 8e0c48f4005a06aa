/* DSA: compare the module with the default provider by the same calls on the same keys, in one library context. */
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/x509.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ffc_keys.h"
#include "vector.h"

enum { MAX_SIG = 80, MAX_TEXT = 600, NUM_THREADS = 4 };

static OSSL_LIB_CTX *lib;
static struct random rnd = { 1991 };

static unsigned is_release(unsigned major, unsigned minor)
{
    return OPENSSL_version_major() > major || (OPENSSL_version_major() == major && OPENSSL_version_minor() >= minor);
}

/* ---- keys ---- */

static const char *const groups[] = { "dh_1024_160", "dh_2048_224", "dh_2048_256" };

/* Generate one key with the provider `by`, and give it to both. */
static void make_keys(EVP_PKEY *key[NUM_SIDES], const char *group, int by)
{
    struct ffc_numbers n;
    EVP_PKEY *template;

    ffc_numbers_of_group(lib, &n, group);
    template = ffc_from_numbers(lib, by, "DSA", &n);
    key[by] = ffc_generate_like(lib, by, template);
    CHECK(key[by] != NULL, "%s: no key by %s", group, side_names[by]);
    key[1 - by] = ffc_moved(lib, 1 - by, "DSA", key[by]);
    CHECK(key[1 - by] != NULL, "%s: key not moved from %s", group, side_names[by]);
    CHECK(ffc_is_module(key[MODULE]) && !ffc_is_module(key[DEFAULT]), "%s: whose keys are these?", group);
    EVP_PKEY_free(template);
    ffc_numbers_free(&n);
}

static void check_keys(void)
{
    for (unsigned i = 0; i < 6; i++) {
        EVP_PKEY *key[NUM_SIDES], *copy[NUM_SIDES];

        make_keys(key, groups[i % 3], (int)(i / 3));
        ffc_compare(lib, groups[i % 3], key);
        for (int side = 0; side < NUM_SIDES; side++)
            copy[side] = EVP_PKEY_dup(key[side]);
        ffc_compare(lib, "copies", copy);
        ffc_free_pair(copy);
        ffc_free_pair(key);
    }
}

/* The default provider generates small parameters in each way; the module generates a pair from them. */
static void check_generated_parameters(void)
{
    static const char *const types[] = { "fips186_4", "fips186_2", "default" };

    for (unsigned i = 0; i < 3; i++) {
        size_t p_bits = 1024, q_bits = 160;
        OSSL_PARAM params[] = { OSSL_PARAM_utf8_string("type", (char *)types[i], strlen(types[i])),
                                OSSL_PARAM_size_t("pbits", &p_bits), OSSL_PARAM_size_t("qbits", &q_bits),
                                OSSL_PARAM_END };
        EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, "DSA", BY(MODULE));
        EVP_PKEY *made = NULL, *key[NUM_SIDES];

        CHECK(EVP_PKEY_paramgen_init(ctx) == 1 && EVP_PKEY_CTX_set_params(ctx, params) == 1
                  && EVP_PKEY_paramgen(ctx, &made) == 1,
              "%s: no parameters", types[i]);
        EVP_PKEY_CTX_free(ctx);
        key[MODULE] = ffc_generate_like(lib, MODULE, made);
        CHECK(key[MODULE] != NULL, "%s: no pair", types[i]);
        key[DEFAULT] = ffc_moved(lib, DEFAULT, "DSA", key[MODULE]);
        ffc_compare(lib, types[i], key);
        EVP_PKEY_free(made);
        ffc_free_pair(key);
    }
}

/* ---- signatures ---- */

struct text {
    const char *digest;
    const uint8_t *bytes;
    size_t len;
    unsigned nonce_type;
};

static OSSL_PARAM *nonce_params(OSSL_PARAM params[2], const struct text *t)
{
    params[0] = OSSL_PARAM_construct_uint("nonce-type", (unsigned *)&t->nonce_type);
    params[1] = OSSL_PARAM_construct_end();
    return t->nonce_type == 0 ? NULL : params;
}

static int sign(int side, EVP_PKEY *key, const struct text *t, uint8_t sig[MAX_SIG], size_t *len)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new(), *copy = EVP_MD_CTX_new();
    OSSL_PARAM params[2];
    size_t room = 0;
    int ret = EVP_DigestSignInit_ex(ctx, NULL, t->digest, lib, BY(side), key, nonce_params(params, t));

    *len = 0;
    if (ret == 1) {
        ret = EVP_DigestSignUpdate(ctx, t->bytes, t->len / 2) == 1 && EVP_MD_CTX_copy_ex(copy, ctx) == 1
              && EVP_DigestSignUpdate(copy, t->bytes + t->len / 2, t->len - t->len / 2) == 1
              && EVP_DigestSignFinal(copy, NULL, &room) == 1 && room <= MAX_SIG;
        *len = room;
        ret = ret && EVP_DigestSignFinal(copy, sig, len) == 1;
    }
    EVP_MD_CTX_free(ctx);
    EVP_MD_CTX_free(copy);
    return ret;
}

static int verify(int side, EVP_PKEY *key, const struct text *t, const uint8_t *sig, size_t len)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    int ret = EVP_DigestVerifyInit_ex(ctx, NULL, t->digest, lib, BY(side), key, NULL);

    if (ret == 1)
        ret = EVP_DigestVerify(ctx, sig, len, t->bytes, t->len);
    EVP_MD_CTX_free(ctx);
    return ret;
}

/* Both providers return the same verdict and error for these bytes, whatever they are. */
static void compare_verdicts(EVP_PKEY *const key[NUM_SIDES], const struct text *t, const uint8_t *sig, size_t len,
                             const char *what)
{
    int verdict[NUM_SIDES];
    unsigned reason[NUM_SIDES];

    for (int side = 0; side < NUM_SIDES; side++) {
        ERR_clear_error();
        verdict[side] = verify(side, key[side], t, sig, len);
        reason[side] = ffc_reason();
    }
    CHECK(verdict[0] == verdict[1] && reason[0] == reason[1], "%s: verdicts %d (%u) and %d (%u)", what, verdict[0],
          reason[0], verdict[1], reason[1]);
}

static void compare_altered(EVP_PKEY *const key[NUM_SIDES], const struct text *t, const uint8_t *sig, size_t len)
{
    uint8_t altered[MAX_SIG + 2] = { 0 };

    for (size_t i = 0; i < len; i++) {
        memcpy(altered, sig, len);
        altered[i] ^= (uint8_t)(1u << random_below(&rnd, 8));
        compare_verdicts(key, t, altered, len, "altered");
    }
    memcpy(altered, sig, len);
    compare_verdicts(key, t, altered, len - 1, "short");
    compare_verdicts(key, t, altered, len + 1, "long");
    compare_verdicts(key, t, altered, 0, "empty");
}

/* Signatures by each provider are valid for both; with deterministic nonces they are equal. */
static void compare_signatures(EVP_PKEY *const key[NUM_SIDES], const struct text *t, int with_altered)
{
    uint8_t sig[NUM_SIDES][MAX_SIG];
    size_t len[NUM_SIDES];
    unsigned reason[NUM_SIDES];
    int ret[NUM_SIDES];

    for (int side = 0; side < NUM_SIDES; side++) {
        ERR_clear_error();
        ret[side] = sign(side, key[side], t, sig[side], &len[side]);
        reason[side] = ffc_reason();
    }
    CHECK(ret[0] == ret[1] && reason[0] == reason[1], "%s: signing returns %d (%u) and %d (%u)", t->digest, ret[0],
          reason[0], ret[1], reason[1]);
    if (ret[0] != 1 || ret[1] != 1)
        return;
    for (int by = 0; by < NUM_SIDES; by++)
        for (int side = 0; side < NUM_SIDES; side++)
            CHECK(verify(side, key[side], t, sig[by], len[by]) == 1, "%s: signature by %s refused by %s", t->digest,
                  side_names[by], side_names[side]);
    if (t->nonce_type == 1)
        CHECK(len[0] == len[1] && memcmp(sig[0], sig[1], len[0]) == 0, "%s: deterministic signatures differ",
              t->digest);
    if (with_altered)
        compare_altered(key, t, sig[MODULE], len[MODULE]);
}

static void check_signatures(void)
{
    static const char *const digests[] = {
        "SHA1",     "SHA224",   "SHA256", "SHA384", "SHA512",   "SHA512-224", "SHA512-256", "SHA3-224", "SHA3-256",
        "SHA3-384", "SHA3-512", "MD5",    "SM3",    "SHAKE128", "BLAKE2B512", "nonsense",   "",         NULL,
    };
    uint8_t text[MAX_TEXT];

    for (unsigned g = 0; g < 3; g++) {
        EVP_PKEY *key[NUM_SIDES];

        make_keys(key, groups[g], (int)g % 2);
        for (unsigned i = 0; i < sizeof(digests) / sizeof(digests[0]); i++) {
            struct text t = { digests[i], text, random_below(&rnd, MAX_TEXT), 0 };

            random_bytes(&rnd, text, t.len);
            compare_signatures(key, &t, i % 7 == g);
            t.nonce_type = is_release(3, 2);
            compare_signatures(key, &t, 0);
        }
        ffc_free_pair(key);
    }
}

/* ---- signatures of digests ---- */

static int sign_digest(int side, EVP_PKEY *key, const char *digest, const uint8_t *bytes, size_t bytes_len,
                       uint8_t *sig, size_t *len)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(lib, key, BY(side)), *copy = NULL;
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string("digest", (char *)digest, digest == NULL ? 0 : strlen(digest)),
                            OSSL_PARAM_END };
    int ret = EVP_PKEY_sign_init(ctx) == 1 && (digest == NULL || EVP_PKEY_CTX_set_params(ctx, params) == 1);

    if (ret)
        copy = EVP_PKEY_CTX_dup(ctx);
    ret = ret && EVP_PKEY_sign(copy, sig, len, bytes, bytes_len) == 1;
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_CTX_free(copy);
    return ret;
}

static int verify_digest(int side, EVP_PKEY *key, const uint8_t *bytes, size_t bytes_len, const uint8_t *sig,
                         size_t len)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(lib, key, BY(side));
    int ret = EVP_PKEY_verify_init(ctx) == 1 ? EVP_PKEY_verify(ctx, sig, len, bytes, bytes_len) : -9;

    EVP_PKEY_CTX_free(ctx);
    return ret;
}

/* Without a named digest, any length is signed, with one only its own; also test too little room. */
static void check_digests(void)
{
    static const char *const digests[] = { NULL, "SHA256", "MD5", "SHA1" };
    uint8_t bytes[100], sig[NUM_SIDES][MAX_SIG];
    EVP_PKEY *key[NUM_SIDES];

    make_keys(key, "dh_2048_256", MODULE);
    random_bytes(&rnd, bytes, sizeof(bytes));
    for (unsigned i = 0; i < 4; i++)
        for (size_t n = 1; n < sizeof(bytes); n += n == 20 ? 1 : 11)
            for (size_t room = MAX_SIG - (i == 0 ? 0 : 8); room >= 70; room -= 2) {
                size_t len[NUM_SIDES] = { room, room };
                int ret[NUM_SIDES];

                for (int side = 0; side < NUM_SIDES; side++)
                    ret[side] = sign_digest(side, key[side], digests[i], bytes, n, sig[side], &len[side]);
                CHECK(ret[0] == ret[1], "%zu bytes as %s into %zu: %d and %d", n, digests[i], room, ret[0], ret[1]);
                for (int side = 0; side < NUM_SIDES && ret[0] && ret[1] && room >= MAX_SIG - 8; side++)
                    CHECK(verify_digest(side, key[side], bytes, n, sig[1 - side], len[1 - side]) == 1,
                          "%zu bytes: refused", n);
                ERR_clear_error();
            }
    ffc_free_pair(key);
}

/* Two valid signatures of the same digest show whether they used the same nonce. */
static void check_nonces(void)
{
    uint8_t sig[2][MAX_SIG], bytes[32] = { 1 };
    size_t len[2] = { MAX_SIG, MAX_SIG };
    EVP_PKEY *key[NUM_SIDES];
    int ends[2], status;
    pid_t child;

    make_keys(key, "dh_2048_224", MODULE);
    CHECK(sign_digest(MODULE, key[MODULE], NULL, bytes, 32, sig[0], &len[0]), "%s", "no signature before the fork");
    if (pipe(ends) != 0 || (child = fork()) < 0) {
        fail("%s", "no fork");
        return;
    }
    len[0] = len[1] = MAX_SIG;
    memset(sig, 0, sizeof(sig));
    if (child == 0) {
        int ok = sign_digest(MODULE, key[MODULE], NULL, bytes, 32, sig[0], &len[0])
                 && write(ends[1], sig[0], MAX_SIG) == MAX_SIG;

        _exit(!ok);
    }
    CHECK(sign_digest(MODULE, key[MODULE], NULL, bytes, 32, sig[1], &len[1]), "%s", "no signature in the parent");
    CHECK(read(ends[0], sig[0], MAX_SIG) == MAX_SIG && waitpid(child, &status, 0) == child && status == 0, "%s",
          "no child");
    CHECK(memcmp(sig[0] + 4, sig[1] + 4, 24) != 0, "%s", "parent and child sign with the same nonce");
    close(ends[0]);
    close(ends[1]);
    ffc_free_pair(key);
}

/* ---- many threads, one key ---- */

static void *use(void *arg)
{
    EVP_PKEY *key = arg;
    const uint8_t bytes[32] = { 7 };
    uint8_t sig[MAX_SIG];
    uintptr_t bad = 0;

    for (unsigned i = 0; i < 12; i++) {
        size_t len = MAX_SIG;

        bad += !sign_digest(MODULE, key, NULL, bytes, 32, sig, &len)
               || verify_digest(MODULE, key, bytes, 32, sig, len) != 1;
    }
    return (void *)bad;
}

static void check_threads(void)
{
    pthread_t threads[NUM_THREADS];
    EVP_PKEY *key[NUM_SIDES];

    make_keys(key, "dh_1024_160", DEFAULT);
    for (unsigned i = 0; i < NUM_THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, use, key[MODULE]) == 0, "%s", "no thread");
    for (unsigned i = 0; i < NUM_THREADS; i++) {
        void *bad = NULL;

        pthread_join(threads[i], &bad);
        CHECK(bad == NULL, "thread %u: a signature failed", i);
    }
    ffc_free_pair(key);
}

/* ---- keys that the module passes to the default provider, and invalid keys ---- */

static void compare_odd(const char *what, struct ffc_numbers *n)
{
    static const uint8_t text[] = "text";
    const struct text t = { "SHA256", text, 4, 0 };
    EVP_PKEY *key[NUM_SIDES];

    for (int side = 0; side < NUM_SIDES; side++)
        key[side] = ffc_from_numbers(lib, side, "DSA", n);
    CHECK((key[0] == NULL) == (key[1] == NULL), "%s: only one provider accepts the key", what);
    if (key[0] != NULL && key[1] != NULL) {
        uint8_t sig[NUM_SIDES][4096];
        size_t len[NUM_SIDES] = { 4096, 4096 };
        int ret[NUM_SIDES];

        for (int side = 0; side < NUM_SIDES; side++) {
            ERR_clear_error();
            ret[side] = sign_digest(side, key[side], NULL, text, 4, sig[side], &len[side]) * 10000 + (int)ffc_reason();
        }
        CHECK(ret[0] == ret[1], "%s: signing returns %d and %d", what, ret[0], ret[1]);
        for (int by = 0; by < NUM_SIDES && ret[0] >= 10000; by++)
            CHECK(verify_digest(DEFAULT, key[DEFAULT], text, 4, sig[by], len[by])
                      == verify_digest(MODULE, key[MODULE], text, 4, sig[by], len[by]),
                  "%s: verdicts differ", what);
        compare_verdicts(key, &t, (const uint8_t *)"\x30\x06\x02\x01\x01\x02\x01\x01", 8, what);
        compare_verdicts(key, &t, (const uint8_t *)"\x30\x06\x02\x01\x00\x02\x01\x01", 8, what);
    }
    ffc_free_pair(key);
    ERR_clear_error();
}

static void check_odd_keys(void)
{
    struct ffc_numbers n, safe;
    EVP_PKEY *key[NUM_SIDES];
    BIGNUM *kept;

    make_keys(key, "dh_1024_160", MODULE);
    ffc_numbers_of_key(&n, key[MODULE]);
    ffc_free_pair(key);
    compare_odd("as it is", &n);
    kept = n.priv;
    n.priv = NULL;
    compare_odd("public", &n);
    n.priv = BN_dup(n.q);
    compare_odd("x = q", &n);
    BN_set_word(n.priv, 0);
    compare_odd("x = 0", &n);
    BN_free(n.priv);
    n.priv = kept;
    BN_add(n.pub, n.pub, n.p);
    compare_odd("y above p", &n);
    BN_sub(n.pub, n.pub, n.p);
    BN_add_word(n.q, 1);
    compare_odd("even q", &n);
    BN_sub_word(n.q, 1);
    BN_lshift(n.q, n.q, 1);
    compare_odd("q of 161 bits", &n);
    BN_rshift1(n.q, n.q);
    BN_set_word(n.g, 1);
    compare_odd("g = 1", &n);
    ffc_numbers_of_group(lib, &safe, "modp_1536");
    safe.priv = BN_dup(n.priv);
    safe.pub = BN_dup(n.pub);
    compare_odd("a safe prime", &safe);
    ffc_numbers_free(&safe);
    ffc_numbers_free(&n);
}

/* ---- signature names that include a digest: 3.4 and later ---- */

#if OPENSSL_VERSION_NUMBER >= 0x30400000L
static EVP_PKEY_CTX *context(int side, EVP_PKEY *key, const char *name, EVP_SIGNATURE **algorithm)
{
    *algorithm = EVP_SIGNATURE_fetch(lib, name, BY(side));
    CHECK(*algorithm != NULL, "%s: no such name", name);
    return EVP_PKEY_CTX_new_from_pkey(lib, key, BY(side));
}

/* Sign the message at once, in pieces, or as a digest; len 0: sign nothing. */
static int sign_named(int side, EVP_PKEY *key, const char *name, unsigned way, const uint8_t *bytes, size_t len,
                      uint8_t *sig, size_t *sig_len)
{
    EVP_SIGNATURE *a;
    EVP_PKEY_CTX *ctx = context(side, key, name, &a);
    int ret = way == 2 ? EVP_PKEY_sign_init_ex2(ctx, a, NULL) : EVP_PKEY_sign_message_init(ctx, a, NULL);

    if (ret == 1 && way == 1)
        ret = EVP_PKEY_sign_message_update(ctx, bytes, len / 3) == 1
              && EVP_PKEY_sign_message_update(ctx, bytes + len / 3, len - len / 3) == 1
              && EVP_PKEY_sign_message_final(ctx, sig, sig_len) == 1;
    else if (ret == 1)
        ret = EVP_PKEY_sign(ctx, sig, sig_len, bytes, len);
    EVP_PKEY_CTX_free(ctx);
    EVP_SIGNATURE_free(a);
    return ret;
}

static int verify_named(int side, EVP_PKEY *key, const char *name, unsigned way, const uint8_t *bytes, size_t len,
                        const uint8_t *sig, size_t sig_len)
{
    EVP_SIGNATURE *a;
    EVP_PKEY_CTX *ctx = context(side, key, name, &a);
    int ret = way == 2 ? EVP_PKEY_verify_init_ex2(ctx, a, NULL) : EVP_PKEY_verify_message_init(ctx, a, NULL);

    if (ret == 1 && way == 1)
        ret = EVP_PKEY_CTX_set_signature(ctx, sig, sig_len) == 1
              && EVP_PKEY_verify_message_update(ctx, bytes, len / 3) == 1
              && EVP_PKEY_verify_message_update(ctx, bytes + len / 3, len - len / 3) == 1
              && EVP_PKEY_verify_message_final(ctx) == 1;
    else if (ret == 1)
        ret = EVP_PKEY_verify(ctx, sig, sig_len, bytes, len);
    EVP_PKEY_CTX_free(ctx);
    EVP_SIGNATURE_free(a);
    return ret;
}

static void check_named(void)
{
    static const struct {
        const char *name;
        size_t len;
    } names[] = {
        { "DSA-SHA1", 20 },     { "DSA-SHA224", 28 },   { "DSA-SHA256", 32 },
        { "DSA-SHA384", 48 },   { "DSA-SHA512", 64 },   { "DSA-SHA3-224", 28 },
        { "DSA-SHA3-256", 32 }, { "DSA-SHA3-384", 48 }, { "DSA-SHA3-512", 64 },
    };
    uint8_t text[300], sig[MAX_SIG];
    EVP_PKEY *key[NUM_SIDES];

    make_keys(key, "dh_2048_256", MODULE);
    random_bytes(&rnd, text, sizeof(text));
    for (unsigned i = 0; i < 9 * 3; i++) {
        const char *name = names[i / 3].name;
        size_t len = i % 3 == 2 ? names[i / 3].len : sizeof(text);

        for (int by = 0; by < NUM_SIDES; by++) {
            size_t sig_len = MAX_SIG, none = MAX_SIG;

            CHECK(sign_named(by, key[by], name, i % 3, text, len, sig, &sig_len) == 1, "%s: no signature, way %u", name,
                  i % 3);
            for (int side = 0; side < NUM_SIDES; side++) {
                CHECK(verify_named(side, key[side], name, i % 3, text, len, sig, sig_len) == 1, "%s: refused, way %u",
                      name, i % 3);
                CHECK(verify_named(side, key[side], name, i % 3, text, len - 1, sig, sig_len) != 1,
                      "%s: accepted, way %u", name, i % 3);
            }
            if (i % 3 == 2)
                CHECK(sign_named(by, key[by], name, 2, text, len + 1, sig, &none) != 1, "%s: a digest of %zu bytes",
                      name, len + 1);
        }
        ERR_clear_error();
    }
    ffc_free_pair(key);
}
#endif

/* ---- a certificate, whose AlgorithmIdentifier the module provides ---- */

static void check_certificate(void)
{
    X509 *certificate = X509_new_ex(lib, BY(MODULE));
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    EVP_PKEY *key[NUM_SIDES];
    const X509_ALGOR *signed_with;

    make_keys(key, "dh_2048_256", MODULE);
    CHECK(X509_set_pubkey(certificate, key[MODULE]) == 1
              && EVP_DigestSignInit_ex(ctx, NULL, "SHA256", lib, BY(MODULE), key[MODULE], NULL) == 1
              && X509_sign_ctx(certificate, ctx) > 0,
          "%s", "no certificate");
    X509_get0_signature(NULL, &signed_with, certificate);
    CHECK(OBJ_obj2nid(signed_with->algorithm) == NID_dsa_with_SHA256, "%s", "AlgorithmIdentifier");
    for (int side = 0; side < NUM_SIDES; side++)
        CHECK(X509_verify(certificate, key[side]) == 1, "%s: certificate not verified", side_names[side]);
    EVP_MD_CTX_free(ctx);
    X509_free(certificate);
    ffc_free_pair(key);
}

int main(int argc, char **argv)
{
    struct harness h;
    EVP_KEYMGMT *keymgmt;

    (void)argc, (void)argv;
    harness_open(&h);
    lib = h.lib[MODULE];
    keymgmt = EVP_KEYMGMT_fetch(lib, "DSA", "provider=afterburner");
    if (keymgmt == NULL) {
        puts("not offered at this level");
        return SKIPPED;
    }
    EVP_KEYMGMT_free(keymgmt);
    check_keys();
    check_generated_parameters();
    check_signatures();
    check_digests();
    check_nonces();
    check_threads();
    check_odd_keys();
    check_certificate();
#if OPENSSL_VERSION_NUMBER >= 0x30400000L
    check_named();
#endif
    ERR_clear_error();
    harness_close(&h);
    printf("%u failures\n", failures);
    return failures != 0;
}
