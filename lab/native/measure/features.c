/* Query CPUID for the instruction sets that the limits are measured with. */
#include "features.h"

#include <cpuid.h>

/* Return one bit of CPUID, or 0 if the processor lacks the leaf. */
static int cpuid_bit(unsigned leaf, unsigned subleaf, int in_ecx, unsigned bit)
{
    unsigned a = 0, b, c = 0, d;

    if (!__get_cpuid_count(leaf, subleaf, &a, &b, &c, &d))
        return 0;
    return (int)((in_ecx ? c : a) >> bit & 1);
}

static int has_sm3(const struct ab_cpu *cpu)
{
    return cpu->level >= AB_LEVEL_AVX2 && cpuid_bit(7, 0, 0, 0) && cpuid_bit(7, 1, 0, 1);
}

static int has_bits(const struct ab_cpu *cpu, uint32_t bits)
{
    return (cpu->bits & bits) == bits;
}

unsigned lab_features(const struct ab_cap *cap)
{
    struct ab_cpu cpu;
    unsigned have = 0;
    int has_vaes;

    ab_cpu_detect(&cpu);
    if (cap != NULL)
        ab_cpu_cap(&cpu, cap);
    has_vaes = has_bits(&cpu, AB_BIT_VAES | AB_BIT_VPCLMUL);
    have |= cpuid_bit(1, 0, 1, 30) ? LAB_RDRAND : 0;
    have |= cpu.level >= AB_LEVEL_SSE41 && has_bits(&cpu, AB_BIT_AES | AB_BIT_PCLMUL) ? LAB_AESNI : 0;
    have |= cpu.bits & AB_BIT_SHA ? LAB_SHA : 0;
    have |= cpu.level >= AB_LEVEL_AVX2 ? LAB_AVX2 : 0;
    have |= cpu.bits & AB_BIT_ADX ? LAB_ADX : 0;
    have |= cpu.bits & AB_BIT_SHA512 ? LAB_SHA512 : 0;
    have |= cpu.bits & AB_BIT_AVXIFMA ? LAB_AVXIFMA : 0;
    have |= has_sm3(&cpu) ? LAB_SM3 : 0;
    have |= cpu.level >= AB_LEVEL_AVX2 && has_vaes ? LAB_VAES256 : 0;
    have |= cpu.level >= AB_LEVEL_AVX512 ? LAB_AVX512 : 0;
    have |= cpu.level >= AB_LEVEL_AVX512 && has_vaes ? LAB_VAES512 : 0;
    have |= cpu.bits & AB_BIT_IFMA ? LAB_IFMA : 0;
    return have;
}
