/*
 * The known-answer test at first use finds a level whose kernels compute wrong results: the next lower level is used
 * and the report says so, and no wrong byte is returned. If every level is broken, there is an error and no output at
 * all. The same holds for hash functions and their implementations, for the MACs and KDFs built on either, for ChaCha20
 * and Poly1305, and for RSA and the methods of powers.
 *
 * The broken kernels are those of faulty_kernels.c, in the module afterburner_faulty.
 */
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cpu/policy.h"
#include "crypto/bignum/bignum.h"
#include "crypto/implementation.h"
#include "message.h"
#include "sample.h"

#define LEVELS_512 "gfni512,vaes512"
#define ALL_LEVELS LEVELS_512 ",vaes256,aesni"

static bool hits_all(const struct cipher *c)
{
    (void)c;
    return true;
}

static bool hits_ctr(const struct cipher *c)
{
    int mode = EVP_CIPHER_get_mode(c->cipher[DEFAULT]);

    return mode == EVP_CIPH_CTR_MODE || mode == EVP_CIPH_SIV_MODE; /* SIV encrypts with CTR */
}

/* Modes that use the inverse cipher. */
static bool hits_decryption(const struct cipher *c)
{
    int mode = EVP_CIPHER_get_mode(c->cipher[DEFAULT]);

    return mode == EVP_CIPH_ECB_MODE || mode == EVP_CIPH_CBC_MODE || mode == EVP_CIPH_XTS_MODE
           || mode == EVP_CIPH_OCB_MODE || mode == EVP_CIPH_WRAP_MODE;
}

/* The faults, and the modes whose results each can change. */
static const struct fault {
    const char *part;
    bool (*hits)(const struct cipher *c);
} faults[] = {
    { "encrypt", hits_all },
    { "decrypt", hits_decryption },
    { "ctr", hits_ctr },
};

struct faulty {
    OSSL_LIB_CTX *lib;
    OSSL_PROVIDER *prov;
};

static struct faulty open_faulty(const char *levels, const char *part)
{
    struct faulty f;

    setenv("AB_FAULTY_LEVELS", levels, 1);
    setenv("AB_FAULTY_PART", part, 1);
    f.lib = open_module("afterburner_faulty", "log = error", &f.prov);
    if (f.lib == NULL) {
        ERR_print_errors_fp(stdout);
        exit(1);
    }
    return f;
}

static void close_faulty(struct faulty *f)
{
    OSSL_PROVIDER_unload(f->prov);
    OSSL_LIB_CTX_free(f->lib);
}

/* Open the module with this variable of faulty_kernels.c set to a number, and its AES sound. */
static struct faulty open_broken(const char *variable, unsigned num_broken)
{
    char text[8];

    snprintf(text, sizeof(text), "%u", num_broken);
    setenv(variable, text, 1);
    return open_faulty("", "encrypt");
}

/* Seal messages with the default provider and with the faulty module, and compare the bytes. */
static bool bytes_are_right(const struct cipher *c, const struct faulty *f)
{
    static struct message m, other;
    struct cipher faulty = *c;
    struct random rnd = { 99 };
    bool same = true;

    faulty.cipher[DEFAULT] = EVP_CIPHER_fetch(f->lib, c->name, NULL);
    if (faulty.cipher[DEFAULT] == NULL)
        return false;
    for (unsigned i = 0; i < 20; i++) {
        message_make(&m, c, &rnd, TWIN_MAX_IN - 64);
        memcpy(&other, &m, sizeof(m));
        if (message_seal(&m, c) != message_seal(&other, &faulty) || memcmp(&m, &other, sizeof(m)) != 0)
            same = false;
    }
    EVP_CIPHER_free(faulty.cipher[DEFAULT]);
    return same;
}

