/* Time several subjects side by side in short slices of random order. */
#include "slices.h"

#include <stdio.h>

#include "lab/native/measure/fill.h"
#include "lab/native/measure/stats.h"
#include "threads.h"

/*
 * A slow operation gets at least LEAST_ROUNDS rounds, unless these would take more than LEAST_ROUNDS times the budget.
 */
enum { LEAST_ROUNDS = 3, MAX_PER_SLICE = 1 << 24 };

struct timer {
    const struct lab_timing *timing;
    struct lab_team *team; /* NULL: only this thread */
    struct lab_subject *const *subjects;
    size_t num;
    unsigned long long random;
};

static double time_cpu(const void *subject, size_t num)
{
    return lab_time_operations(subject, 0, num, 0);
}

static double time_wall(const void *subject, size_t num)
{
    return lab_time_operations(subject, 0, num, 1);
}

/* Return the function that times operations of this thread only. */
static lab_turns_fn *alone(const struct timer *timer)
{
    return timer->timing->wall ? time_wall : time_cpu;
}

/* Return the metered CPU seconds of the last run, summed over all threads. */
static double sum_metered(const struct lab_subject *s, size_t threads)
{
    double seconds = 0;

    for (size_t i = 0; i < threads; i++)
        seconds += s->kind->metered(s->states[i]);
    return seconds;
}

/*
 * Time a slice. A team does it in all its threads at once: N threads do N times the operations, but for a metered kind
 * each does its part of them.
 */
static double time_slice(const struct timer *timer, const struct lab_subject *s, size_t num)
{
    size_t threads = timer->timing->threads;
    double seconds;

    if (timer->team == NULL)
        return alone(timer)(s, num);
    seconds = lab_team_run(timer->team, s->kind, s->states, num);
    if (seconds < 0 || s->kind->metered == NULL)
        return seconds / (double)threads;
    return sum_metered(s, threads);
}

/*
 * Find how many operations fill a slice. Return the seconds of such a slice, negative if a call fails. Use one thread:
 * waking a team takes so long that few operations would seem to fill the slice.
 */
static double calibrate(const struct timer *timer, struct lab_subject *s)
{
    return lab_fill(alone(timer), s, timer->timing->slice_seconds / 2, MAX_PER_SLICE, &s->per_slice);
}

/*
 * Set a slice, which takes t seconds now, to the requested loops or as many as the budget allows. Return its seconds.
 */
static double set_loops(const struct timer *timer, struct lab_subject *s, double t)
{
    double one = t / (double)s->per_slice;
    double affordable = timer->timing->most_seconds / (double)(timer->num * timer->timing->slices) / one;

    s->per_slice = affordable < (double)timer->timing->loops ? (size_t)affordable : timer->timing->loops;
    if (s->per_slice == 0)
        s->per_slice = 1;
    return one * (double)s->per_slice;
}

/* Calibrate all subjects. Return the seconds of a round; negative if a call fails. */
static double calibrate_all(struct timer *timer)
{
    double round_seconds = 0;

    for (size_t i = 0; i < timer->num; i++) {
        struct lab_subject *s = timer->subjects[i];
        double t = calibrate(timer, s);

        if (t < 0)
            return t;
        round_seconds += timer->timing->loops > 0 ? set_loops(timer, s, t) : t;
    }
    return round_seconds;
}

/*
 * If one operation of each subject exceeds the budget already, use the first operations as the first round. Return the
 * seconds that it took, else 0.
 */
static double take_first_operations(struct timer *timer)
{
    double round_seconds = 0;

    for (size_t i = 0; i < timer->num; i++)
        round_seconds += timer->subjects[i]->first_seconds;
    if (timer->team != NULL || round_seconds <= timer->timing->most_seconds)
        return 0;
    for (size_t i = 0; i < timer->num; i++) {
        timer->subjects[i]->per_slice = 1;
        timer->subjects[i]->seconds[0] = timer->subjects[i]->first_seconds;
    }
    return round_seconds;
}

static void shuffle(size_t *order, size_t num, unsigned long long *random)
{
    for (size_t i = num; i > 1; i--) {
        size_t j = (size_t)(lab_random(random) % i), t = order[i - 1];

        order[i - 1] = order[j];
        order[j] = t;
    }
}

/*
 * Return how many operations warm the caches before a slice: a tenth of it; where other processes have run since the
 * last round, at least one.
 */
static size_t count_warming(const struct timer *timer, const struct lab_subject *s)
{
    return s->per_slice < 10 && timer->timing->turn != NULL ? 1 : s->per_slice / 10;
}

/* Run a slice of each subject in random order, each after some operations that warm the caches. */
static int run_round(struct timer *timer, size_t round)
{
    size_t order[LAB_MAX_SIDES];

    for (size_t i = 0; i < timer->num; i++)
        order[i] = i;
    shuffle(order, timer->num, &timer->random);
    for (size_t i = 0; i < timer->num; i++) {
        struct lab_subject *s = timer->subjects[order[i]];
        size_t warming = count_warming(timer, s);
        double warm = warming == 0 ? 0 : time_slice(timer, s, warming);
        double t = warm < 0 ? warm : time_slice(timer, s, s->per_slice);

        if (t < 0)
            return 0;
        s->seconds[round] = t / (double)s->per_slice;
    }
    return 1;
}

static size_t count_rounds(const struct lab_timing *timing, double round_seconds)
{
    size_t most = timing->slices < LAB_MAX_SLICES ? timing->slices : LAB_MAX_SLICES;
    size_t least = most < LEAST_ROUNDS ? most : LEAST_ROUNDS;
    double affordable = timing->most_seconds / round_seconds;

    if (affordable * LEAST_ROUNDS < 1)
        return 1;
    if (affordable >= (double)most)
        return most;
    return affordable < (double)least ? least : (size_t)affordable;
}

/* Run the rounds. Return their number, or 0 if a call failed. */
static size_t run_rounds(struct timer *timer)
{
    double first_round = take_first_operations(timer);
    double round_seconds = first_round > 0 ? first_round : calibrate_all(timer);
    size_t rounds = count_rounds(timer->timing, round_seconds);

    if (round_seconds < 0)
        return 0;
    for (size_t r = first_round > 0 ? 1 : 0; r < rounds; r++)
        if ((timer->timing->turn != NULL && !timer->timing->turn()) || !run_round(timer, r))
            return 0;
    return rounds;
}

size_t lab_slices_run(struct lab_subject *const *subjects, size_t num, const struct lab_timing *timing, char *why)
{
    struct timer timer = { .timing = timing, .subjects = subjects, .num = num, .random = timing->seed * 2 + 1 };
    size_t rounds;

    if (timing->threads > 1 && (timer.team = lab_team_new(timing->threads, !timing->wall)) == NULL) {
        snprintf(why, LAB_WHY_LEN, "the system gives no %zu threads", timing->threads);
        return 0;
    }
    rounds = run_rounds(&timer);
    if (rounds == 0)
        lab_why(why, "a call failed while it was timed");
    lab_team_free(timer.team);
    return rounds;
}
