#include "slices.h"

#include <stdio.h>

#include "lab/measure/clock.h"
#include "lab/measure/stats.h"

enum { LEAST_ROUNDS = 3, MAX_PER_SLICE = 1 << 24 };

/* Seconds of num operations; negative if one failed. */
static double time_slice(struct lab_subject *s, size_t num)
{
    double start = lab_thread_seconds();

    return s->kind->run(s->state, num) ? lab_thread_seconds() - start : -1;
}

/* Finds how many operations fill a slice; the seconds of such a slice, negative if a call fails. */
static double calibrate(struct lab_subject *s, double seconds)
{
    for (s->per_slice = 1;; s->per_slice *= 2) {
        double t = time_slice(s, s->per_slice);

        if (t < 0 || t >= seconds / 2 || s->per_slice >= MAX_PER_SLICE)
            return t;
    }
}

static void shuffle(size_t *order, size_t num, unsigned long long *random)
{
    for (size_t i = num - 1; i > 0; i--) {
        size_t j = (size_t)(lab_random(random) % (i + 1)), t = order[i];

        order[i] = order[j];
        order[j] = t;
    }
}

/* A slice of each subject in random order; a tenth of a slice before each warms the caches that the others have used. */
static int run_round(struct lab_subject *subjects, size_t num, size_t round, unsigned long long *random)
{
    size_t order[LAB_MAX_SIDES];

    for (size_t i = 0; i < num; i++)
        order[i] = i;
    shuffle(order, num, random);
    for (size_t i = 0; i < num; i++) {
        struct lab_subject *s = &subjects[order[i]];
        double t = s->per_slice >= 10 && !s->kind->run(s->state, s->per_slice / 10) ? -1 : time_slice(s, s->per_slice);

        if (t < 0)
            return 0;
        s->seconds[round] = t / (double)s->per_slice;
    }
    return 1;
}

static size_t count_rounds(const struct lab_timing *timing, double round_seconds)
{
    double affordable = timing->most_seconds / round_seconds;
    size_t rounds = affordable < (double)timing->slices ? (size_t)affordable : timing->slices;

    rounds = rounds < LEAST_ROUNDS ? LEAST_ROUNDS : rounds;
    return rounds > LAB_MAX_SLICES ? LAB_MAX_SLICES : rounds;
}

size_t lab_slices_run(struct lab_subject *subjects, size_t num, const struct lab_timing *timing, char *why)
{
    unsigned long long random = timing->seed * 2 + 1; /* never 0 */
    double round_seconds = 0;
    size_t rounds;

    for (size_t i = 0; i < num; i++) {
        double t = calibrate(&subjects[i], timing->slice_seconds);

        if (t < 0) {
            lab_why(why, "a call failed before the timing");
            return 0;
        }
        round_seconds += t;
    }
    rounds = count_rounds(timing, round_seconds);
    for (size_t r = 0; r < rounds; r++)
        if (!run_round(subjects, num, r, &random)) {
            lab_why(why, "a call failed while it was timed");
            return 0;
        }
    return rounds;
}
