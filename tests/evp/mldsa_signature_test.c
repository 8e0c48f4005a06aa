/*
 * Signatures of ML-DSA-44, -65 and -87: the module against the default provider (pure_signatures.h), signatures that
 * are malformed in each field, and threads with one key.
 *
 * --seed N      first seed; program i runs with seed N + i
 * --programs N  number of programs
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "keys.h"
#include "pure_signatures.h"

#if PURE_SIGNATURES

static const struct set {
    struct pure_set pure;
    size_t challenge_len;
    unsigned rows, omega; /* polynomials of hints, and the greatest number of hints */
} sets[] = {
    { { "ML-DSA-44", 32, 32, 2420, true }, 32, 4, 80 },
    { { "ML-DSA-65", 32, 32, 3309, true }, 48, 6, 55 },
    { { "ML-DSA-87", 32, 32, 4627, true }, 64, 8, 75 },
}, *set;

static void check_messages(void)
{
    for (unsigned i = 0; i < 12; i++) {
        random_bytes(&pure_rnd, pure_message, sizeof(pure_message));
        CHECK(pure_compare_way(&pure_fixed, random_below(&pure_rnd, 400)), "%s: a message", pure->name);
    }
}

/* ---- malformed signatures ---- */

static void refuse(const char *what, const struct pure_signature *s)
{
    CHECK(!pure_compare_verdicts(what, &pure_plain, 100, s), "%s: %s is valid", pure->name, what);
}

/* A bit in each field, and wrong lengths. */
static void check_flipped(const struct pure_signature *valid)
{
    const size_t ends[] = { 0, set->challenge_len, pure->signature_len - set->omega - set->rows, pure->signature_len };
    static struct pure_signature s;

    for (unsigned i = 0; i < 9; i++) {
        size_t from = ends[i % 3], to = ends[i % 3 + 1];

        s = *valid;
        s.bytes[from + random_below(&pure_rnd, (unsigned)(to - from))] ^= (uint8_t)(1u << random_below(&pure_rnd, 8));
        refuse("a flipped bit", &s);
    }
    for (unsigned i = 0; i < 4; i++) {
        s = *valid;
        s.len = i == 0 ? 0 : pure->signature_len - 2 + i;
        if (s.len != pure->signature_len)
            refuse("another length", &s);
    }
    memset(s.bytes, 0, sizeof(s.bytes));
    s.len = pure->signature_len;
    refuse("zeros", &s);
    memset(s.bytes, 0xff, sizeof(s.bytes));
    refuse("ones", &s);
}

/* A coefficient of z that is too large: the encoding of gamma1, FIPS 204 algorithm 18. */
static void check_large_z(const struct pure_signature *valid)
{
    static struct pure_signature s;

    s = *valid;
    memset(s.bytes + set->challenge_len, 0, 3);
    refuse("a large coefficient", &s);
}

/*
 * Hints, FIPS 204 algorithm 21: positions in order and no rests. Each of these changes leaves the hints the same, so
 * they would be valid if they were not refused for their form.
 */
static void check_hints(const struct pure_signature *valid)
{
    const size_t at = pure->signature_len - set->omega - set->rows, counts = at + set->omega;
    static struct pure_signature s;
    uint8_t *hints = s.bytes + at;
    unsigned first = valid->bytes[counts], all = valid->bytes[pure->signature_len - 1];

    s = *valid;
    if (all < set->omega) {
        hints[set->omega - 1] = 1;
        refuse("a rest that is not zero", &s);
    }
    s = *valid;
    if (first >= 2) {
        uint8_t swapped = hints[0];

        hints[0] = hints[1];
        hints[1] = swapped;
        refuse("hints out of order", &s);
    }
    s = *valid;
    if (first >= 1 && all < set->omega) { /* one position twice */
        memmove(hints + 1, hints, all);
        for (unsigned row = 0; row < set->rows; row++)
            s.bytes[counts + row]++;
        refuse("a hint twice", &s);
    }
    s = *valid;
    s.bytes[pure->signature_len - 1] = (uint8_t)(set->omega + 1);
    refuse("too many hints", &s);
    s = *valid;
    s.bytes[counts + 1] = (uint8_t)(first - 1);
    refuse("counts that fall", &s);
}

static void check_malformed(void)
{
    static struct pure_signature valid;

    for (unsigned i = 0; i < 3; i++) {
        random_bytes(&pure_rnd, pure_message, sizeof(pure_message));
        pure_sign(pure_pair[i % 2], PURE_ONE_CALL, &pure_fixed, 100, &valid);
        CHECK(pure_compare_verdicts("valid", &pure_plain, 100, &valid), "%s: no signature", pure->name);
        check_flipped(&valid);
        check_large_z(&valid);
        check_hints(&valid);
    }
}

/* ---- threads ---- */

enum { NUM_THREADS = 4 };

struct shared {
    EVP_PKEY *key;
    const struct pure_signature *valid;
};

/* Returns shared if the signature is valid. */
static void *verify_shared(void *arg)
{
    const struct shared *shared = arg;

    return pure_verify(shared->key, PURE_ONE_CALL, &pure_plain, 100, shared->valid) == 1 ? arg : NULL;
}

/* Threads verify with one public key, which the first of them expands. */
static void check_threads(void)
{
    static struct pure_signature valid;
    uint8_t encoded[PURE_MAX_MESSAGE + 1000];
    struct key_parts in = { .public_key = encoded };
    pthread_t thread[NUM_THREADS];

    pure_sign(pure_pair[MODULE], PURE_ONE_CALL, &pure_fixed, 100, &valid);
    CHECK(EVP_PKEY_get_octet_string_param(pure_pair[MODULE], "pub", encoded, sizeof(encoded), &in.public_len) == 1,
          "%s: no public key", pure->name);
    for (unsigned i = 0; i < 8; i++) {
        struct shared shared = { key_from_parts(MODULE, pure->name, EVP_PKEY_PUBLIC_KEY, &in), &valid };

        for (unsigned t = 0; t < NUM_THREADS; t++)
            CHECK(pthread_create(&thread[t], NULL, verify_shared, &shared) == 0, "no thread");
        for (unsigned t = 0; t < NUM_THREADS; t++) {
            void *ret = NULL;

            CHECK(pthread_join(thread[t], &ret) == 0 && ret == &shared, "%s: a thread finds no signature", pure->name);
        }
        EVP_PKEY_free(shared.key);
    }
}

static void check_set(uint64_t seed, unsigned num_drawn)
{
    static const char *const names[] = { "ML-DSA-44", "ML-DSA-65", "ML-DSA-87" };

    pure_begin(&set->pure);
    pure_check_ways();
    check_messages();
    pure_check_other_messages();
    check_malformed();
    pure_check_odd();
    pure_check_other_names(names, sizeof(names) / sizeof(names[0]));
    pure_check_parameters();
    check_threads();
    pure_run_programs(seed, num_drawn);
    pure_end();
}

int main(int argc, char **argv)
{
    static struct harness h;
    const char *seed = option(argc, argv, "--seed"), *programs = option(argc, argv, "--programs");
    bool ok;

    keys_open(&h, "ML-DSA-65");
    for (set = sets; set < sets + sizeof(sets) / sizeof(sets[0]); set++)
        check_set(seed == NULL ? 1 : strtoull(seed, NULL, 0), programs == NULL ? 60 : (unsigned)atoi(programs));
    ok = pure_report();
    harness_close(&h);
    return !ok;
}

#else

int main(void)
{
    puts("the default provider has no ML-DSA");
    return SKIPPED;
}

#endif
