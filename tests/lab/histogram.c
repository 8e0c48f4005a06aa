/* Compare quantiles of the load generator's histogram with those of the times themselves. */
#include "lab/native/load/histogram.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { NUM = 20000 };

static const double WORST = 1.0 / HISTOGRAM_FINE; /* the relative width of a bucket */

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static int check(double found, double wanted, const char *what)
{
    if (fabs(found - wanted) <= WORST * wanted)
        return 0;
    printf("%s: %g, not %g\n", what, found, wanted);
    return 1;
}

/* Make times of every order of magnitude, unsorted. */
static int check_quantiles(void)
{
    static const double shares[] = { 0.01, 0.25, 0.5, 0.9, 0.99, 1 };
    static struct histogram h;
    static uint64_t times[NUM];
    uint64_t state = 1;
    int failures = 0;

    for (size_t i = 0; i < NUM; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        times[i] = (state >> 20) >> (state >> 59);
        histogram_add(&h, times[i]);
    }
    qsort(times, NUM, sizeof(*times), compare);
    for (size_t i = 0; i < sizeof(shares) / sizeof(*shares); i++)
        failures += check(histogram_quantile(&h, shares[i]), (double)times[(size_t)ceil(shares[i] * NUM) - 1],
                          "quantile");
    return failures;
}

static int check_one(uint64_t ns, double wanted)
{
    static struct histogram h;

    h = (struct histogram){ 0 };
    if (histogram_quantile(&h, 0.5) != 0)
        return 1;
    histogram_add(&h, ns);
    return check(histogram_quantile(&h, 0), wanted, "smallest") + check(histogram_quantile(&h, 1), wanted, "largest");
}

int main(void)
{
    static const uint64_t edges[] = {
        0, 1, 63, 64, 127, 128, 129, 255, 256, UINT64_C(1) << 44, (UINT64_C(1) << 45) - 1
    };
    int failures = check_quantiles();

    for (size_t i = 0; i < sizeof(edges) / sizeof(*edges); i++)
        failures += check_one(edges[i], (double)edges[i]);
    failures += check_one(UINT64_MAX, 0x1p45); /* the last bucket holds all longer times */
    return failures != 0;
}
