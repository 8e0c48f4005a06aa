/* Which level a make of processor should use, where that is not simply its highest. Data, with reasons. */
#ifndef AB_CPU_POLICY_H
#define AB_CPU_POLICY_H

#include "afterburner/cpu.h"

/* The level to use on this processor, at most cpu->level. If it is lower, *reason says why (static text). */
enum ab_level ab_cpu_policy_level(const struct ab_cpu *cpu, const char **reason);

#endif
