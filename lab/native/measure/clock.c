/* The time of this thread, and the true clock of its core from chains of dependent additions. */
#include "clock.h"

#include <stdint.h>
#include <time.h>

#include "stats.h"

static double seconds(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double lab_thread_seconds(void)
{
    return seconds(CLOCK_THREAD_CPUTIME_ID);
}

double lab_wall_seconds(void)
{
    return seconds(CLOCK_MONOTONIC);
}

/* Long enough that reading the clock (0.25 us) adds less than 0.5 %. */
enum { CHAIN = 64, ROUNDS = 4000, TRIES = 11 };

/* Add a register, not a constant: recent cores fold constants at rename, which would break the chain. */
static void add_chain(void)
{
    uint64_t x = 0, y = 1, n = ROUNDS;

    __asm__ volatile("1:\n\t"
                     ".rept 64\n\t"
                     "add %1, %0\n\t"
                     ".endr\n\t"
                     "dec %2\n\t"
                     "jnz 1b"
                     : "+r"(x), "+r"(y), "+r"(n)
                     :
                     : "cc");
}

/* Fill hz[TRIES], in rising order. */
static void time_chains(double *hz)
{
    for (int i = 0; i < TRIES; i++) {
        double start = lab_thread_seconds();

        add_chain();
        hz[i] = (double)CHAIN * ROUNDS / (lab_thread_seconds() - start);
    }
    lab_median(hz, TRIES); /* sorts */
}

double lab_core_hz(void)
{
    double hz[TRIES];

    time_chains(hz);
    return hz[TRIES / 2];
}

double lab_core_hz_undisturbed(void)
{
    double hz[TRIES];

    time_chains(hz);
    return hz[TRIES - 1 - TRIES / 4];
}