/* What serves while nothing is broken. AES woven with SHA and ARIA have lists of their own. */
static const char *usual_level(const struct cipher *c)
{
    enum ab_family family = strstr(c->name, "-CBC-HMAC-") != NULL ? AB_FAMILY_AES_CBC_HMAC_SHA1
                            : cipher_is_aria(c)                   ? AB_FAMILY_ARIA_ECB
                                                                  : AB_FAMILY_AES_ECB;
    struct ab_implementation implementation;
    const char *reason;
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    ab_cpu_apply_policy(&cpu, &reason);
    ab_family_get(family, ab_family_first(family, &cpu), &implementation);
    return implementation.needs.name;
}

static void check_demoted(const struct cipher *c, const struct faulty *f, const char *broken, const char *next,
                          bool hit)
{
    const char *usual = usual_level(c);
    char line[REPORT_LINE], want[64];

    hit = hit && strstr(broken, usual) != NULL;
    if (!bytes_are_right(c, f))
        fail("%s: wrong bytes with %s broken", c->name, broken);
    read_report(f->prov, c->name, line);
    snprintf(want, sizeof(want), "served\t%s\t", hit ? next : usual);
    if (strstr(line, want) == NULL || (hit && strstr(line, "demoted") == NULL))
        fail("%s: with %s broken the report says \"%s\"", c->name, broken, line);
}

/* Empty the error queue. Returns whether one of its errors names the self test. */
static bool self_test_is_blamed(void)
{
    bool found = false;
    unsigned long code;
    char text[256];

    while ((code = ERR_get_error()) != 0) {
        ERR_error_string_n(code, text, sizeof(text));
        found = found || strstr(text, "self test") != NULL;
    }
    return found;
}

/*
 * Returns the number of the first implementation after num_broken ones that this processor can run, or
 * AB_NO_IMPLEMENTATION.
 */
static unsigned find_next(enum ab_family family, unsigned num_broken)
{
    struct ab_implementation implementation;
    const char *reason;
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    ab_cpu_apply_policy(&cpu, &reason);
    for (unsigned i = 0; ab_family_get(family, i, &implementation); i++)
        if (i >= num_broken && ab_cpu_has(&cpu, &implementation.needs))
            return i;
    return AB_NO_IMPLEMENTATION;
}

/* The report names implementation number i of the family. */
static void check_served(const char *name, const struct faulty *f, enum ab_family family, unsigned i)
{
    bool is_demoted = i != find_next(family, 0);
    struct ab_implementation implementation;
    char line[REPORT_LINE], want[64];

    ab_family_get(family, i, &implementation);
    read_report(f->prov, name, line);
    snprintf(want, sizeof(want), "served\t%s\t", implementation.needs.name);
    if (strstr(line, want) == NULL || (strstr(line, "demoted") != NULL) != is_demoted)
        fail("%s: with %s to serve the report says \"%s\"", name, implementation.needs.name, line);
}

static void check_reported_failed(const struct faulty *f, const char *name)
{
    char line[REPORT_LINE];

    read_report(f->prov, name, line);
    if (strstr(line, "failed\tnone\t") == NULL)
        fail("%s: with everything broken the report says \"%s\"", name, line);
}

/* The context cannot be used, an error names the cause, and nothing is written. */
static void check_out_of_service(const struct cipher *c, const struct faulty *f)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(f->lib, c->name, NULL);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    uint8_t key[64], out[64], untouched[64];
    int len = 0, ok;

    for (unsigned i = 0; i < sizeof(key); i++)
        key[i] = (uint8_t)i;
    memset(out, 0xa5, sizeof(out));
    memcpy(untouched, out, sizeof(out));
    ERR_clear_error();
    EVP_CIPHER_CTX_set_flags(ctx, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
    ok = cipher != NULL && EVP_EncryptInit_ex2(ctx, cipher, key, key, NULL)
         && EVP_EncryptUpdate(ctx, out, &len, key, 32);
    if (ok || memcmp(out, untouched, sizeof(out)) != 0)
        fail("%s: works with every level broken", c->name);
    if (!self_test_is_blamed())
        fail("%s: no error names the self test", c->name);
    check_reported_failed(f, c->name);
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cipher);
}

