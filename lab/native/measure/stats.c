/* The median, the lower quartile, and a small random generator. */
#include "stats.h"

#include <stdlib.h>

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

double lab_undisturbed(double *seconds, size_t n)
{
    size_t num_useless = 0;

    qsort(seconds, n, sizeof(*seconds), compare);
    while (num_useless < n && seconds[num_useless] <= 0)
        num_useless++;
    return num_useless == n ? 1e-9 : seconds[num_useless + (n - num_useless) / 4];
}
