/* What `afterburner tune` measures: the names that the module serves, and the operations and lengths of each. */
#ifndef AB_CLI_TUNE_TUNE_PLAN_H
#define AB_CLI_TUNE_TUNE_PLAN_H

#include <stdio.h>

#include "lab/native/driver/lab.h"

/* Names of one operation that the module serves, "AES-256-CBC:AES256:2.16...". */
struct ab_tune_served {
    const char *operation, *names;
    char unit[LAB_NAME_LEN]; /* what they are taken away with: their first name, or the type of key */
};

struct ab_tune_task {
    const char *unit;
    const struct lab_kind *kind;
    struct lab_request request;
};

/* Starts as { 0 }. */
struct ab_tune_plan {
    const char *const *only; /* units; NULL: all */
    size_t num_only;
    int quick; /* fewer lengths */
    struct ab_tune_served *served;
    struct ab_tune_task *tasks;
    size_t num_served, num_tasks;
};

/* Plan everything that `side` serves by the module, whose report is `report` (written to, and to be kept). */
void ab_tune_plan_make(struct ab_tune_plan *plan, char *report, const struct lab_side *side);
void ab_tune_plan_free(struct ab_tune_plan *plan);

/* Write the `name` lines of tune_figures.h for what is planned. */
void ab_tune_plan_write(const struct ab_tune_plan *plan, FILE *out);

#endif
