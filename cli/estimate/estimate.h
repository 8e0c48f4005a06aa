/* What `afterburner estimate` has found, and its two forms in print. */
#ifndef AB_CLI_ESTIMATE_ESTIMATE_H
#define AB_CLI_ESTIMATE_ESTIMATE_H

#include "cli/estimate/forecast.h"
#include "cli/estimate/sampler.h"
#include "cli/top/targets.h"

struct ab_estimate {
    char **words; /* the targets as they were given */
    int num_words, json;
    double seconds; /* to watch; then: watched */
    struct ab_targets targets;
    struct ab_sampler sampler;
    const char *method;
    unsigned num_refused, num_with_module;
    struct ab_evidence evidence;
    int is_enough; /* there are samples enough for a forecast */
    struct ab_forecast forecast;
};

void ab_estimate_print(const struct ab_estimate *e);
void ab_estimate_print_json(const struct ab_estimate *e);

#endif
