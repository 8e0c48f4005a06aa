/*
 * Check the lists of implementations (src/crypto/implementation.h) against the kernel tables of the families: each
 * table is in its list exactly once, each list ends as it should, the common loop picks what the families' own
 * functions pick, and every implementation that this processor can run passes its self test.
 */
#include <stdio.h>
#include <string.h>

#include "afterburner/argon2.h"
#include "afterburner/aria.h"
#include "afterburner/camellia.h"
#include "afterburner/chacha20_poly1305.h"
#include "afterburner/curve25519_batch.h"
#include "afterburner/curve448.h"
#include "afterburner/ec_batch.h"
#include "afterburner/sm4.h"
#include "cpu/policy.h"
#include "crypto/implementation.h"
#include "harness/harness.h"
#include "kernels/aes/aes_kernels.h"
#include "provider/gains.h"

static struct ab_cpu cpu;
static unsigned num_listed, num_run;

/* How often the list of a family holds these kernels. */
static unsigned count_in_list(enum ab_family family, const void *kernels)
{
    struct ab_implementation implementation;
    unsigned num = 0;

    for (unsigned i = 0; ab_family_get(family, i, &implementation); i++)
        num += implementation.kernels == kernels;
    return num;
}

static void check_listed(enum ab_family family, const void *kernels)
{
    t_where.subject = ab_family_name(family);
    t_where.check = "listed once";
    CHECK(count_in_list(family, kernels) == 1);
    num_listed++;
}

/* Modes that are woven with SHA have no portable kernels. */
static void check_mode(enum ab_family mode, const struct ab_aes_kernels *kernels)
{
    const int is_woven = mode == AB_FAMILY_AES_CBC_HMAC_SHA1 || mode == AB_FAMILY_AES_CBC_HMAC_SHA256;

    if (!is_woven || strcmp(kernels->needs.name, "portable") != 0) {
        check_listed(mode, kernels);
        return;
    }
    t_where.subject = ab_family_name(mode);
    t_where.check = "not listed";
    CHECK(count_in_list(mode, kernels) == 0);
}

