/*
 * glibc keeps leaves from 2.33 on. The reference is weak, for other C libraries and programs linked statically; the
 * portable module, whose reference has no version, takes the function where there is one.
 */
#include "os/cpuid.h"

#include <string.h>

#if __has_include(<sys/platform/x86.h>)
# include <sys/platform/x86.h>

# pragma weak __x86_get_cpuid_feature_leaf

enum { NOT_KEPT = -1 };

static int index_of(uint32_t leaf, uint32_t subleaf)
{
    if (leaf == 1)
        return CPUID_INDEX_1;
    if (leaf == 7 && subleaf <= 1)
        return subleaf == 0 ? CPUID_INDEX_7 : CPUID_INDEX_7_ECX_1;
    return NOT_KEPT;
}

int ab_cpuid_kept(uint32_t leaf, uint32_t subleaf, uint32_t registers[4])
{
    const int index = index_of(leaf, subleaf);
    const struct cpuid_feature *kept;

    if (index == NOT_KEPT || __x86_get_cpuid_feature_leaf == NULL)
        return 0;
    kept = __x86_get_cpuid_feature_leaf((unsigned)index);
    memcpy(registers, kept->cpuid_array, sizeof(kept->cpuid_array));
    return 1;
}
#else
int ab_cpuid_kept(uint32_t leaf, uint32_t subleaf, uint32_t registers[4])
{
    (void)leaf, (void)subleaf, (void)registers;
    return 0;
}
#endif
