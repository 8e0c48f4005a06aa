/*
 * Time of the provider's glue, through EVP: cases of two classes of work that differ in a secret alone, and must take
 * the same time (welch.h). Each file of this folder has the cases of one subject; glue_timing_test.c runs them.
 */
#ifndef AB_TESTS_CT_GLUE_H
#define AB_TESTS_CT_GLUE_H

#include <stdint.h>
#include <x86intrin.h>

#include "ct/welch.h"
#include "keys.h"

enum { GLUE_NUM = 64 }; /* how many pieces of work a class has */

struct glue_case {
    const char *name;
    bool (*open)(void); /* false: this release, or this processor, does not have it */
    welch_fn *time_one; /* NULL: time_sorted */
    welch_sort_fn *time_sorted;
    void (*close)(void);
};

/* Each ends with one that has no name. */
extern const struct glue_case glue_rsa_cases[], glue_record_cases[], glue_tag_cases[], glue_nonce_cases[],
    glue_import_cases[];

extern int glue_side; /* whose work is timed: MODULE, or DEFAULT to compare with */
extern struct harness glue_harness;
extern struct random glue_random;

/* Any piece of work of a class. */
unsigned glue_any(void);

/* Time runs from glue_start to glue_stop, in ticks of the time-stamp counter. */
static inline uint64_t glue_start(void)
{
    _mm_lfence();
    return __rdtsc();
}

/* The deliberate offender, if it is on, takes a little longer for class 1. */
double glue_stop(uint64_t start, unsigned class);

/* A call that must not fail. */
#define GLUE_MUST(ok) CHECK(ok, "%s failed", #ok)

#endif