/* ---- MACs and KDFs ---- */

enum expected { WORKS, REFUSES, EITHER }; /* EITHER: works or refuses, but never returns a wrong byte */

enum { MESSAGE = 300 };

/* Compare the default provider's output with the faulty module's, which was all zero before. */
static void judge(const char *name, const char *inner, size_t def_len, const uint8_t *def, size_t len,
                  const uint8_t *out, enum expected expected)
{
    static const uint8_t untouched[EVP_MAX_MD_SIZE];

    if (len == 0 && expected == WORKS)
        fail("%s with %s: refuses", name, inner);
    if (len != 0 && expected == REFUSES)
        fail("%s with %s: works with everything broken", name, inner);
    if (len == 0 && memcmp(out, untouched, sizeof(untouched)) != 0)
        fail("%s with %s: writes something, and fails", name, inner);
    if (len != 0 && (len != def_len || memcmp(out, def, len) != 0))
        fail("%s with %s: wrong bytes", name, inner);
    if (len == 0 && !self_test_is_blamed())
        fail("%s with %s: no error names the self test", name, inner);
}

/* KBKDF, which takes either, is run with a digest. */
static bool stands_on(const OSSL_PARAM *settable, const char *param)
{
    if (param != NULL)
        return OSSL_PARAM_locate_const(settable, param) != NULL
               && (strcmp(param, "digest") == 0 || OSSL_PARAM_locate_const(settable, "digest") == NULL);
    return OSSL_PARAM_locate_const(settable, "digest") == NULL && OSSL_PARAM_locate_const(settable, "cipher") == NULL;
}

static bool is_poly1305(const struct mac *m)
{
    return strcmp(m->name, "POLY1305") == 0;
}

/* Run all MACs and KDFs that this parameter gives a digest or cipher (NULL: those that have a digest of their own). */
static void check_keyed(const struct harness *h, const struct faulty *f, const char *param, const char *inner,
                        enum expected expected)
{
    uint8_t key[SAMPLE_KEY], message[MESSAGE];
    struct random rnd = { 5 };

    random_bytes(&rnd, key, sizeof(key));
    random_bytes(&rnd, message, sizeof(message));
    for (unsigned i = 0; i < h->num_macs + h->num_kdfs; i++) {
        bool is_mac = i < h->num_macs;
        const struct mac *m = &h->macs[is_mac ? i : 0];
        const struct kdf *k = &h->kdfs[is_mac ? 0 : i - h->num_macs];
        uint8_t out[NUM_SIDES][EVP_MAX_MD_SIZE] = { { 0 } };
        OSSL_LIB_CTX *libs[NUM_SIDES] = { h->lib[DEFAULT], f->lib };
        size_t len[NUM_SIDES];

        if ((is_mac ? (void *)m->mac[DEFAULT] : (void *)k->kdf[DEFAULT]) == NULL) /* this OpenSSL does not have it */
            continue;
        if (is_mac && is_poly1305(m))
            continue;
        if (!stands_on(is_mac ? EVP_MAC_settable_ctx_params(m->mac[MODULE])
                              : EVP_KDF_settable_ctx_params(k->kdf[MODULE]),
                       param))
            continue;
        ERR_clear_error();
        for (enum side side = DEFAULT; side < NUM_SIDES; side++)
            len[side] = is_mac ? sample_mac(libs[side], m->name, inner, key, message, MESSAGE, out[side])
                               : sample_kdf(libs[side], k->name, inner, key, out[side]);
        judge(is_mac ? m->name : k->name, inner == NULL ? "what it stands on" : inner, len[DEFAULT], out[DEFAULT],
              len[MODULE], out[MODULE], expected);
    }
}

