/* The kernels that this processor can run. */
#ifndef AB_TESTS_LEVELS_H
#define AB_TESTS_LEVELS_H

#include "afterburner/aes.h"

/* Calls test(kernels) for every wanted level that the processor has, lowest first; says which it lacks. */
void t_each_level(void (*test)(const struct ab_aes_kernels *kernels));

/* From the platform: are the AES kernels of this name to be tested here? */
int t_level_wanted(const char *name);

/* Of this processor's bits, enum ab_cpu_bit, those whose instructions are wrong here: what uses them is not tested. */
uint32_t t_untested_bits(const struct ab_cpu *cpu);

#endif
