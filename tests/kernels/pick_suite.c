/* Check which kernels are chosen for which level and processor, and the names of levels and bits. */
#include <string.h>

#include "harness/harness.h"
#include "harness/suites.h"
#include "kernels/aes/aes_kernels.h"

enum { AES = AB_BIT_AES | AB_BIT_PCLMUL, VAES = AB_BIT_VAES | AB_BIT_VPCLMUL };

static const struct {
    enum ab_level level;
    uint32_t bits;
    const struct ab_aes_kernels *picked;
} cases[] = {
    { AB_LEVEL_NONE, AB_ALL_BITS, NULL },
    { AB_LEVEL_AVX512, 0, NULL },
    { AB_LEVEL_AVX512, VAES, NULL },
    { AB_LEVEL_AVX512, AB_BIT_AES, NULL },
    { AB_LEVEL_AVX512, AB_BIT_PCLMUL, NULL },
    { AB_LEVEL_SSE41, AES | VAES, &ab_aes_kernels_aesni },
    { AB_LEVEL_AVX2, AES, &ab_aes_kernels_aesni },
    { AB_LEVEL_AVX512, AES, &ab_aes_kernels_aesni },
    { AB_LEVEL_AVX512, AES | AB_BIT_VAES, &ab_aes_kernels_aesni },
    { AB_LEVEL_AVX512, AES | AB_BIT_VPCLMUL, &ab_aes_kernels_aesni },
    { AB_LEVEL_AVX2, AES | VAES, &ab_aes_kernels_vaes256 },
    { AB_LEVEL_AVX512, AES | VAES, &ab_aes_kernels_vaes512 },
};

/*
 * The cap named after the kernels leaves a processor with everything exactly these kernels, and keeps every bit that
 * they need.
 */
static void check_caps(const struct ab_aes_kernels *kernels)
{
    const struct ab_cap *cap = ab_cap_find(ab_aes_level(kernels));
    struct ab_cpu all = { .level = AB_LEVEL_AVX512, .bits = AB_ALL_BITS }, poor;

    t_where.level = ab_aes_level(kernels);
    if (!CHECK(cap != NULL && ab_cap_is_present(cap, &all)))
        return;
    for (uint32_t bits = kernels->needs.bits; bits != 0; bits &= bits - 1) {
        poor = all;
        poor.bits &= ~(bits & -bits);
        CHECK(!ab_aes_is_usable(kernels, &poor));
    }
    ab_cpu_cap(&all, cap);
    CHECK(ab_aes_pick(&all) == kernels && all.level == kernels->needs.level);
    poor = all;
    ab_cpu_lower(&poor, (enum ab_level)(all.level - 1));
    CHECK(!ab_cap_is_present(cap, &poor));
}

static void check_pick(void)
{
    t_where.subject = "ab_aes_pick";
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct ab_cpu cpu = { .level = cases[i].level, .bits = cases[i].bits };

        t_where.extra = i;
        CHECK(ab_aes_pick(&cpu) == cases[i].picked);
    }
    for (const struct ab_aes_kernels *const *k = ab_aes_list(); *k != NULL; k++)
        check_caps(*k);
}

static void check_names(void)
{
    t_where.subject = "names";
    for (unsigned i = 0; i < AB_NUM_LEVELS; i++) {
        t_where.extra = i;
        CHECK(ab_level_name((enum ab_level)i) != NULL);
        CHECK(ab_cap_find(ab_level_name((enum ab_level)i))->level == (enum ab_level)i);
    }
    CHECK(ab_level_name(AB_NUM_LEVELS) == NULL);
    CHECK(ab_cap_find("vaes") == NULL);
    CHECK(ab_cap_find("") == NULL);
    CHECK(ab_cap_find("VAES512") == NULL);
    for (uint32_t bit = 1; bit <= AB_ALL_BITS; bit <<= 1)
        CHECK(ab_bit_name((enum ab_cpu_bit)bit) != NULL);
    CHECK(ab_bit_name((enum ab_cpu_bit)(AB_ALL_BITS + 1)) == NULL);
    CHECK(ab_bit_name((enum ab_cpu_bit)(AB_BIT_SHA | AB_BIT_ADX)) == NULL);
}

void ab_suite_pick(void)
{
    t_where.check = "choice";
    check_pick();
    check_names();
}
