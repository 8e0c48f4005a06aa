#include "features.h"

#include <cpuid.h>

/* One bit of CPUID; 0 if the processor has no such leaf. */
static int cpuid_bit(unsigned leaf, unsigned subleaf, int in_ecx, unsigned bit)
{
    unsigned a = 0, b, c = 0, d;

    if (!__get_cpuid_count(leaf, subleaf, &a, &b, &c, &d))
        return 0;
    return (int)((in_ecx ? c : a) >> bit & 1);
}

/* AVX-512 may be there without VAES, which the ladder of levels does not tell. */
static int has_avx512(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq")
           && __builtin_cpu_supports("avx512vl");
}

static int has_sm3(const struct ab_cpu *cpu)
{
    return cpu->level >= AB_LEVEL_AVX2 && cpuid_bit(7, 0, 0, 0) && cpuid_bit(7, 1, 0, 1);
}

unsigned lab_features(enum ab_level cap)
{
    struct ab_cpu cpu;
    unsigned have = 0;

    ab_cpu_detect(&cpu);
    have |= cpuid_bit(1, 0, 1, 30) ? LAB_RDRAND : 0;
    if (cap >= AB_LEVEL_AESNI) {
        have |= cpu.level >= AB_LEVEL_AESNI ? LAB_AESNI : 0;
        have |= cpu.bits & AB_BIT_SHA ? LAB_SHA : 0;
    }
    if (cap >= AB_LEVEL_AVX2) {
        have |= cpu.level >= AB_LEVEL_AVX2 ? LAB_AVX2 : 0;
        have |= cpu.bits & AB_BIT_ADX ? LAB_ADX : 0;
        have |= cpu.bits & AB_BIT_SHA512 ? LAB_SHA512 : 0;
        have |= cpu.bits & AB_BIT_AVXIFMA ? LAB_AVXIFMA : 0;
        have |= has_sm3(&cpu) ? LAB_SM3 : 0;
    }
    if (cap >= AB_LEVEL_VAES256)
        have |= cpu.level >= AB_LEVEL_VAES256 ? LAB_VAES256 : 0;
    if (cap >= AB_LEVEL_VAES512) {
        have |= cpu.level >= AB_LEVEL_VAES512 ? LAB_VAES512 : 0;
        have |= has_avx512() ? LAB_AVX512 : 0;
        have |= cpu.bits & AB_BIT_IFMA ? LAB_IFMA : 0;
    }
    return have;
}
