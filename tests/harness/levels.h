/* The kernels that this processor can run. */
#ifndef AB_TESTS_LEVELS_H
#define AB_TESTS_LEVELS_H

#include "afterburner/aes.h"

/* Calls test(kernels) for every level that has kernels, lowest first; says which levels the processor lacks. */
void t_each_level(void (*test)(const struct ab_aes_kernels *kernels));

#endif
