/*
 * Signatures of SLH-DSA, the six fast sets: the module against the default provider (pure_signatures.h), and malformed
 * signatures. The set with the fastest signatures runs through everything; a signature of the default provider takes
 * up to 0.2 s with the others, so these sign a few messages.
 *
 * --all         everything with every fast set, and a few messages with the six small sets
 * --seed N      first seed; program i runs with seed N + i
 * --programs N  number of programs
 */
#include <stdlib.h>
#include <string.h>

#include "keys.h"
#include "pure_signatures.h"

#if PURE_SIGNATURES

/* The fastest first, then the fast, then the small ones. */
static const struct pure_set sets[] = {
    { "SLH-DSA-SHA2-128f", 48, 16, 17088, false },  { "SLH-DSA-SHA2-192f", 72, 24, 35664, false },
    { "SLH-DSA-SHA2-256f", 96, 32, 49856, false },  { "SLH-DSA-SHAKE-128f", 48, 16, 17088, false },
    { "SLH-DSA-SHAKE-192f", 72, 24, 35664, false }, { "SLH-DSA-SHAKE-256f", 96, 32, 49856, false },
    { "SLH-DSA-SHA2-128s", 48, 16, 7856, false },   { "SLH-DSA-SHA2-192s", 72, 24, 16224, false },
    { "SLH-DSA-SHA2-256s", 96, 32, 29792, false },  { "SLH-DSA-SHAKE-128s", 48, 16, 7856, false },
    { "SLH-DSA-SHAKE-192s", 72, 24, 16224, false }, { "SLH-DSA-SHAKE-256s", 96, 32, 29792, false },
};
enum { NUM_SETS = sizeof(sets) / sizeof(sets[0]), NUM_FAST = 6 };

/* ---- malformed signatures ---- */

static void refuse(const char *what, const struct pure_signature *s)
{
    CHECK(!pure_compare_verdicts(what, &pure_plain, 100, s), "%s: %s is valid", pure->name, what);
}

/* A bit of R, of the trees of FORS, and of the layers of the hypertree, which has the rest: FIPS 205 sec. 9.2. */
static void check_flipped(const struct pure_signature *valid, unsigned num)
{
    static struct pure_signature s;
    size_t n = pure->entropy_len, step = pure->signature_len / num;

    for (size_t i = 0; i <= num; i++) {
        size_t at = i == 0 ? random_below(&pure_rnd, (unsigned)n)
                           : n + random_below(&pure_rnd, (unsigned)(step - n)) + (i - 1) * step;

        s = *valid;
        s.bytes[at] ^= (uint8_t)(1u << random_below(&pure_rnd, 8));
        refuse("a flipped bit", &s);
    }
    s = *valid;
    s.bytes[s.len - 1] ^= 1;
    refuse("another last bit", &s);
    memset(s.bytes, 0, sizeof(s.bytes));
    refuse("zeros", &s);
    memset(s.bytes, 0xff, sizeof(s.bytes));
    refuse("ones", &s);
}

static void check_lengths(const struct pure_signature *valid)
{
    const size_t lens[] = { 0, 1, pure->entropy_len, pure->signature_len - 1, pure->signature_len + 1 };
    static struct pure_signature s;
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, pure_public[MODULE], BY(MODULE));
    EVP_SIGNATURE *algorithm = EVP_SIGNATURE_fetch(keys_lib, pure->name, BY(MODULE));

    s = *valid;
    for (size_t i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
        s.len = lens[i];
        refuse("another length", &s);
    }
    CHECK(EVP_PKEY_verify_message_init(ctx, algorithm, NULL) == 1, "%s: no context", pure->name);
    for (size_t len = 0; len <= pure->signature_len + 1; len++)
        CHECK((EVP_PKEY_verify(ctx, valid->bytes, len, pure_message, 100) == 1) == (len == pure->signature_len),
              "%s: %zu bytes", pure->name, len);
    EVP_SIGNATURE_free(algorithm);
    EVP_PKEY_CTX_free(ctx);
}

/* The signature of one side is tested, which the other side finds valid as well. */
static void check_malformed(bool whole)
{
    static struct pure_signature valid;

    pure_sign(pure_pair[MODULE], PURE_ONE_CALL, &pure_fixed, 100, &valid);
    CHECK(pure_compare_verdicts("valid", &pure_plain, 100, &valid), "%s: no signature", pure->name);
    check_flipped(&valid, whole ? 16 : 2);
    check_lengths(&valid);
}

/* ---- overlapping and failing calls ---- */

/* A signature may replace its message, as with the default provider. */
static void check_overlap(void)
{
    static struct pure_signature apart, s;
    EVP_MD_CTX *md = EVP_MD_CTX_new();
    OSSL_PARAM params[] = { OSSL_PARAM_construct_int("deterministic", &(int){ 1 }), OSSL_PARAM_construct_end() };

    pure_sign(pure_pair[DEFAULT], PURE_AS_DIGEST, &pure_fixed, 100, &apart);
    memcpy(s.bytes, pure_message, 100);
    s.len = sizeof(s.bytes);
    CHECK(EVP_DigestSignInit_ex(md, NULL, NULL, keys_lib, NULL, pure_pair[MODULE], params) == 1
              && EVP_DigestSign(md, s.bytes, &s.len, s.bytes, 100) == 1 && s.len == apart.len
              && memcmp(s.bytes, apart.bytes, s.len) == 0,
          "%s: a signature in place of the message", pure->name);
    EVP_MD_CTX_free(md);
}

