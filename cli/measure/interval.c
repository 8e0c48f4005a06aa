/* The interval of a median by order statistics. */
#include "cli/measure/interval.h"

#include <math.h>

#include "lab/native/measure/stats.h"

#define OUTSIDE 0.05 /* of the cases an interval leaves out */

/*
 * Return how many values on each side of num >= AB_INTERVAL_LEAST the interval leaves out. That the true median lies
 * below the smallest k + 1 is as likely as at most k heads in num throws of a coin.
 */
static size_t count_outside(size_t num)
{
    double term = pow(0.5, (double)num), sum = term;
    size_t k = 0;

    for (; 2 * (sum + term * (double)(num - k) / (double)(k + 1)) <= OUTSIDE; k++) {
        term *= (double)(num - k) / (double)(k + 1);
        sum += term;
    }
    return k;
}

struct ab_interval ab_interval_of_median(double *logs, size_t num)
{
    struct ab_interval i = { 1, 0, INFINITY };
    size_t outside;

    if (num == 0)
        return i;
    i.value = exp(lab_median(logs, num)); /* sorts */
    if (num < AB_INTERVAL_LEAST)
        return i;
    outside = count_outside(num);
    i.low = exp(logs[outside]);
    i.high = exp(logs[num - 1 - outside]);
    return i;
}
