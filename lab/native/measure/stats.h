/* The median, the lower quartile, and a small random generator. */
#ifndef AB_LAB_STATS_H
#define AB_LAB_STATS_H

#include <stddef.h>

/* Return the median of n >= 1 values, which are reordered. */
double lab_median(double *values, size_t n);

/*
 * Return the time of a run that nothing has lengthened: the lower quartile of n >= 1 times in seconds, which are
 * reordered. The lowest depends on the jitter of two readings of the clock. Times of 0 and less do not count, since a
 * virtual machine's clock of a thread can stand still for as long as a run takes; a nanosecond if there are no others.
 */
double lab_undisturbed(double *seconds, size_t n);

/* Return the next number of a small generator (xorshift64); *state must not be 0. */
unsigned long long lab_random(unsigned long long *state);

#endif
