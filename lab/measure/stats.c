#include "stats.h"

#include <stdlib.h>

enum { RESAMPLES = 400, MAX_VALUES = 1024 };

unsigned long long lab_random(unsigned long long *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double lab_median(double *values, size_t n)
{
    qsort(values, n, sizeof(*values), compare);
    return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

struct lab_interval lab_bootstrap(const double *values, size_t n)
{
    double sample[MAX_VALUES], medians[RESAMPLES];
    unsigned long long state = 0x9e3779b97f4a7c15u;
    struct lab_interval r;

    n = n < MAX_VALUES ? n : MAX_VALUES;
    for (int i = 0; i < RESAMPLES; i++) {
        for (size_t j = 0; j < n; j++)
            sample[j] = values[lab_random(&state) % n];
        medians[i] = lab_median(sample, n);
    }
    for (size_t j = 0; j < n; j++)
        sample[j] = values[j];
    r.median = lab_median(sample, n);
    lab_median(medians, RESAMPLES); /* sorts */
    r.low = medians[RESAMPLES / 40];
    r.high = medians[RESAMPLES - 1 - RESAMPLES / 40];
    return r;
}