static void for_each(const struct harness *h, const struct fault *fault, const char *levels, const char *next)
{
    struct faulty f = open_faulty(levels, fault->part);
    unsigned num = 0;

    for (unsigned i = 0; i < h->num_ciphers; i++) {
        const struct cipher *c = &h->ciphers[i];

        if (!cipher_is_shared(c, NULL) || cipher_is_chacha(c) || cipher_is_sm4(c) || cipher_is_camellia(c))
            continue;
        if (next != NULL)
            check_demoted(c, &f, levels, next, fault->hits(c));
        else if (fault->hits(c))
            check_out_of_service(c, &f);
        num++;
    }
    check_keyed(h, &f, "cipher", NULL, next != NULL ? WORKS : fault->hits == hits_all ? REFUSES : EITHER);
    printf("%s broken in %s: %u ciphers\n", levels, fault->part, num);
    close_faulty(&f);
}

/* ---- hash functions ---- */

/* Returns AB_NUM_FAMILIES if there is no hash function of this name. */
static enum ab_family family_of(const struct digest *d)
{
    for (unsigned id = 0; id < AB_NUM_HASHES; id++)
        if (EVP_MD_is_a(d->md[MODULE], ab_family_name(ab_family_of_hash((enum ab_hash_id)id))))
            return ab_family_of_hash((enum ab_hash_id)id);
    return AB_NUM_FAMILIES;
}

static unsigned count_implementations(enum ab_family family)
{
    struct ab_implementation implementation;
    unsigned num = 0;

    while (ab_family_get(family, num, &implementation))
        num++;
    return num;
}

enum { XOF_BYTES = 40 };

static int digest_of(const EVP_MD *md, const uint8_t *in, size_t len, uint8_t out[EVP_MAX_MD_SIZE])
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    int ok = EVP_DigestInit_ex2(ctx, md, NULL) && EVP_DigestUpdate(ctx, in, len);

    if (EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF)
        ok = ok && EVP_DigestFinalXOF(ctx, out, XOF_BYTES);
    else
        ok = ok && EVP_DigestFinal_ex(ctx, out, NULL);
    EVP_MD_CTX_free(ctx);
    return ok;
}

static void check_digests(const struct digest *d, const EVP_MD *md)
{
    uint8_t in[500], want[EVP_MAX_MD_SIZE] = { 0 }, got[EVP_MAX_MD_SIZE] = { 0 };
    struct random rnd = { 4 };

    random_bytes(&rnd, in, sizeof(in));
    for (size_t len = 0; len <= sizeof(in); len += 25)
        if (!digest_of(d->md[DEFAULT], in, len, want) || !digest_of(md, in, len, got)
            || memcmp(want, got, sizeof(got)) != 0)
            fail("%s: a wrong digest of %zu bytes", d->name, len);
}

static void check_hash_out_of_service(const struct digest *d, const EVP_MD *md, const struct faulty *f)
{
    uint8_t out[EVP_MAX_MD_SIZE] = { 0 };
    static const uint8_t untouched[EVP_MAX_MD_SIZE];

    ERR_clear_error();
    if (digest_of(md, (const uint8_t *)"abc", 3, out) || memcmp(out, untouched, sizeof(out)) != 0)
        fail("%s: works with every implementation broken", d->name);
    if (!self_test_is_blamed())
        fail("%s: no error names the self test", d->name);
    check_reported_failed(f, d->name);
}

static void break_hash(const struct harness *h, const struct digest *d, enum ab_family family, unsigned num_broken,
                       const struct faulty *f)
{
    EVP_MD *md = EVP_MD_fetch(f->lib, d->name, NULL);
    unsigned next = find_next(family, num_broken);

    if (md == NULL)
        fail("%s: not offered with %u implementations broken", d->name, num_broken);
    else if (next != AB_NO_IMPLEMENTATION) {
        check_digests(d, md);
        check_served(d->name, f, family, next);
    } else
        check_hash_out_of_service(d, md, f);
    if (md != NULL && (EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF) == 0)
        check_keyed(h, f, "digest", d->name, next != AB_NO_IMPLEMENTATION ? WORKS : REFUSES);
    EVP_MD_free(md);
}

