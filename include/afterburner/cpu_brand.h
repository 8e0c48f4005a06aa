/* What the processor calls itself. That takes four more CPUID instructions, so ab_cpu_detect leaves it out. */
#ifndef AFTERBURNER_CPU_BRAND_H
#define AFTERBURNER_CPU_BRAND_H

#include "afterburner/cpu.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Write it to cpu->brand: "AMD EPYC 9R14"; empty if the processor has no name. */
AB_API void ab_cpu_read_brand(struct ab_cpu *cpu);

#ifdef __cplusplus
}
#endif

#endif
