/*
 * The known-answer tests themselves: each passes at every level, and none would pass with wrong kernels. To prove that,
 * copy a table of kernels and replace one entry at a time by a function that does nothing (for round keys: flip one
 * bit). Some test must fail for every entry, or a broken kernel could be used unnoticed.
 */
#include <string.h>

#include "crypto/implementation.h"
#include "harness/harness.h"
#include "harness/levels.h"
#include "harness/sound.h"
#include "harness/suites.h"
#include "kernels/aes/aes_kernels.h"

typedef void any_fn(void);

enum {
    FIRST = offsetof(struct ab_aes_kernels, expand_encrypt),
    NUM_ENTRIES = (sizeof(struct ab_aes_kernels) - FIRST) / sizeof(any_fn *)
};

/* The families that are tested. */
static enum ab_family first_family, end_of_families;
static const struct ab_aes_kernels *right;
static struct ab_cpu cpu;

static void do_nothing(void)
{
}

static void expand_wrongly(struct ab_aes_key *key, const uint8_t *user_key, size_t key_len)
{
    right->expand_encrypt(key, user_key, key_len);
    key->enc[3][5] ^= 0x10;
}

static int has_sha(void)
{
    return (cpu.bits & AB_BIT_SHA) != 0 && t_is_sha1_sound();
}

/* Returns 1 if some kernels can run in this family: CBC with HMAC needs the SHA instructions, and none is portable. */
static int can_run(enum ab_family family)
{
    struct ab_implementation first;

    return ab_family_get(family, 0, &first) && ((first.needs.bits & AB_BIT_SHA) == 0 || has_sha());
}

static int passes(enum ab_family family, const struct ab_aes_kernels *kernels)
{
    const struct ab_implementation implementation = { .needs = kernels->needs, .kernels = kernels };

    return ab_family_self_test(family, &implementation, NULL);
}

/* Returns the number of families whose test these kernels pass. */
static size_t count_passes(const struct ab_aes_kernels *kernels)
{
    size_t n = 0;

    for (unsigned i = first_family; i < end_of_families; i++)
        n += !can_run((enum ab_family)i) || passes((enum ab_family)i, kernels);
    return n;
}

/* The entries that need the SHA instructions are last. */
static size_t num_entries(void)
{
    return has_sha() ? NUM_ENTRIES : (offsetof(struct ab_aes_kernels, cbc_sha1_encrypt) - FIRST) / sizeof(any_fn *);
}

/* SM4, ARIA and Camellia have not all the modes. */
static int is_null_entry(size_t i)
{
    any_fn *entry;

    memcpy(&entry, (const char *)right + FIRST + i * sizeof(entry), sizeof(entry));
    return entry == NULL;
}

static void check_entry(size_t i)
{
    struct ab_aes_kernels broken = *right;
    any_fn *replacement = do_nothing;

    t_where.check = "kernel number `extra` replaced by nothing";
    t_where.extra = i;
    if (is_null_entry(i))
        return;
    memcpy((char *)&broken + FIRST + i * sizeof(replacement), &replacement, sizeof(replacement));
    CHECK(count_passes(&broken) < (size_t)(end_of_families - first_family));
}

static void check_level(const struct ab_aes_kernels *kernels)
{
    struct ab_aes_kernels broken = *kernels;

    right = kernels;
    for (unsigned i = first_family; i < end_of_families; i++) {
        enum ab_family family = (enum ab_family)i;

        if (!can_run(family))
            continue;
        t_where.subject = ab_family_name(family);
        t_where.check = "known answers";
        CHECK(passes(family, kernels) == 1);
        broken.expand_encrypt = expand_wrongly;
        t_where.check = "known answers of wrong round keys";
        CHECK(passes(family, &broken) == 0);
    }
    t_where.subject = "all modes";
    for (size_t i = 1; i < num_entries(); i++) /* entry 0 is expand_encrypt */
        check_entry(i);
}

void ab_suite_kats(void)
{
    ab_cpu_detect(&cpu);
    first_family = 0;
    end_of_families = AB_NUM_AES_FAMILIES;
    t_each_level(check_level);
    first_family = AB_FAMILY_SM4_ECB;
    end_of_families = AB_FAMILY_SM4_GCM + 1;
    t_each_level_of(AB_REF_SM4, check_level);
    first_family = AB_FAMILY_ARIA_ECB;
    end_of_families = AB_FAMILY_ARIA_GCM + 1;
    t_each_level_of(AB_REF_ARIA, check_level);
    first_family = AB_FAMILY_CAMELLIA_ECB;
    end_of_families = AB_FAMILY_CAMELLIA_CTR + 1;
    t_each_level_of(AB_REF_CAMELLIA, check_level);
}
