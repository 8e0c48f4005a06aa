/* From evidence to a forecast: what share of a program's time each algorithm has, and what the module would save. */
#ifndef AB_CLI_ESTIMATE_FORECAST_H
#define AB_CLI_ESTIMATE_FORECAST_H

#include "cli/estimate/evidence.h"

struct ab_forecast {
    double shares[AB_NUM_CLASSES]; /* of all processor time */
    int is_served[AB_NUM_CLASSES]; /* by the module, here */
    double served;                 /* the sum of the shares that are */
    double saving, low, high;      /* of all processor time; low and high hold it with 95 % */
};

/* 0 and one line in error if the module cannot be measured. */
int ab_forecast_make(const struct ab_evidence *evidence, const struct ab_own_crypto *own, const char *module,
                     struct ab_forecast *forecast, char *error, size_t size);

#endif