/* Check every kernel table of the families' own lists. */
static void check_tables(void)
{
    for (unsigned mode = 0; mode < AB_NUM_AES_FAMILIES; mode++)
        for (const struct ab_aes_kernels *const *k = ab_aes_list(); *k != NULL; k++)
            check_mode((enum ab_family)mode, *k);
    for (unsigned id = 0; id < AB_NUM_HASHES; id++)
        for (const struct ab_hash *h = ab_hash_list((enum ab_hash_id)id); h->algorithm != NULL; h++)
            check_listed(ab_family_of_hash((enum ab_hash_id)id), h);
    for (const struct ab_hash *h = ab_hash_list(AB_HASH_SHA256); h->algorithm != NULL; h++)
        check_listed(AB_FAMILY_SCRYPT, h);
    for (const struct ab_bignum_kernels *const *k = ab_bignum_kernels_list; *k != NULL; k++)
        check_listed(AB_FAMILY_PRODUCTS, *k);
    for (const struct ab_power_kernels *const *p = ab_power_kernels_list; *p != NULL; p++)
        check_listed(AB_FAMILY_POWERS, *p);
    for (const struct ab_curve25519_kernels *const *k = ab_curve25519_list(); *k != NULL; k++)
        check_listed(AB_FAMILY_CURVE25519, *k);
    for (const struct ab_curve25519_batch_kernels *const *l = ab_curve25519_batch_kernels_list(); *l != NULL; l++)
        check_listed(AB_FAMILY_CURVE25519_BATCH, *l);
    for (const struct ab_curve448_kernels *const *k = ab_curve448_list(); *k != NULL; k++)
        check_listed(AB_FAMILY_CURVE448, *k);
    for (unsigned id = 0; id < AB_NUM_CURVES; id++) {
        for (const struct ab_ec_kernels *const *c = ab_curve_list((enum ab_curve_id)id); *c != NULL; c++)
            check_listed(ab_family_of_curve((enum ab_curve_id)id), *c);
        for (const struct ab_ec_batch_kernels *const *l = ab_ec_batch_kernels_list((enum ab_curve_id)id); *l != NULL;
             l++)
            check_listed(AB_FAMILY_P256_BATCH, *l);
    }
    for (unsigned id = 0; id < AB_NUM_MLKEM; id++)
        for (const struct ab_mlkem_kernels *const *k = ab_mlkem_list(); *k != NULL; k++)
            check_listed(ab_family_of_mlkem((enum ab_mlkem_id)id), *k);
    for (unsigned id = 0; id < AB_NUM_SLHDSA; id++)
        for (const struct ab_slhdsa_kernels *const *k = ab_slhdsa_list((enum ab_slhdsa_id)id); *k != NULL; k++)
            check_listed(ab_family_of_slhdsa((enum ab_slhdsa_id)id), *k);
    for (unsigned id = 0; id < AB_NUM_MLDSA; id++)
        for (const struct ab_mldsa_kernels *const *k = ab_mldsa_list(); *k != NULL; k++)
            check_listed(ab_family_of_mldsa((enum ab_mldsa_id)id), *k);
    for (unsigned f = AB_FAMILY_CHACHA20; f <= AB_FAMILY_CHACHA20_POLY1305; f++)
        for (const struct ab_chacha_kernels *const *k = ab_chacha_list(); *k != NULL; k++)
            check_listed((enum ab_family)f, *k);
    for (unsigned f = AB_FAMILY_SM4_ECB; f <= AB_FAMILY_SM4_GCM; f++)
        for (const struct ab_aes_kernels *const *k = ab_sm4_list(); *k != NULL; k++)
            check_listed((enum ab_family)f, *k);
    for (unsigned f = AB_FAMILY_ARIA_ECB; f <= AB_FAMILY_ARIA_GCM; f++)
        for (const struct ab_aes_kernels *const *k = ab_aria_list(); *k != NULL; k++)
            check_listed((enum ab_family)f, *k);
    for (unsigned f = AB_FAMILY_CAMELLIA_ECB; f <= AB_FAMILY_CAMELLIA_CTR; f++)
        for (const struct ab_aes_kernels *const *k = ab_camellia_list(); *k != NULL; k++)
            check_listed((enum ab_family)f, *k);
    for (const struct ab_argon2_kernels *const *k = ab_argon2_list(); *k != NULL; k++)
        check_listed(AB_FAMILY_ARGON2, *k);
    check_listed(AB_FAMILY_RSA, NULL);
    check_listed(AB_FAMILY_FFC, NULL);
}

/* Fallbacks come after implementations that are none, and the portable implementation is last and needs nothing. */
static void check_order(enum ab_family family)
{
    struct ab_implementation implementation;
    int was_fallback = 0, was_portable = 0;

    t_where.check = "order";
    for (unsigned i = 0; ab_family_get(family, i, &implementation); i++) {
        CHECK(implementation.needs.name != NULL && !was_portable);
        CHECK(implementation.needs.is_fallback >= was_fallback);
        was_fallback = implementation.needs.is_fallback;
        was_portable = strcmp(implementation.needs.name, "portable") == 0;
        CHECK(!was_portable || (implementation.needs.level == AB_LEVEL_NONE && implementation.needs.bits == 0));
    }
}

static void check_self_tests(enum ab_family family)
{
    struct ab_implementation implementation;
    struct ab_test_support support;

    t_where.check = "self test";
    ab_family_support(family, &cpu, &support);
    for (unsigned i = 0; ab_family_get(family, i, &implementation); i++) {
        t_where.level = implementation.needs.name;
        if (ab_cpu_has(&cpu, &implementation.needs)) {
            CHECK(ab_family_self_test(family, &implementation, &support) == 1);
            CHECK(ab_family_first_use_test(family, &implementation, &support) == 1);
            num_run++;
        }
    }
    t_where.level = NULL;
}

