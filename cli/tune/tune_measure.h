/* The measurements of `afterburner tune`, in a process of their own. */
#ifndef AB_CLI_TUNE_TUNE_MEASURE_H
#define AB_CLI_TUNE_TUNE_MEASURE_H

#include "cli/conf/merge.h"
#include "cli/text/text.h"

struct ab_tune_run {
    const struct ab_settings *settings; /* the module, and what it is configured to */
    const char *const *only;            /* names to measure; NULL: all */
    size_t num_only;
    unsigned pass;  /* as in tune_figures.h */
    double seconds; /* to be spent */
    int quick;      /* fewer lengths and rounds */
};

/*
 * Measure each operation of each name with the module and without, and once more without as control, in slices of
 * random order, and append figures (tune_figures.h). Shows a progress bar. 0, and one line in error, if that fails.
 */
int ab_tune_measure(const struct ab_tune_run *run, struct ab_text *figures, char *error, size_t size);

#endif
