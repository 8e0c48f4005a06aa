/* What `afterburner tune` prints of its figures. */
#ifndef AB_CLI_TUNE_TUNE_SHOW_H
#define AB_CLI_TUNE_TUNE_SHOW_H

#include "cli/text/json.h"
#include "cli/tune/tune_figures.h"

/* A table for people: a line for each name, those that lose first. */
void ab_tune_show(const struct ab_tune_figures *f);

/* The member "names" of an object. */
void ab_tune_show_json(struct ab_json *j, const struct ab_tune_figures *f);

#endif
