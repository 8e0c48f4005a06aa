/*
 * Timing of the provider's own code, through EVP: each case has two classes of work that differ only in a secret and
 * must take the same time (welch.h). Each file of this folder has the cases of one subject; glue_timing_test.c runs
 * them.
 */
#ifndef AB_TESTS_CT_GLUE_H
#define AB_TESTS_CT_GLUE_H

#include <stdint.h>

#include "ct/stopwatch.h"
#include "keys.h"

enum { GLUE_NUM = 64 }; /* pieces of work in each class */

struct glue_case {
    const char *name;
    bool (*open)(void); /* returns false if this release or processor lacks it */
    struct welch_work work;
    void (*close)(void);
};

/* Each table ends with a case without a name. */
extern const struct glue_case glue_rsa_cases[], glue_record_cases[], glue_tag_cases[], glue_nonce_cases[],
    glue_import_cases[];

extern int glue_side; /* whose work is timed: MODULE, or DEFAULT for comparison */
extern struct harness glue_harness;
extern struct random glue_random;

/* Choose any piece of work of a class. */
unsigned glue_any(void);

/* For a call that must not fail. */
#define GLUE_MUST(ok) CHECK(ok, "%s failed", #ok)

#endif
