/* Where a make of processor should not use its highest level: data, with reasons. */
#ifndef AB_CPU_POLICY_H
#define AB_CPU_POLICY_H

#include "cpu/needs.h"

/* Lowers *cpu to what this processor should use. *reason: why (static text), or NULL if nothing was lowered. */
void ab_cpu_apply_policy(struct ab_cpu *cpu, const char **reason);

/* Whether an implementation is for a processor that can run it. */
typedef int ab_cpu_suits_fn(const struct ab_cpu *cpu);

/* Return 1 if the processor can run the implementation and is one that it is for. suits may be NULL: every one is. */
static inline int ab_cpu_is_for(const struct ab_cpu *cpu, const struct ab_needs *needs, ab_cpu_suits_fn *suits)
{
    return ab_cpu_has(cpu, needs) && (suits == NULL || suits(cpu));
}

/* Return 1 on a Zen 3 or a Zen 4, whatever level is in use; both have four units for integers. */
ab_cpu_suits_fn ab_cpu_is_zen_3_or_4;

/* Return 1 on a Zen 4: AVX-512, and the simplest instructions on vectors take one cycle, unlike on its successor. */
ab_cpu_suits_fn ab_cpu_is_zen_4;

/*
 * Return 1 if most families have kernels for this make of processor. 0: most have portable implementations alone, and
 * only those families are offered that gain there, unless the configuration names others.
 */
int ab_cpu_has_kernels(void);

#endif
