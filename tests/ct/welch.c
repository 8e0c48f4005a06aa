#include "ct/welch.h"

#include <math.h>
#include <stdlib.h>

#include "harness/harness.h"

enum { ROUNDS = 7, FEW = 30 };

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

struct moments {
    double num, mean, squares; /* squares: the sum of squared distances from the mean */
};

static void add(struct moments *m, double x)
{
    double before = x - m->mean;

    m->num++;
    m->mean += before / m->num;
    m->squares += before * (x - m->mean);
}

/* Pieces of work of either type: one of the two is NULL. */
struct work {
    welch_fn *by_class;
    welch_sort_fn *sorted;
};

static double do_one(const struct work *w, unsigned char *class)
{
    unsigned told = (unsigned)t_random_below(2);
    double time = w->by_class != NULL ? w->by_class(told) : w->sorted(&told);

    *class = (unsigned char)told;
    return time;
}

/* Returns |t| of the pieces that took less than the limit, or 0 if a class has too few of them. */
static double t_below(double limit, unsigned num, const double *times, const unsigned char *classes)
{
    struct moments m[2] = { { 0 } };
    double variance;

    for (unsigned n = 0; n < num; n++)
        if (times[n] < limit)
            add(&m[classes[n]], times[n]);
    if (m[0].num < FEW || m[1].num < FEW)
        return 0;
    variance = m[0].squares / (m[0].num * m[0].num) + m[1].squares / (m[1].num * m[1].num);
    return variance > 0 ? fabs(m[0].mean - m[1].mean) / sqrt(variance) : 0;
}

/* Returns |t| of one round, the greatest of several crops; times and sorted are scratch memory. */
static double round_of(const struct work *w, unsigned num, double *times, double *sorted, unsigned char *classes)
{
    static const unsigned kept[] = { 10, 30, 60, 90 }; /* percent */
    double t = 0;

    for (unsigned n = 0; n < num; n++)
        times[n] = sorted[n] = do_one(w, &classes[n]);
    qsort(sorted, num, sizeof(sorted[0]), ascending);
    for (unsigned i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
        t = fmax(t, t_below(sorted[num / 100 * kept[i]], num, times, classes));
    return t;
}

static double least(const struct work *w, unsigned num)
{
    double *times = malloc(2 * num * sizeof(*times)), t = INFINITY;
    unsigned char *classes = malloc(num);
    int is_ready = times != NULL && classes != NULL;

    CHECK(is_ready);
    for (int round = 0; round < ROUNDS && is_ready && t > WELCH_CHANCE; round++)
        t = fmin(t, round_of(w, num, times, times + num, classes));
    free(times);
    free(classes);
    return t;
}

double welch_least(welch_fn *time_one, unsigned num)
{
    return least(&(struct work){ time_one, NULL }, num);
}

double welch_least_sorted(welch_sort_fn *time_one, unsigned num)
{
    return least(&(struct work){ NULL, time_one }, num);
}

int welch_differs(welch_fn *time_one, unsigned num)
{
    return welch_least(time_one, num) > WELCH_CHANCE;
}
