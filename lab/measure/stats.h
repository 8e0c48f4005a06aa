/* Medians and their uncertainty. */
#ifndef AB_LAB_STATS_H
#define AB_LAB_STATS_H

#include <stddef.h>

struct lab_interval {
    double median, low, high; /* low..high: 95 % bootstrap interval of the median */
};

/* The median of n >= 1 values, which are reordered. */
double lab_median(double *values, size_t n);

/* The median of n >= 1 values and its interval, from resampling with a fixed seed. Nothing is dropped. */
struct lab_interval lab_bootstrap(const double *values, size_t n);

/* The next number of a small generator (xorshift64); *state must not be 0. */
unsigned long long lab_random(unsigned long long *state);

#endif
