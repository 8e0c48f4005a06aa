/*
 * How `afterburner tune` judges: made-up measurements of known truth with the noise of a busy machine, so that the
 * verdict does not depend on this one.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/tune/tune_judge.h"
#include "lab/native/measure/stats.h"

enum { ROUNDS = 20, POINTS = 6, PASSES = 3, NAMES = 2000 };
#define CHECK(condition) ((condition) ? (void)0 : fail(__LINE__, #condition))

static unsigned long long state = 1;

static void fail(int line, const char *condition)
{
    fprintf(stderr, "tune_judge_test.c:%d: %s\n", line, condition);
    exit(1);
}

static double uniform(void)
{
    return (double)(lab_random(&state) >> 11) / 9007199254740992.0;
}

/* A time of 1 with noise: other work lengthens it by up to a tenth, and the clock stalls in one slice of 25. */
static double noisy(void)
{
    double t = 1 + 0.1 * uniform() * uniform();

    return uniform() < 0.04 ? t + 100 * uniform() : t;
}

static struct ab_interval measure(double ratio)
{
    double logs[ROUNDS];

    for (size_t i = 0; i < ROUNDS; i++)
        logs[i] = log(noisy() * ratio / noisy());
    return ab_interval_of_median(logs, ROUNDS);
}

/* Judge a name with these true ratios, with the names of verdicts as in tune_judge.h. */
static struct ab_tune_summary judge(const double *ratios)
{
    static const unsigned long bytes[POINTS] = { 16, 64, 256, 1350, 8192, 16384 };
    struct ab_tune_ratio points[POINTS];
    struct ab_tune_summary summary;

    for (size_t i = 0; i < POINTS; i++)
        points[i] = (struct ab_tune_ratio){ bytes[i], measure(ratios[i]), measure(1) };
    ab_tune_summarise(points, POINTS, &summary);
    return summary;
}

/* Count of NAMES alike those that would be taken away: slower in each of three passes. */
static size_t count_taken(const double *ratios)
{
    size_t taken = 0;

    for (size_t n = 0; n < NAMES; n++) {
        int slower = 1;

        for (size_t pass = 0; pass < PASSES && slower; pass++)
            slower = judge(ratios).is_slower;
        taken += (size_t)slower;
    }
    return taken;
}

static void test_interval(void)
{
    double few[] = { 0, 1, 2, 3, 4 }, six[] = { 5, 0, 3, 1, 4, 2 }, nine[] = { 9, 1, 2, 3, 4, 5, 6, 7, 8 };
    struct ab_interval i = ab_interval_of_median(few, 5);
    size_t covered = 0;

    CHECK(fabs(i.value - exp(2)) < 1e-9 && i.low == 0 && isinf(i.high));
    i = ab_interval_of_median(six, 6);
    CHECK(fabs(log(i.value) - 2.5) < 1e-9 && i.low == 1 && fabs(log(i.high) - 5) < 1e-9);
    i = ab_interval_of_median(nine, 9); /* at most one head in nine throws: 2 percent; at most two: 9 */
    CHECK(fabs(log(i.low) - 2) < 1e-9 && fabs(log(i.high) - 8) < 1e-9);
    for (size_t n = 0; n < NAMES; n++) {
        i = measure(1);
        covered += i.low <= 1 && i.high >= 1;
    }
    CHECK(covered > NAMES * 93 / 100 && covered < NAMES); /* 95 percent or a little more, and not all */
}

static void test_good_names_stay(void)
{
    static const double same[] = { 1, 1, 1, 1, 1, 1 }, faster[] = { 1.01, 1.2, 1.5, 2, 3, 3 },
                        hardly[] = { 0.99, 0.99, 0.99, 0.99, 0.99, 0.99 }, mixed[] = { 0.85, 0.95, 1, 1.1, 1.5, 2 };

    CHECK(count_taken(same) == 0);
    CHECK(count_taken(faster) == 0);
    CHECK(count_taken(hardly) == 0);
    CHECK(count_taken(mixed) == 0); /* loses at some lengths, and gains more at others */
}

static void test_slow_names_go(void)
{
    static const double slow[] = { 0.9, 0.9, 0.9, 0.9, 0.9, 0.9 }, small[] = { 0.85, 0.99, 1, 1, 1, 1 };

    CHECK(count_taken(slow) == NAMES);
    CHECK(count_taken(small) > NAMES * 9 / 10); /* loses at one length, and gains nowhere */
}

/* A control that deviates as much shows that the machine does, not the module. */
static void test_control(void)
{
    struct ab_tune_ratio points[POINTS];
    struct ab_tune_summary summary;

    for (size_t i = 0; i < POINTS; i++)
        points[i] = (struct ab_tune_ratio){ 16, { 0.9, 0.89, 0.91 }, { 0.93, 0.905, 0.95 } };
    ab_tune_summarise(points, POINTS, &summary);
    CHECK(summary.num == POINTS && fabs(summary.ratio.value - 0.9) < 1e-9 && summary.is_slower);
    for (size_t i = 0; i < POINTS; i++)
        points[i].control.low = 0.85;
    ab_tune_summarise(points, POINTS, &summary);
    CHECK(!summary.is_slower && !summary.is_faster);
}

static void test_classes(void)
{
    static const double ratios[] = { 1.5, 1.5, 2, 2, 3, 3 };
    struct ab_tune_summary s = judge(ratios);

    CHECK(s.is_faster && !s.is_slower);
    CHECK(fabs(s.classes[AB_TUNE_SMALL] - 1.5) < 0.15 && fabs(s.classes[AB_TUNE_MEDIUM] - 2) < 0.2);
    CHECK(fabs(s.classes[AB_TUNE_LARGE] - 3) < 0.3 && s.classes[AB_TUNE_UNSIZED] == 0);
    ab_tune_summarise(NULL, 0, &s);
    CHECK(s.num == 0 && !s.is_slower && !s.is_faster);
}

int main(void)
{
    test_interval();
    test_control();
    test_classes();
    test_good_names_stay();
    test_slow_names_go();
    return 0;
}
