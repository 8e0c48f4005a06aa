/* Find how many turns of a loop fill a slice of time. */
#ifndef AB_LAB_FILL_H
#define AB_LAB_FILL_H

#include <stddef.h>

/* Do this many turns and return their seconds, or a negative value if a call failed. */
typedef double lab_turns_fn(const void *arg, size_t turns);

/*
 * Write to *turns the smallest power of two that takes at least `seconds`, or `most` if that is fewer. Return the
 * seconds of so many turns, or a negative value if a call failed. A stall of the machine makes a few turns look long,
 * and a count so found would make each later slice measure little but the reading of the clock; so a count is believed
 * only if the shortest of three runs is long enough, or one takes 50 ms.
 */
double lab_fill(lab_turns_fn *run, const void *arg, double seconds, size_t most, size_t *turns);

#endif