/* Digests need no lanes, and keep the implementation; the MACs and derivations after them go to the next. */
static void break_lanes(const struct harness *h)
{
    const enum ab_family family = ab_family_of_hash(AB_HASH_SHA256);
    const unsigned first = find_next(family, 0), next = find_next(family, first + 1);
    struct faulty f = open_broken("AB_FAULTY_LANES", first + 1);

    for (unsigned i = 0; i < h->num_digests; i++)
        if (family_of(&h->digests[i]) == family) {
            EVP_MD *md = EVP_MD_fetch(f.lib, h->digests[i].name, NULL);

            check_digests(&h->digests[i], md);
            check_keyed(h, &f, "digest", h->digests[i].name, WORKS);
            check_served(h->digests[i].name, &f, family, next);
            EVP_MD_free(md);
        }
    close_faulty(&f);
    unsetenv("AB_FAULTY_LANES");
}

/* Break one more implementation at a time, until no hash has a sound one. */
static void break_hashes(const struct harness *h)
{
    unsigned num_broken = 0, num_left = 1;

    for (; num_left > 0; num_broken++) {
        struct faulty f = open_broken("AB_FAULTY_HASHES", num_broken);

        num_left = 0;
        for (unsigned i = 0; i < h->num_digests; i++) {
            enum ab_family family = family_of(&h->digests[i]);

            if (family == AB_NUM_FAMILIES)
                fail("%s: no hash of that name", h->digests[i].name);
            else if (num_broken <= count_implementations(family)) {
                break_hash(h, &h->digests[i], family, num_broken, &f);
                num_left++;
            }
        }
        check_keyed(h, &f, NULL, NULL, num_broken == 0 ? WORKS : num_left == 0 ? REFUSES : EITHER);
        printf("%u implementations broken: %u digests\n", num_broken, num_left);
        close_faulty(&f);
    }
}

/* ---- ChaCha20 and Poly1305 ---- */

/* Judge a MAC or KDF of this family, of which implementation number `next` is the first sound one. */
static void judge_next(const char *name, const struct faulty *f, enum ab_family family, unsigned next,
                       const size_t len[NUM_SIDES], uint8_t out[NUM_SIDES][EVP_MAX_MD_SIZE])
{
    bool is_served = next != AB_NO_IMPLEMENTATION;

    judge(name, "itself", len[DEFAULT], out[DEFAULT], len[MODULE], out[MODULE], is_served ? WORKS : REFUSES);
    if (is_served)
        check_served(name, f, family, next);
    else
        check_reported_failed(f, name);
}

static void break_cipher(const struct cipher *c, const struct faulty *f, enum ab_family family, unsigned next)
{
    if (next == AB_NO_IMPLEMENTATION) {
        check_out_of_service(c, f);
        return;
    }
    if (!bytes_are_right(c, f))
        fail("%s: wrong bytes with implementation %u to serve", c->name, next);
    check_served(c->name, f, family, next);
}

static void break_poly1305(const struct harness *h, const struct faulty *f, unsigned next)
{
    uint8_t key[SAMPLE_KEY] = { 1, 2, 3 }, message[MESSAGE] = { 4 }, out[NUM_SIDES][EVP_MAX_MD_SIZE] = { { 0 } };
    size_t len[NUM_SIDES];

    ERR_clear_error();
    len[DEFAULT] = sample_mac(h->lib[DEFAULT], "POLY1305", NULL, key, message, MESSAGE, out[DEFAULT]);
    len[MODULE] = sample_mac(f->lib, "POLY1305", NULL, key, message, MESSAGE, out[MODULE]);
    judge_next("POLY1305", f, AB_FAMILY_CHACHA20, next, len, out);
}

