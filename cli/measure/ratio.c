/* Measuring the ratio of two times: the lab's clock and slices, without its processes and reports. */
#include "cli/measure/ratio.h"

#include <math.h>

#include "lab/native/measure/clock.h"
#include "lab/native/measure/fill.h"
#include "lab/native/measure/stats.h"

enum { LEAST_ROUNDS = 9, MOST_ROUNDS = 199, MOST_TURNS = 1 << 20 };
#define SLICE_SECONDS 0.001

struct subject {
    ab_work_fn *work;
    void *state;
    size_t turns; /* in a slice */
};

/* A lab_turns_fn. */
static double time_turns(const void *arg, size_t turns)
{
    const struct subject *s = arg;
    double start = lab_thread_seconds();

    return s->work(s->state, turns) ? lab_thread_seconds() - start : -1;
}

/* Time a slice of each, in random order. Return the ratio of the times of one turn, negative if a call failed. */
static double run_round(const struct subject *s, unsigned long long *random)
{
    unsigned first = lab_random(random) % 2;
    double seconds[2];

    for (unsigned i = 0; i < 2; i++) {
        unsigned which = first ^ i;

        seconds[which] = time_turns(&s[which], s[which].turns);
        if (seconds[which] <= 0)
            return -1;
    }
    return seconds[1] / (double)s[1].turns / (seconds[0] / (double)s[0].turns);
}

int ab_ratio_measure(ab_work_fn *work, void *first, void *second, double seconds, struct ab_interval *ratio)
{
    struct subject s[2] = { { work, first, 1 }, { work, second, 1 } };
    double logs[MOST_ROUNDS], round = 0;
    unsigned long long random = 88172645463325252u;
    size_t rounds;

    for (unsigned i = 0; i < 2; i++) {
        double t = lab_fill(time_turns, &s[i], SLICE_SECONDS, MOST_TURNS, &s[i].turns);

        if (t < 0)
            return 0;
        round += t;
    }
    rounds = seconds / round < MOST_ROUNDS ? (size_t)(seconds / round) : MOST_ROUNDS;
    rounds = rounds < LEAST_ROUNDS ? LEAST_ROUNDS : rounds;
    for (size_t i = 0; i < rounds; i++) {
        double quotient = run_round(s, &random);

        if (quotient < 0)
            return 0;
        logs[i] = log(quotient);
    }
    *ratio = ab_interval_of_median(logs, rounds);
    return 1;
}