/* Too little room, and a public key: nothing is written. */
static void check_untouched(void)
{
    static struct pure_signature s;

    for (int has_room = 0; has_room < 2; has_room++) {
        EVP_MD_CTX *md = EVP_MD_CTX_new();

        memset(s.bytes, 0xaa, sizeof(s.bytes));
        s.len = pure->signature_len - !has_room;
        CHECK(EVP_DigestSignInit_ex(md, NULL, NULL, keys_lib, NULL, (has_room ? pure_public : pure_pair)[MODULE], NULL)
                      == 1
                  && EVP_DigestSign(md, s.bytes, &s.len, pure_message, 100) != 1,
              "%s: signs with %zu bytes", pure->name, s.len);
        for (size_t i = 0; i < sizeof(s.bytes); i++)
            CHECK(s.bytes[i] == 0xaa, "%s: byte %zu is written", pure->name, i);
        EVP_MD_CTX_free(md);
    }
}

/* ---- threads ---- */

/* Where `threads` is set, each signature is that of one thread: the first is timed alone, others may be shared. */
static void check_threads(void)
{
    OSSL_LIB_CTX *lib = open_beside("threads = 2", "");
    EVP_PKEY_CTX *import = EVP_PKEY_CTX_new_from_name(lib, pure->name, BY(MODULE));
    OSSL_PARAM *parts = NULL,
               yes[] = { OSSL_PARAM_construct_int("deterministic", &(int){ 1 }), OSSL_PARAM_construct_end() };
    static struct pure_signature alone, s;
    EVP_PKEY *key = NULL;

    pure_sign(pure_pair[MODULE], PURE_AS_DIGEST, &pure_fixed, 100, &alone);
    CHECK(EVP_PKEY_todata(pure_pair[MODULE], EVP_PKEY_KEYPAIR, &parts) == 1 && EVP_PKEY_fromdata_init(import) == 1
              && EVP_PKEY_fromdata(import, &key, EVP_PKEY_KEYPAIR, parts) == 1,
          "%s: no key in a context with threads", pure->name);
    for (int i = 0; i < 4; i++) {
        EVP_MD_CTX *md = EVP_MD_CTX_new();

        s.len = sizeof(s.bytes);
        CHECK(EVP_DigestSignInit_ex(md, NULL, NULL, lib, BY(MODULE), key, yes) == 1
                  && EVP_DigestSign(md, s.bytes, &s.len, pure_message, 100) == 1 && s.len == alone.len
                  && memcmp(s.bytes, alone.bytes, s.len) == 0,
              "%s: signature %d with threads is another", pure->name, i);
        EVP_MD_CTX_free(md);
    }
    OSSL_PARAM_free(parts);
    EVP_PKEY_free(key);
    EVP_PKEY_CTX_free(import);
    OSSL_LIB_CTX_free(lib);
}

/* ---- sets ---- */

/* One message signed without randomness, one with. */
static void check_few(void)
{
    static struct pure_signature s[NUM_SIDES];

    for (int side = 0; side < NUM_SIDES; side++) {
        pure_sign(pure_pair[side], PURE_ONE_CALL, &pure_fixed, 300, &s[side]);
        CHECK(pure_compare_verdicts("own", &pure_plain, 300, &s[side]), "%s: a signature of %s is invalid", pure->name,
              side_names[side]);
    }
    CHECK(s[0].len == pure->signature_len && memcmp(&s[0], &s[1], sizeof(s[0])) == 0, "%s: another signature",
          pure->name);
    pure_sign(pure_pair[MODULE], PURE_AS_DIGEST, &pure_plain, 10, &s[1]);
    CHECK(pure_compare_verdicts("hedged", &pure_plain, 10, &s[1]), "%s: a hedged signature is invalid", pure->name);
    CHECK(memcmp(s[0].bytes, s[1].bytes, pure->entropy_len) != 0, "%s: not hedged", pure->name);
}

static void check_set(const struct pure_set *set, bool whole, uint64_t seed, unsigned num_drawn)
{
    static const char *names[NUM_SETS];

    for (size_t i = 0; i < NUM_SETS; i++)
        names[i] = sets[i].name;
    pure_begin(set);
    check_few();
    check_malformed(whole);
    check_untouched();
    pure_check_other_names(names, NUM_SETS);
    pure_check_parameters();
    if (whole) {
        pure_check_ways();
        pure_check_other_messages();
        check_overlap();
        check_threads();
        pure_check_odd();
        pure_run_programs(seed, num_drawn);
    }
    pure_end();
}

static bool is_given(int argc, char **argv, const char *name)
{
    while (argc > 1 && strcmp(argv[argc - 1], name) != 0)
        argc--;
    return argc > 1;
}

int main(int argc, char **argv)
{
    static struct harness h;
    const char *seed = option(argc, argv, "--seed"), *programs = option(argc, argv, "--programs");
    bool all = is_given(argc, argv, "--all"), ok;

    keys_open(&h, "SLH-DSA-SHA2-128f");
    for (size_t i = 0; i < (all ? NUM_SETS : NUM_FAST); i++)
        check_set(&sets[i], i == 0 || (all && i < NUM_FAST), seed == NULL ? 1 : strtoull(seed, NULL, 0),
                  programs == NULL ? 12 : (unsigned)atoi(programs));
    ok = pure_report();
    harness_close(&h);
    return !ok;
}

#else

int main(void)
{
    static struct harness h;

    keys_open(&h, "SLH-DSA-SHA2-128f"); /* exits: this release has no such keys */
    harness_close(&h);
    return 1;
}

#endif
