/* The median, and a small random generator. */
#ifndef AB_LAB_STATS_H
#define AB_LAB_STATS_H

#include <stddef.h>

/* Return the median of n >= 1 values, which are reordered. */
double lab_median(double *values, size_t n);

/* Return the next number of a small generator (xorshift64); *state must not be 0. */
unsigned long long lab_random(unsigned long long *state);

#endif
