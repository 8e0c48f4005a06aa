/* The policy: which processors use 512-bit registers; those that are not listed use 256-bit registers. */
#include "cpu/policy.h"

#include <string.h>

/*
 * OpenSSL's own AES uses 512-bit registers on every processor that has AVX-512, VAES and VPCLMULQDQ (GCM since 3.1,
 * XTS and CFB later), so a narrower choice there would be slower than the default provider: GCM with 256-bit registers
 * ran at 0.63 to 0.83 of OpenSSL 3.5's speed from 8 KB on, measured on Zen 5.
 *
 * On the makes below the clock drops little or not at all:
 * - Intel, Ice Lake and later: at most 100 MHz with one busy core on Ice Lake, none on Rocket Lake (T. Downs, "Ice
 *   Lake AVX-512 Downclocking", 2020, travisdowns.github.io/blog/2020/08/19/icl-avx512-freq.html).
 * - AMD: Zen 4 splits 512-bit operations over 256-bit units, so that nothing is lost (AMD, Software Optimization Guide
 *   for the Zen 4 Microarchitecture); on Zen 5 they are nearly twice as fast (measured: docs/speed.md).
 * Other makes were not measured.
 */
static const char uses_512[][13] = { "GenuineIntel", "AuthenticAMD" };

/*
 * AVX-512 without VAES is Skylake-X, Cascade Lake, Cooper Lake and Cannon Lake. The first three lower the clock of the
 * whole core by several hundred MHz while 512-bit registers are in use (Intel Xeon Processor Scalable Family,
 * Specification Update, "Intel AVX-512 turbo frequencies"; Cloudflare, "On the dangers of Intel's frequency scaling",
 * 2017), which costs the program around a hash more than the hash gains.
 */
static int lowers_clock(const struct ab_cpu *cpu)
{
    return (cpu->bits & AB_BIT_VAES) == 0;
}

static int was_measured(const struct ab_cpu *cpu)
{
    for (size_t i = 0; i < sizeof(uses_512) / sizeof(uses_512[0]); i++)
        if (strcmp(cpu->vendor, uses_512[i]) == 0)
            return 1;
    return 0;
}

void ab_cpu_apply_policy(struct ab_cpu *cpu, const char **reason)
{
    *reason = NULL;
    if (cpu->level < AB_LEVEL_AVX512)
        return;
    if (!was_measured(cpu))
        *reason = "512-bit registers were not measured on this make of processor";
    else if (lowers_clock(cpu))
        *reason = "512-bit registers lower the clock of this processor";
    if (*reason != NULL)
        ab_cpu_lower(cpu, AB_LEVEL_AVX2);
}

int ab_cpu_is_zen_3_or_4(const struct ab_cpu *cpu)
{
    enum { ZEN_3_AND_4 = 0x19 };

    return strcmp(cpu->vendor, "AuthenticAMD") == 0 && cpu->family == ZEN_3_AND_4;
}

int ab_cpu_is_zen_4(const struct ab_cpu *cpu)
{
    return ab_cpu_is_zen_3_or_4(cpu) && cpu->level >= AB_LEVEL_AVX512;
}
