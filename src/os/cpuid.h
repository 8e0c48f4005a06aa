/* What the C library read of CPUID when the process began: in virtual machines CPUID traps, for microseconds. */
#ifndef AB_OS_CPUID_H
#define AB_OS_CPUID_H

#include <stdint.h>

/* Write EAX, EBX, ECX and EDX of a leaf and return 1; return 0 if the C library does not keep this one. */
int ab_cpuid_kept(uint32_t leaf, uint32_t subleaf, uint32_t registers[4]);

#endif
