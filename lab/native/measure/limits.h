/*
 * Measure what the processor allows: the throughput of each execution unit with independent instructions, the latency
 * with dependent ones, and the bandwidth of memory. docs/limits.md derives bounds from it.
 */
#ifndef AB_LAB_LIMITS_H
#define AB_LAB_LIMITS_H

#include <stddef.h>

#include "afterburner/cpu.h"
#include "limit.h"

enum { LAB_MAX_LIMITS = 80 };

struct lab_limits {
    size_t num;
    struct lab_limit list[LAB_MAX_LIMITS];
};

/* Measure every unit that the processor has under a cap (see features.h), NULL for none; about 0.2 s. */
void lab_limits_measure(struct lab_limits *limits, const struct ab_cap *cap);

/* Return the limit `name` at a width of 128, 256 or 512 bits ("aes", 512: "aes_512"), or 0 if there is none. */
double lab_limits_find(const struct lab_limits *limits, const char *name, unsigned bits);

#endif
