/* How long one piece of work takes beside another, measured side by side in this thread. */
#ifndef AB_CLI_MEASURE_RATIO_H
#define AB_CLI_MEASURE_RATIO_H

#include "cli/measure/interval.h"

/* Do the work this many times. 0: a call failed. */
typedef int ab_work_fn(void *state, size_t turns);

/*
 * Measure the time of the second over the time of the first for about `seconds` of CPU time: short slices of both in
 * random order, round after round, so that a change of the clock or a busy machine meets both. Return 0 if a call
 * failed. Work that takes long gets at least 9 rounds.
 */
int ab_ratio_measure(ab_work_fn *work, void *first, void *second, double seconds, struct ab_interval *ratio);

#endif
