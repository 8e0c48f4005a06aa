/*
 * What the silicon allows, measured in the same run: how many AES rounds and carry-less multiplies a cycle at each
 * vector width, the latency of a round, and both units together in the mix that GCM needs.
 */
#ifndef AB_BENCH_LIMITS_H
#define AB_BENCH_LIMITS_H

#include <stdint.h>

#include "afterburner/cpu.h"

enum { BENCH_MIXES = 3 }; /* AES-128, -192, -256: 10, 12 or 14 rounds and 3 multiplies a block */

struct bench_limits {
    unsigned vector_blocks; /* 1, 2 or 4 */
    double aes, clmul;      /* vector instructions a cycle */
    double aes_latency;     /* cycles */
    double mix[BENCH_MIXES]; /* blocks a cycle of 10, 12, 14 rounds with 3 multiplies each */
};

/* The loops of one level; each runs about `num` vectors (a multiple of 8 is best) and touches no memory. */
struct bench_limit_loops {
    unsigned vector_blocks;
    void (*aes)(uint64_t num);     /* num vectors x 10 rounds, twelve side by side */
    void (*clmul)(uint64_t num);   /* num multiplies, eight side by side */
    void (*latency)(uint64_t num); /* num rounds, each on the result of the one before */
    void (*mix[BENCH_MIXES])(uint64_t num); /* num vectors x (10, 12, 14 rounds + 3 multiplies) */
};

extern const struct bench_limit_loops bench_limit_loops_aesni, bench_limit_loops_vaes256, bench_limit_loops_vaes512;

/* Measures a level that the processor has; takes some milliseconds. */
struct bench_limits bench_limits_measure(enum ab_level level);

#endif
