#include "cpu/policy.h"

#include <string.h>

/*
 * Intel cores before Sapphire Rapids lower their clock while 512-bit registers are in use, for everything that runs on
 * the core and for some milliseconds after (Intel 64 and IA-32 Optimization Reference Manual, "Skylake Server Power
 * Management"; the ranges were narrowed in Ice Lake, not removed). A few records of AES do not earn that back, so these
 * models use 256-bit registers.
 */
static const struct {
    uint32_t family, model;
} avoids_512[] = {
    { 6, 0x6a }, /* Ice Lake server */
    { 6, 0x6c }, /* Ice Lake D */
    { 6, 0x7d }, /* Ice Lake */
    { 6, 0x7e }, /* Ice Lake mobile */
    { 6, 0x8c }, /* Tiger Lake mobile */
    { 6, 0x8d }, /* Tiger Lake */
    { 6, 0xa7 }, /* Rocket Lake */
};

enum ab_level ab_cpu_policy_level(const struct ab_cpu *cpu, const char **reason)
{
    *reason = NULL;
    if (cpu->level < AB_LEVEL_VAES512 || strcmp(cpu->vendor, "GenuineIntel") != 0)
        return cpu->level;
    for (size_t i = 0; i < sizeof(avoids_512) / sizeof(avoids_512[0]); i++)
        if (cpu->family == avoids_512[i].family && cpu->model == avoids_512[i].model) {
            *reason = "512-bit registers lower the clock on this model";
            return AB_LEVEL_VAES256;
        }
    return cpu->level;
}
