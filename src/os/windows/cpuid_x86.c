/* The C libraries of Windows keep no leaves. */
#include "os/cpuid.h"

int ab_cpuid_kept(uint32_t leaf, uint32_t subleaf, uint32_t registers[4])
{
    (void)leaf, (void)subleaf, (void)registers;
    return 0;
}
