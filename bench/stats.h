/* Medians and their uncertainty. */
#ifndef AB_BENCH_STATS_H
#define AB_BENCH_STATS_H

#include <stddef.h>

struct bench_interval {
    double median, low, high; /* low..high: 95 % bootstrap interval of the median */
};

/* The median of n >= 1 values, which are reordered. */
double bench_median(double *values, size_t n);

/* The median of n >= 1 values and its interval, from resampling with a fixed seed. Nothing is dropped. */
struct bench_interval bench_bootstrap(const double *values, size_t n);

/* The next number of a small generator (xorshift64); *state must not be 0. */
unsigned long long bench_random(unsigned long long *state);

#endif
