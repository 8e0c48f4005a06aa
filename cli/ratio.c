/* Measuring the ratio of two times: the lab's clock and slices, without its processes and reports. */
#include "ratio.h"

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

/*
 * Of n values in rising order, those of rank n/2 - 0.98 sqrt(n) and n/2 + 0.98 sqrt(n) bound the median of what they
 * were drawn from with 95 %, whatever its distribution (the binomial one of the number below the median, by its normal
 * limit).
 */
static void find_interval(double *values, size_t num, struct ab_ratio *ratio)
{
    size_t half = (size_t)ceil(0.98 * sqrt((double)num));

    ratio->middle = lab_median(values, num); /* sorts */
    ratio->low = values[num / 2 > half ? num / 2 - half : 0];
    ratio->high = values[num / 2 + half < num ? num / 2 + half : num - 1];
}

int ab_ratio_measure(ab_work_fn *work, void *first, void *second, double seconds, struct ab_ratio *ratio)
{
    struct subject s[2] = { { work, first, 1 }, { work, second, 1 } };
    double values[MOST_ROUNDS], round = 0;
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
    for (size_t i = 0; i < rounds; i++)
        if ((values[i] = run_round(s, &random)) < 0)
            return 0;
    find_interval(values, rounds, ratio);
    return 1;
}
