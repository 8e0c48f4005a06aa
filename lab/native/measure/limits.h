/*
 * What the silicon allows, measured: how many instructions of each unit it starts a cycle when all are independent, how
 * long one takes that waits for the one before, and how fast memory is. docs/limits.md says what follows from it.
 */
#ifndef AB_LAB_LIMITS_H
#define AB_LAB_LIMITS_H

#include <stddef.h>

#include "afterburner/cpu.h"

enum { LAB_MAX_LIMITS = 80 };

struct lab_limit {
    const char *name;
    const char *unit; /* "instructions/cycle", "blocks/cycle", "cycles", "bytes/cycle", "GB/s" or "Hz" */
    const char *what;
    double value;
};

struct lab_limits {
    size_t num;
    struct lab_limit list[LAB_MAX_LIMITS];
};

/* Measures all that the processor has under a cap (features.h), NULL for none; about 0.2 s. */
void lab_limits_measure(struct lab_limits *limits, const struct ab_cap *cap);

/* The limit called `name` at a width of 128, 256 or 512 bits ("aes", 512: "aes_512"); 0 if there is none. */
double lab_limits_find(const struct lab_limits *limits, const char *name, unsigned bits);

#endif
