#include "cpu/policy.h"

#include <string.h>

/*
 * Where 512-bit registers are worth their clock. OpenSSL's own AES uses them on every processor that has AVX-512, VAES and
 * VPCLMULQDQ (GCM since 3.1, XTS and CFB later), so what is not used here would be slower than the default provider:
 * GCM with 256-bit registers ran at 0.63 to 0.83 of OpenSSL 3.5's speed from 8 KB on, measured on Zen 5.
 *
 * The large drop of the clock belongs to Skylake and Cascade Lake, which have no VAES and never reach this level. On the
 * makes below it is small or absent:
 * - Intel, Ice Lake and later: at most 100 MHz with one busy core on Ice Lake, none on Rocket Lake (T. Downs, "Ice Lake
 *   AVX-512 Downclocking", 2020, travisdowns.github.io/blog/2020/08/19/icl-avx512-freq.html).
 * - AMD: Zen 4 splits them over 256-bit units, so that nothing is lost (AMD, Software Optimization Guide for the Zen 4
 *   Microarchitecture); on Zen 5 they are nearly twice as fast (measured: docs/speed.md).
 * Other makes were not measured; they use 256-bit registers.
 */
static const char *const uses_512[] = { "GenuineIntel", "AuthenticAMD" };

enum ab_level ab_cpu_policy_level(const struct ab_cpu *cpu, const char **reason)
{
    *reason = NULL;
    if (cpu->level < AB_LEVEL_VAES512)
        return cpu->level;
    for (size_t i = 0; i < sizeof(uses_512) / sizeof(uses_512[0]); i++)
        if (strcmp(cpu->vendor, uses_512[i]) == 0)
            return cpu->level;
    *reason = "512-bit registers were not measured on this make of processor";
    return AB_LEVEL_VAES256;
}
