/* Which kernels are picked for which level, and the names of levels and bits. */
#include <string.h>

#include "harness/harness.h"
#include "harness/suites.h"
#include "kernels/aes/aes_kernels.h"

static void check_pick(void)
{
    t_where.subject = "ab_aes_pick";
    CHECK(ab_aes_pick(AB_LEVEL_NONE) == NULL);
    CHECK(ab_aes_pick(AB_LEVEL_AESNI) == &ab_aes_kernels_aesni);
    CHECK(ab_aes_pick(AB_LEVEL_AVX2) == &ab_aes_kernels_aesni);
    CHECK(ab_aes_pick(AB_LEVEL_VAES256) == &ab_aes_kernels_vaes256);
    CHECK(ab_aes_pick(AB_LEVEL_VAES512) == &ab_aes_kernels_vaes512);
    CHECK(ab_aes_pick(AB_NUM_LEVELS) == NULL);
    CHECK(ab_aes_level(&ab_aes_kernels_aesni) == AB_LEVEL_AESNI);
    CHECK(ab_aes_level(&ab_aes_kernels_vaes256) == AB_LEVEL_VAES256);
    CHECK(ab_aes_level(&ab_aes_kernels_vaes512) == AB_LEVEL_VAES512);
}

static void check_names(void)
{
    enum ab_level found = AB_NUM_LEVELS;

    t_where.subject = "names";
    for (unsigned i = 0; i < AB_NUM_LEVELS; i++) {
        t_where.extra = i;
        CHECK(ab_level_name((enum ab_level)i) != NULL);
        CHECK(ab_level_parse(ab_level_name((enum ab_level)i), &found) == 1 && found == (enum ab_level)i);
    }
    CHECK(ab_level_name(AB_NUM_LEVELS) == NULL);
    CHECK(ab_level_parse("vaes", &found) == 0);
    CHECK(ab_level_parse("", &found) == 0);
    CHECK(ab_level_parse("VAES512", &found) == 0);
    for (uint32_t bit = 1; bit <= AB_BIT_GFNI; bit <<= 1)
        CHECK(ab_bit_name((enum ab_cpu_bit)bit) != NULL);
    CHECK(ab_bit_name((enum ab_cpu_bit)(AB_BIT_SHA | AB_BIT_ADX)) == NULL);
}

void ab_suite_pick(void)
{
    t_where.check = "choice";
    check_pick();
    check_names();
}
