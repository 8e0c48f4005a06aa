/* Comparing the times of two classes of work by Welch's t: see welch.h. */
#include "ct/welch.h"

#include <math.h>
#include <stdlib.h>

#include "harness/harness.h"

enum { ROUNDS = 7, FEW = 30, DOUBLINGS = 6, TYPICAL = 301 };

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

static double do_one(const struct welch_work *w, unsigned *class)
{
    return w->by_class != NULL ? w->by_class(*class) : w->sorted(class);
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
static double round_of(const struct welch_work *w, unsigned num, double *times, double *sorted, unsigned char *classes)
{
    static const unsigned kept[] = { 10, 30, 60, 90 }; /* percent */
    double t = 0;

    for (unsigned n = 0; n < num; n++) {
        unsigned class = (unsigned)t_random_below(2);

        times[n] = sorted[n] = do_one(w, &class);
        classes[n] = (unsigned char)class;
    }
    qsort(sorted, num, sizeof(sorted[0]), ascending);
    for (unsigned i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
        t = fmax(t, t_below(sorted[num / 100 * kept[i]], num, times, classes));
    return t;
}

double welch_least(const struct welch_work *w, unsigned num)
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

int welch_differs(const struct welch_work *w, unsigned num)
{
    return welch_least(w, num) > WELCH_CHANCE;
}

unsigned welch_num_to_catch(const struct welch_work *offender, unsigned num)
{
    for (unsigned i = 0; i <= DOUBLINGS; i++)
        if (welch_differs(offender, num << i))
            return num << i;
    return 0;
}

double welch_typical(const struct welch_work *w)
{
    double times[TYPICAL];

    for (unsigned n = 0; n < TYPICAL; n++) {
        unsigned class = 0;

        times[n] = do_one(w, &class);
    }
    qsort(times, TYPICAL, sizeof(times[0]), ascending);
    return times[TYPICAL / 2];
}
