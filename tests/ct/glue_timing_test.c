/*
 * Timing of the provider's own code (src/provider/), which memcheck does not see: whole EVP calls of two classes that
 * differ only in a secret, in random order, compared by Welch's t of their times. In each case a deliberate offender
 * must be caught (stopwatch.h).
 *
 * Usage: glue_timing_test [--messages N] [--only PART_OF_A_NAME] [--side default]
 */
#include <openssl/err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ct/glue/glue.h"

enum { MESSAGES = 100000 };

int glue_side = MODULE;
struct harness glue_harness;
struct random glue_random = { 17 };
static unsigned num_run;

unsigned glue_any(void)
{
    return random_below(&glue_random, GLUE_NUM);
}

static void run(const struct glue_case *c, unsigned num)
{
    struct stopwatch_verdict v;

    if (!c->open()) {
        printf("%-32s not here\n", c->name);
        return;
    }
    v = stopwatch_judge(&c->work, num);
    printf("%-32s %8.0f ticks, |t| %.1f, offender caught by %u\n", c->name, v.typical, v.t, v.caught);
    fflush(stdout);
    CHECK(v.caught != 0, "%s: the deliberate offender is not caught", c->name);
    CHECK(v.t <= WELCH_CHANCE, "%s: the classes take different times, |t| %.1f in each round", c->name, v.t);
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
