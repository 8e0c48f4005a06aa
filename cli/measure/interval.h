/* A ratio that was measured, with what noise leaves open. */
#ifndef AB_CLI_MEASURE_INTERVAL_H
#define AB_CLI_MEASURE_INTERVAL_H

#include <stddef.h>

/* A ratio and its interval of 95 %. */
struct ab_interval {
    double value, low, high;
};

/* With fewer values nothing is claimed: all of five lie on one side of their true median once in 16 times. */
enum { AB_INTERVAL_LEAST = 6 };

/*
 * The median of ratios of which `logs` has the logarithms, which are reordered. The interval is that of the order
 * statistics, which assumes nothing of the noise; with fewer than AB_INTERVAL_LEAST it reaches from 0 to infinity.
 */
struct ab_interval ab_interval_of_median(double *logs, size_t num);

#endif