/* Break one more implementation at a time, until none is sound. */
static void break_chacha(const struct harness *h)
{
    unsigned num_broken = 0, num_ciphers = 0, next;

    unsetenv("AB_FAULTY_HASHES");
    do {
        struct faulty f = open_broken("AB_FAULTY_CHACHA", num_broken);

        next = find_next(AB_FAMILY_CHACHA20, num_broken++);
        for (unsigned i = 0; i < h->num_ciphers; i++)
            if (cipher_is_chacha(&h->ciphers[i])) {
                break_cipher(&h->ciphers[i], &f, AB_FAMILY_CHACHA20, next);
                num_ciphers++;
            }
        break_poly1305(h, &f, next);
        close_faulty(&f);
    } while (next != AB_NO_IMPLEMENTATION);
    unsetenv("AB_FAULTY_CHACHA");
    printf("%u ciphers with broken implementations of ChaCha20\n", num_ciphers);
}

/* ---- SM4 and Camellia ---- */

/* Break the implementations of a family named in `broken`; number `next` is the first sound one. */
static unsigned break_block_cipher(const struct harness *h, bool (*is_it)(const struct cipher *c),
                                   enum ab_family family, const char *broken, unsigned next)
{
    struct faulty f = open_faulty(broken, "encrypt");
    unsigned num_ciphers = 0;

    for (unsigned i = 0; i < h->num_ciphers; i++)
        if (is_it(&h->ciphers[i]) && cipher_is_shared(&h->ciphers[i], NULL)) {
            break_cipher(&h->ciphers[i], &f, family, next);
            num_ciphers++;
        }
    close_faulty(&f);
    return num_ciphers;
}

/* Break one more implementation of a family's list at a time, until none is sound. */
static void break_list(const struct harness *h, bool (*is_it)(const struct cipher *c), enum ab_family family,
                       const char *const *broken)
{
    unsigned num_broken = 0, num_ciphers = 0, next = find_next(family, 0);

    if (next == AB_NO_IMPLEMENTATION)
        return; /* no name is offered */
    for (; next != AB_NO_IMPLEMENTATION; num_broken++) {
        next = find_next(family, num_broken);
        num_ciphers += break_block_cipher(h, is_it, family, broken[num_broken], next);
    }
    printf("%u ciphers with broken implementations of %s\n", num_ciphers, ab_family_name(family));
}

static void break_sm4_and_camellia(const struct harness *h)
{
    static const char *const sm4[] = { "", "gfni512", "gfni512,vaes256", "gfni512,vaes256,aesni" };
    static const char *const camellia[] = { "", "gfni512", "gfni512,gfni256" };

    break_list(h, cipher_is_sm4, AB_FAMILY_SM4_ECB, sm4);
    break_list(h, cipher_is_camellia, AB_FAMILY_CAMELLIA_ECB, camellia);
}

/* ---- Argon2 ---- */

/* OpenSSL has Argon2 only since 3.2, so the sound module says what is right. */
static void break_argon2_kdf(const struct harness *h, const struct faulty *f, unsigned next)
{
    uint8_t key[SAMPLE_KEY] = { 1, 2, 3 }, out[NUM_SIDES][EVP_MAX_MD_SIZE] = { { 0 } };
    size_t len[NUM_SIDES];

    ERR_clear_error();
    len[DEFAULT] = sample_kdf(h->lib[MODULE], "ARGON2ID", NULL, key, out[DEFAULT]);
    len[MODULE] = sample_kdf(f->lib, "ARGON2ID", NULL, key, out[MODULE]);
    judge_next("ARGON2ID", f, AB_FAMILY_ARGON2, next, len, out);
}

