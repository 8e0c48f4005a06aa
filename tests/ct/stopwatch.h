/*
 * Time pieces of work of two classes in ticks of the time-stamp counter, and judge by welch.h whether they take the
 * same time. A deliberate offender, which makes pieces of class 1 take a thirtieth longer, must be caught first; the
 * real code is then judged by as many pieces as that took.
 */
#ifndef AB_TESTS_CT_STOPWATCH_H
#define AB_TESTS_CT_STOPWATCH_H

#include <stdint.h>
#include <x86intrin.h>

#include "ct/welch.h"

static inline uint64_t stopwatch_start(void)
{
    _mm_lfence();
    return __rdtsc();
}

/* Returns the ticks since the start. The deliberate offender, if enabled, takes a little longer for class 1. */
double stopwatch_stop(uint64_t start, unsigned class);

struct stopwatch_verdict {
    double typical;  /* median ticks of a piece */
    unsigned caught; /* pieces in a round with which the offender is caught; 0: it is not caught */
    double t;        /* the least |t| of the real code */
};

/* Judge work that is timed by stopwatch_stop, by at least num pieces in a round. */
struct stopwatch_verdict stopwatch_judge(const struct welch_work *w, unsigned num);

#endif
