#include "ct/welch.h"

#include <math.h>
#include <stdlib.h>

#include "harness/harness.h"

enum { ROUNDS = 7 };

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

struct moments {
    double num, mean, squares; /* squares: sum of squared distances from the mean */
};

static void add(struct moments *m, double x)
{
    double before = x - m->mean;

    m->num++;
    m->mean += before / m->num;
    m->squares += before * (x - m->mean);
}

/* |t| of one round; times and sorted have room for it. */
static double round_of(welch_fn *time_one, unsigned num, double *times, double *sorted, unsigned char *classes)
{
    struct moments m[2] = { { 0 } };
    double limit;

    for (unsigned n = 0; n < num; n++) {
        classes[n] = (unsigned char)t_random_below(2);
        times[n] = sorted[n] = time_one(classes[n]);
    }
    qsort(sorted, num, sizeof(sorted[0]), ascending);
    limit = sorted[num / 10 * 9];
    for (unsigned n = 0; n < num; n++)
        if (times[n] < limit)
            add(&m[classes[n]], times[n]);
    return fabs(m[0].mean - m[1].mean)
           / sqrt(m[0].squares / (m[0].num * m[0].num) + m[1].squares / (m[1].num * m[1].num));
}

int welch_differs(welch_fn *time_one, unsigned num)
{
    double *times = malloc(2 * num * sizeof(*times));
    unsigned char *classes = malloc(num);
    int differs = times != NULL && classes != NULL;

    CHECK(differs);
    for (int round = 0; round < ROUNDS && differs; round++)
        differs = round_of(time_one, num, times, times + num, classes) > WELCH_CHANCE;
    free(times);
    free(classes);
    return differs;
}
