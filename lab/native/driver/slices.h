/* Time several subjects side by side: short slices of each in random order, round after round. */
#ifndef AB_LAB_SLICES_H
#define AB_LAB_SLICES_H

#include <stddef.h>

#include "lab.h"

enum { LAB_MAX_SLICES = 400, LAB_MAX_THREADS = 256 };

struct lab_subject {
    const struct lab_side *side;
    const struct lab_kind *kind;
    void *states[LAB_MAX_THREADS];  /* one per thread */
    double first_seconds;           /* of the first operation, as returned by lab_time_operations */
    size_t per_slice;               /* operations in a slice, of each thread */
    double seconds[LAB_MAX_SLICES]; /* per operation, one value per round; equal indices are the same round */
};

struct lab_timing {
    size_t slices;        /* rounds wanted */
    double slice_seconds; /* length of a slice; at least one operation */
    size_t loops;         /* operations per slice; 0: as many as fill it */
    double most_seconds;  /* for all rounds of all subjects: fewer rounds (or loops) if the operation is slow */
    size_t threads; /* above 1: run together; wall time counts, or for a metered kind the seconds of all threads */
    int wall;       /* wall time instead of CPU time for one thread: for providers with threads of their own */
    unsigned long long seed;
    int (*turn)(void); /* before each round: waits until it may run; 0: it may not. NULL: rounds follow at once */
};

/* Return the seconds of num operations of state i in this thread, CPU or wall time; negative if one failed. */
double lab_time_operations(const struct lab_subject *subject, size_t i, size_t num, int wall);

/* Return the number of rounds, or 0 with the reason in `why`. */
size_t lab_slices_run(struct lab_subject *const *subjects, size_t num, const struct lab_timing *timing, char *why);

#endif
