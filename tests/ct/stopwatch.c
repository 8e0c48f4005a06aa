/* Timing two classes of work: see stopwatch.h. */
#include "ct/stopwatch.h"

enum { SHARE = 30, FIRST = 5000 };

static uint64_t offence; /* in ticks; 0: the offender is disabled */

double stopwatch_stop(uint64_t start, unsigned class)
{
    unsigned last;
    uint64_t end = __rdtscp(&last);

    if (offence == 0 || class == 0)
        return (double)(end - start);
    while (__rdtsc() - end < offence)
        _mm_lfence();
    return (double)(__rdtscp(&last) - start);
}

struct stopwatch_verdict stopwatch_judge(const struct welch_work *w, unsigned num)
{
    struct stopwatch_verdict v = { .typical = welch_typical(w) };

    offence = (uint64_t)(v.typical / SHARE) + 1;
    v.caught = welch_num_to_catch(w, num < FIRST ? num : FIRST);
    offence = 0;
    v.t = welch_least(w, v.caught > num ? v.caught : num);
    return v;
}
