/* The true clock of the core, from chains of dependent additions. */
#include "clock.h"

#include "stats.h"

/* Long enough that reading the clock (0.25 us) adds less than 0.5 %. */
enum { CHAIN = 64, ROUNDS = 4000, TRIES = 11 };

/* Add a register, not a constant: recent cores fold constants at rename, which would break the chain. */
static void add_chain(void)
{
    unsigned long x = 0, y = 1, n = ROUNDS;

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

/* The seconds of each of several chains. */
static void time_chains(double seconds_of[TRIES])
{
    for (int i = 0; i < TRIES; i++) {
        double start = lab_thread_seconds();

        add_chain();
        seconds_of[i] = lab_thread_seconds() - start;
    }
}

double lab_core_hz(void)
{
    double seconds_of[TRIES];

    time_chains(seconds_of);
    return (double)CHAIN * ROUNDS / lab_median(seconds_of, TRIES);
}

double lab_core_hz_undisturbed(void)
{
    double seconds_of[TRIES];

    time_chains(seconds_of);
    return (double)CHAIN * ROUNDS / lab_undisturbed(seconds_of, TRIES);
}
