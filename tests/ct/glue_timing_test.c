/*
 * Timing of the provider's own code (src/provider/), which memcheck does not see: whole EVP calls of two classes that
 * differ only in a secret, in random order, compared by Welch's t of their times. In each case a deliberate offender,
 * which takes 2 % longer for one class, must be caught. A busy machine makes the times noisy, so a difference must
 * appear in each of several rounds, and an offender has several attempts.
 *
 * Usage: glue_timing_test [--messages N] [--only PART_OF_A_NAME] [--side default]
 */
#include <math.h>
#include <openssl/err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ct/glue/glue.h"

enum { MESSAGES = 100000, OFFENDED = 20000, ATTEMPTS = 5, OFFENCE = 30, TYPICAL = 301 };

int glue_side = MODULE;
struct harness glue_harness;
struct random glue_random = { 17 };
static uint64_t offence; /* in ticks; 0: the offender is disabled */
static unsigned num_run;

unsigned glue_any(void)
{
    return random_below(&glue_random, GLUE_NUM);
}

double glue_stop(uint64_t start, unsigned class)
{
    unsigned last;
    uint64_t end = __rdtscp(&last);

    if (offence == 0 || class == 0)
        return (double)(end - start);
    while (__rdtsc() - end < offence)
        _mm_lfence();
    return (double)(__rdtscp(&last) - start);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Returns the median time of some pieces of work. */
static double typical(const struct glue_case *c)
{
    static double times[TYPICAL];
    unsigned class = 0;

    for (unsigned i = 0; i < TYPICAL; i++)
        times[i] = c->time_one != NULL ? c->time_one(0) : c->time_sorted(&class);
    qsort(times, TYPICAL, sizeof(times[0]), ascending);
    return times[TYPICAL / 2];
}

static double least(const struct glue_case *c, unsigned num)
{
    return c->time_one != NULL ? welch_least(c->time_one, num) : welch_least_sorted(c->time_sorted, num);
}

/* Try to catch the offender, with twice the pieces in each attempt, until one succeeds. Returns the greatest t. */
static double catch_offender(const struct glue_case *c, unsigned num, double ticks)
{
    double t = 0;

    offence = (uint64_t)(ticks / OFFENCE) + 20;
    for (unsigned i = 0; i < ATTEMPTS && t <= WELCH_CHANCE; i++)
        t = fmax(t, least(c, num << i));
    offence = 0;
    return t;
}

static void run(const struct glue_case *c, unsigned num)
{
    double ticks, t, offender;

    if (!c->open()) {
        printf("%-32s not here\n", c->name);
        return;
    }
    ticks = typical(c);
    t = least(c, num);
    offender = catch_offender(c, num < OFFENDED ? num : OFFENDED, ticks);
    printf("%-32s %8.0f ticks, |t| %.1f, with the offender %.1f\n", c->name, ticks, t, offender);
    fflush(stdout);
    CHECK(t <= WELCH_CHANCE, "%s: the classes take different times, |t| %.1f in each round", c->name, t);
    CHECK(offender > WELCH_CHANCE, "%s: the deliberate offender is not caught", c->name);
    c->close();
    ERR_clear_error();
    num_run++;
}

int main(int argc, char **argv)
{
    static const struct glue_case *const lists[] = { glue_rsa_cases, glue_record_cases, glue_tag_cases,
                                                     glue_nonce_cases, glue_import_cases };
    const char *messages = option(argc, argv, "--messages"), *only = option(argc, argv, "--only");
    const char *side = option(argc, argv, "--side");

    if (side != NULL && strcmp(side, "default") == 0)
        glue_side = DEFAULT;
    keys_open(&glue_harness, "EC");
    for (unsigned i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
        for (const struct glue_case *c = lists[i]; c->name != NULL; c++)
            if (only == NULL || strstr(c->name, only) != NULL)
                run(c, messages == NULL ? MESSAGES : (unsigned)atoi(messages));
    CHECK(num_run != 0, "no case was run");
    harness_close(&glue_harness);
    return failures != 0;
}
