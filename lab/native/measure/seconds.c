/* The time of this thread. */
#include <time.h>

#include "clock.h"

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
