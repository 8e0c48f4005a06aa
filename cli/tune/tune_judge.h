/*
 * How `afterburner tune` judges a name by what was measured. Ratios are times without the module divided by times with
 * it: above 1 the module is faster. A control is the ratio of two measurements without it.
 */
#ifndef AB_CLI_TUNE_TUNE_JUDGE_H
#define AB_CLI_TUNE_TUNE_JUDGE_H

#include <stddef.h>

#include "cli/measure/interval.h"

/* One operation at one length. bytes: 0 for operations without a length. */
struct ab_tune_ratio {
    unsigned long bytes;
    struct ab_interval ratio, control;
};

enum ab_tune_class { AB_TUNE_SMALL, AB_TUNE_MEDIUM, AB_TUNE_LARGE, AB_TUNE_UNSIZED, AB_TUNE_NUM_CLASSES };

/* What one pass says of a name: geometric means over all its points, and over those of each class of lengths. */
struct ab_tune_summary {
    size_t num; /* points; 0: nothing was measured */
    struct ab_interval ratio, control;
    double classes[AB_TUNE_NUM_CLASSES]; /* 0: no point */
    int is_faster, is_slower;
};

/*
 * Judge the points of a name in one pass. It is slower if its mean is below 0.98 and the interval lies below 1 and
 * below that of the control, or if this holds for a single point below 0.95 and no point is above 1.05. It is faster if
 * the mean is above 1.02 and the interval lies above 1 and above that of the control.
 */
void ab_tune_summarise(const struct ab_tune_ratio *points, size_t num, struct ab_tune_summary *summary);

/* What the module gains by a lower level: of one point, the ratio there divided by the usual one. */
struct ab_tune_ratio ab_tune_compare(const struct ab_tune_ratio *lower, const struct ab_tune_ratio *usual);

/*
 * 1 if a lower level is clearly faster by num such ratios, whose mean is then in `mean`: it is above 1.05, with its
 * interval above 1 and above that of the control, and no ratio is below 0.98 with its interval below 1.
 */
int ab_tune_is_level_faster(const struct ab_tune_ratio *ratios, size_t num, struct ab_interval *mean);

#endif
