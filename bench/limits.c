#include "limits.h"

#include "lab/measure/clock.h"
#include "lab/measure/stats.h"

enum { NUM = 1 << 14, TRIES = 25 };

/* Cycles a unit of work: the lower quartile of several runs, as a limit is what the silicon does undisturbed. */
static double cycles(void (*loop)(uint64_t), double hz)
{
    double t[TRIES];

    for (int i = 0; i < TRIES; i++) {
        double start = lab_thread_seconds();

        loop(NUM);
        t[i] = (lab_thread_seconds() - start) * hz / NUM;
    }
    lab_median(t, TRIES); /* sorts */
    return t[TRIES / 4];
}

static const struct bench_limit_loops *find_loops(enum ab_level level)
{
    switch (level) {
    case AB_LEVEL_VAES512: return &bench_limit_loops_vaes512;
    case AB_LEVEL_VAES256: return &bench_limit_loops_vaes256;
    default: return &bench_limit_loops_aesni;
    }
}

struct bench_limits bench_limits_measure(enum ab_level level)
{
    const struct bench_limit_loops *loops = find_loops(level);
    struct bench_limits l = { .vector_blocks = loops->vector_blocks };
    double hz;

    cycles(loops->aes, 1); /* wakes the vector units */
    hz = lab_core_hz();
    l.aes = 10 / cycles(loops->aes, hz);
    l.clmul = 1 / cycles(loops->clmul, hz);
    l.aes_latency = cycles(loops->latency, hz);
    for (int i = 0; i < BENCH_MIXES; i++)
        l.mix[i] = loops->vector_blocks / cycles(loops->mix[i], hz);
    return l;
}
