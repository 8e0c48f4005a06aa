/* Times several subjects side by side: short slices of each in random order, round after round, in thread CPU time. */
#ifndef AB_LAB_SLICES_H
#define AB_LAB_SLICES_H

#include <stddef.h>

#include "lab.h"

enum { LAB_MAX_SLICES = 400 };

struct lab_subject {
    const struct lab_side *side;
    const struct lab_kind *kind;
    void *state;
    size_t per_slice;               /* operations in a slice */
    double seconds[LAB_MAX_SLICES]; /* of one operation, a value for each round; same index, same round */
};

struct lab_timing {
    size_t slices;        /* rounds wanted */
    double slice_seconds; /* length of a slice; at least one operation */
    double most_seconds;  /* for all rounds of all subjects: fewer rounds if the operation is slow, at least three */
    unsigned long long seed;
};

/* Returns the number of rounds that were made, or 0 with the reason in `why`. */
size_t lab_slices_run(struct lab_subject *subjects, size_t num, const struct lab_timing *timing, char *why);

#endif
