/*
 * The search for the turns that fill a slice: a stall does not shorten it, a failed call ends it. And the time of an
 * undisturbed run, to which a clock that stood still does not contribute.
 */
#include "lab/native/measure/fill.h"

#include <stdio.h>

#include "lab/native/measure/stats.h"

enum { NEVER = -1, STALL_CALLS = 40, MOST = 1 << 20 };

/* A machine whose turn takes a microsecond. */
struct machine {
    int *calls;
    int stalls_at, fails_at; /* the number of a call, or NEVER */
};

static double run(const void *arg, size_t turns)
{
    const struct machine *m = arg;
    int call = (*m->calls)++;

    if (call == m->fails_at)
        return -1;
    return 1e-6 * (double)turns + (call == m->stalls_at ? 5e-3 : 0);
}

static int failures;

static void check(int ok, const char *what, int at)
{
    if (ok)
        return;
    printf("FAIL: %s (call %d)\n", what, at);
    failures++;
}

static double fill(int stalls_at, int fails_at, double seconds, size_t *turns)
{
    int calls = 0;
    struct machine m = { &calls, stalls_at, fails_at };

    return lab_fill(run, &m, seconds, MOST, turns);
}

static void check_undisturbed(void)
{
    double plain[] = { 9, 2, 3, 4, 1, 5, 6, 7, 8 }, still[] = { 0, 4, 3, -1, 9, 5, 0 }, stopped[] = { 0, -1 },
           one[] = { 7 };

    check(lab_undisturbed(plain, 9) == 3, "the lower quartile of nine", NEVER);
    check(lab_undisturbed(still, 7) == 4, "the lower quartile of those that passed", NEVER);
    check(lab_undisturbed(stopped, 2) == 1e-9, "no time has passed", NEVER);
    check(lab_undisturbed(one, 1) == 7, "a single time", NEVER);
}

int main(void)
{
    size_t turns;
    double t;

    for (int at = NEVER; at < STALL_CALLS; at++) {
        fill(at, NEVER, 100e-6, &turns);
        check(turns == 128, "100 turns are needed, thus 128", at);
    }
    for (int at = 0; at < 8; at++) /* 1, 2, 4 ... 128 */
        check(fill(NEVER, at, 100e-6, &turns) < 0, "a failed call is not reported", at);
    t = fill(NEVER, NEVER, 1e6, &turns);
    check(turns == MOST && t > 1 && t < 1.1, "the limit of turns", NEVER);
    t = fill(NEVER, NEVER, 0, &turns);
    check(turns == 1 && t > 0 && t < 2e-6, "one turn fills nothing", NEVER);
    check_undisturbed();
    return failures != 0;
}
