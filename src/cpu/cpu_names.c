#include "afterburner/cpu.h"

#include <string.h>

static const char *const level_names[AB_NUM_LEVELS] = {
    [AB_LEVEL_NONE] = "none",       [AB_LEVEL_AESNI] = "aesni",     [AB_LEVEL_AVX2] = "avx2",
    [AB_LEVEL_VAES256] = "vaes256", [AB_LEVEL_VAES512] = "vaes512",
};

const char *ab_level_name(enum ab_level level)
{
    return (unsigned)level < AB_NUM_LEVELS ? level_names[level] : NULL;
}

int ab_level_parse(const char *name, enum ab_level *level)
{
    for (unsigned i = 0; i < AB_NUM_LEVELS; i++)
        if (strcmp(name, level_names[i]) == 0) {
            *level = (enum ab_level)i;
            return 1;
        }
    return 0;
}

const char *ab_bit_name(enum ab_cpu_bit bit)
{
    switch (bit) {
    case AB_BIT_SHA: return "sha";
    case AB_BIT_SHA512: return "sha512";
    case AB_BIT_ADX: return "adx";
    case AB_BIT_IFMA: return "ifma";
    case AB_BIT_AVXIFMA: return "avxifma";
    case AB_BIT_GFNI: return "gfni";
    }
    return NULL;
}
