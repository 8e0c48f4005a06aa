/* Names of levels and bits, and the caps that configuration and environment may name. */
#include "afterburner/cpu.h"

#include <string.h>

static const char level_names[AB_NUM_LEVELS][8] = {
    [AB_LEVEL_NONE] = "none",
    [AB_LEVEL_SSE41] = "sse41",
    [AB_LEVEL_AVX2] = "avx2",
    [AB_LEVEL_AVX512] = "avx512",
};

/* Each bit with the lowest level that its instructions can be used at: their encoding and their registers. */
static const struct {
    enum ab_cpu_bit bit;
    enum ab_level level;
    char name[8];
} bit_sets[] = {
    { AB_BIT_AES, AB_LEVEL_SSE41, "aes" },        { AB_BIT_PCLMUL, AB_LEVEL_SSE41, "pclmul" },
    { AB_BIT_VAES, AB_LEVEL_AVX2, "vaes" },       { AB_BIT_VPCLMUL, AB_LEVEL_AVX2, "vpclmul" },
    { AB_BIT_SHA, AB_LEVEL_SSE41, "sha" },        { AB_BIT_SHA512, AB_LEVEL_AVX2, "sha512" },
    { AB_BIT_ADX, AB_LEVEL_AVX2, "adx" },         { AB_BIT_IFMA, AB_LEVEL_AVX512, "ifma" },
    { AB_BIT_AVXIFMA, AB_LEVEL_AVX2, "avxifma" }, { AB_BIT_VBMI2, AB_LEVEL_AVX512, "vbmi2" },
    { AB_BIT_GFNI, AB_LEVEL_SSE41, "gfni" },
};

static const struct ab_cap caps[] = {
    { "none", AB_LEVEL_NONE, 0, 0 },
    { "sse41", AB_LEVEL_SSE41, 0, 0 },
    { "avx2", AB_LEVEL_AVX2, AB_BIT_VAES | AB_BIT_VPCLMUL, 0 },
    { "avx512", AB_LEVEL_AVX512, 0, 0 },
    { "aesni", AB_LEVEL_SSE41, 0, AB_BIT_AES | AB_BIT_PCLMUL },
    { "vaes256", AB_LEVEL_AVX2, 0, AB_BIT_VAES | AB_BIT_VPCLMUL },
    { "vaes512", AB_LEVEL_AVX512, 0, AB_BIT_VAES | AB_BIT_VPCLMUL },
};

const char *ab_level_name(enum ab_level level)
{
    return (unsigned)level < AB_NUM_LEVELS ? level_names[level] : NULL;
}

const char *ab_bit_name(enum ab_cpu_bit bit)
{
    for (size_t i = 0; i < sizeof(bit_sets) / sizeof(bit_sets[0]); i++)
        if (bit_sets[i].bit == bit)
            return bit_sets[i].name;
    return NULL;
}

void ab_cpu_lower(struct ab_cpu *cpu, enum ab_level level)
{
    if (cpu->level <= level)
        return;
    cpu->level = level;
    for (size_t i = 0; i < sizeof(bit_sets) / sizeof(bit_sets[0]); i++)
        if (bit_sets[i].level > level)
            cpu->bits &= ~(uint32_t)bit_sets[i].bit;
}

const struct ab_cap *ab_cap_find(const char *name)
{
    for (size_t i = 0; i < sizeof(caps) / sizeof(caps[0]); i++)
        if (strcmp(caps[i].name, name) == 0)
            return &caps[i];
    return NULL;
}

int ab_cap_is_present(const struct ab_cap *cap, const struct ab_cpu *cpu)
{
    return cpu->level >= cap->level && (cpu->bits & cap->requires_bits) == cap->requires_bits;
}

int ab_cpu_cap(struct ab_cpu *cpu, const struct ab_cap *cap)
{
    const struct ab_cpu before = *cpu;

    ab_cpu_lower(cpu, cap->level);
    cpu->bits &= ~cap->removes;
    return cpu->level != before.level || cpu->bits != before.bits;
}