/* Break one more implementation at a time, until none is sound. */
static void break_argon2(const struct harness *h)
{
    unsigned num_broken = 0, next;

    if (harness_find_kdf(h, "ARGON2ID") == NULL)
        return;
    do {
        struct faulty f = open_broken("AB_FAULTY_ARGON2", num_broken);

        next = find_next(AB_FAMILY_ARGON2, num_broken++);
        break_argon2_kdf(h, &f, next);
        close_faulty(&f);
    } while (next != AB_NO_IMPLEMENTATION);
    unsetenv("AB_FAULTY_ARGON2");
    printf("%u implementations of Argon2 broken\n", num_broken - 1);
}

/* ---- powers ---- */

/* Sign a fixed message by PKCS#1. Returns the length, 0 on failure. */
static size_t sign(OSSL_LIB_CTX *lib, const uint8_t *der, size_t der_len, uint8_t out[512])
{
    EVP_PKEY *key = d2i_AutoPrivateKey_ex(NULL, &der, (long)der_len, lib, NULL);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    size_t len = 512;
    int ok = key != NULL && EVP_DigestSignInit_ex(ctx, NULL, "SHA256", lib, NULL, key, NULL)
             && EVP_DigestSign(ctx, out, &len, (const uint8_t *)"abc", 3);

    EVP_MD_CTX_free(ctx);
    EVP_PKEY_free(key);
    return ok ? len : 0;
}

/* Break the methods that this processor can run one after the other; signatures are right, or refused. */
static void break_powers(const struct harness *h)
{
    EVP_PKEY *key = EVP_PKEY_Q_keygen(h->lib[DEFAULT], NULL, "RSA", (size_t)1024);
    uint8_t *der = NULL, want[512], got[512];
    size_t der_len = (size_t)i2d_PrivateKey(key, &der), len = sign(h->lib[DEFAULT], der, der_len, want), got_len;
    struct ab_bignum bignum;
    unsigned num = 0;
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    ab_bignum_pick(&bignum, &cpu);
    while (bignum.powers[num] != NULL)
        num++;
    for (unsigned num_broken = 0; num_broken <= num; num_broken++) {
        struct faulty f = open_broken("AB_FAULTY_POWERS", num_broken);
        char line[REPORT_LINE];

        got_len = sign(f.lib, der, der_len, got);
        if (got_len != len && (got_len != 0 || num_broken < num))
            fail("RSA: %zu bytes of a signature with %u methods broken", got_len, num_broken);
        if (got_len == len && memcmp(got, want, len) != 0)
            fail("RSA: a wrong signature with %u methods broken", num_broken);
        read_report(f.prov, "RSA", line);
        if (strstr(line, "absent") == NULL
            && (strstr(line, num_broken == num ? "failed" : "served") == NULL
                || (strstr(line, "demoted") != NULL) != (num_broken > 0 && num_broken < num)))
            fail("RSA: with %u methods broken the report says \"%s\"", num_broken, line);
        close_faulty(&f);
    }
    unsetenv("AB_FAULTY_POWERS");
    printf("%u methods of powers broken\n", num);
    OPENSSL_free(der);
    EVP_PKEY_free(key);
}

int main(int argc, char **argv)
{
    static struct harness h;

    (void)argc, (void)argv;
    unsetenv("AFTERBURNER_CPU");
    harness_open(&h);
    if (!freopen("/dev/null", "w", stderr)) /* the module logs each demotion to stderr */
        return 1;
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        if (has_level("vaes512"))
            for_each(&h, &faults[i], LEVELS_512, "vaes256");
        else if (has_level("vaes256"))
            for_each(&h, &faults[i], "vaes256", "aesni");
        for_each(&h, &faults[i], ALL_LEVELS, NULL);
    }
    break_lanes(&h);
    break_hashes(&h);
    break_chacha(&h);
    break_sm4_and_camellia(&h);
    break_argon2(&h);
    break_powers(&h);
    printf("%u failures\n", failures);
    harness_close(&h);
    return failures != 0;
}