/* The loop returns the first usable implementation, skips those that fail, and finds none if all fail. */
static void check_pick(enum ab_family family)
{
    unsigned first = ab_family_first(family, &cpu);
    struct ab_implementation implementation;
    struct ab_test_support support;
    const struct ab_cpu bare = { .level = AB_LEVEL_NONE };

    t_where.check = "pick";
    ab_family_support(family, &cpu, &support);
    if (first != AB_NO_IMPLEMENTATION && ab_family_get(family, first, &implementation)
        && (!implementation.needs.is_fallback || ab_family_kind(family)->fallback_serves || !ab_cpu_has_kernels()))
        CHECK(ab_family_pick(family, &cpu, &support, NULL, NULL) == first);
    else
        CHECK(ab_family_pick(family, &cpu, &support, NULL, NULL) == AB_NO_IMPLEMENTATION);
    for (unsigned i = 0; ab_family_get(family, i, &implementation); i++)
        CHECK(i >= ab_family_first(family, &bare) || !ab_cpu_has(&bare, &implementation.needs));
}

/* What is offered without being named has an implementation for this processor, and needs instructions. */
static void check_gains(enum ab_family family)
{
    const struct ab_cpu bare = { .level = AB_LEVEL_NONE };

    t_where.check = "gains";
    CHECK(!ab_family_gains(family, &cpu) || ab_family_first(family, &cpu) != AB_NO_IMPLEMENTATION
          || ab_cpu_has_kernels());
    CHECK(!ab_family_gains((unsigned)family + AB_NUM_FAMILIES, &cpu) || ab_cpu_has_kernels());
    if (family != ab_family_of_hash(AB_HASH_RIPEMD160))
        CHECK(ab_family_gains(family, &bare) == ab_cpu_has_kernels());
}

/* The implementation of a family for an AMD processor of this family number with every instruction set. */
static const char *first_on_amd(uint32_t number, enum ab_family family)
{
    const struct ab_cpu all = {
        .level = AB_LEVEL_AVX512, .bits = AB_ALL_BITS, .family = number, .vendor = "AuthenticAMD"
    };
    struct ab_implementation implementation;

    return ab_family_get(family, ab_family_first(family, &all), &implementation) ? implementation.needs.name : "none";
}

static int is_listed(enum ab_family family, const char *name)
{
    struct ab_implementation implementation;

    for (unsigned i = 0; ab_family_get(family, i, &implementation); i++)
        if (strcmp(implementation.needs.name, name) == 0)
            return 1;
    return 0;
}

/* On x86-64 the first implementation of each of these is for a Zen 4 alone, the second for other processors. */
static void check_zen_4(void)
{
    const struct {
        enum ab_family family;
        const char *first, *second;
    } cases[] = {
        { ab_family_of_slhdsa(AB_SLHDSA_SHA2_128F), "sha+avx512_uneven", "sha+avx512" },
        { ab_family_of_hash(AB_HASH_SHA512), "avx512_short", "avx512" },
    };

    t_where.check = "implementations for a Zen 4";
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        t_where.subject = ab_family_name(cases[i].family);
        if (!is_listed(cases[i].family, cases[i].first))
            continue;
        CHECK(strcmp(first_on_amd(0x19, cases[i].family), cases[i].first) == 0);
        CHECK(strcmp(first_on_amd(0x1a, cases[i].family), cases[i].second) == 0);
    }
}

int main(void)
{
    unsigned num = 0;
    struct ab_implementation implementation;

    ab_cpu_detect(&cpu);
    check_tables();
    check_zen_4();
    for (unsigned f = 0; f < AB_NUM_FAMILIES; f++) {
        enum ab_family family = (enum ab_family)f;

        t_where.subject = ab_family_name(family);
        for (unsigned i = 0; ab_family_get(family, i, &implementation); i++)
            num++;
        check_order(family);
        check_self_tests(family);
        check_pick(family);
        check_gains(family);
    }
    t_where.subject = "lists";
    t_where.check = "length";
    CHECK(num == num_listed);
    printf("%u implementations of %u families, %u run here\n", num, (unsigned)AB_NUM_FAMILIES, num_run);
    return t_finish();
}
