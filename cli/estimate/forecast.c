/*
 * The forecast: shares times measured gains. Its interval comes from repetitions: each draws the samples anew from
 * those that were taken, fits the shares anew, and draws each ratio from its own interval.
 */
#include "cli/estimate/forecast.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/native/measure/stats.h"
#include "cli/estimate/mixture.h"
#include "cli/text/say.h"

enum { DRAWS = 200, LEAST_SAMPLES = 20 };
#define FIRST_SECONDS 0.03 /* a first look at every kind of work, */
#define PROFILE_SECONDS 0.3 /* and a longer one at those that may be in the mixture */
#define GAIN_SECONDS 0.4
#define LEAST_SHARE 0.003 /* of all processor time: the gain of less is not measured */

/* Shares of all processor time: by workload where our libcrypto works, by class elsewhere. */
struct shares {
    double own[AB_NUM_WORKLOADS], named[AB_NUM_CLASSES];
};

struct gains {
    struct ab_gain of[AB_NUM_WORKLOADS];
    int is_known[AB_NUM_WORKLOADS];
};

/* ---- shares ---- */

/*
 * Work that the program does in another way than ours, a key exchange without a new key say, may seem to take more time
 * than there is.
 */
static void find_shares(const struct ab_evidence *e, const struct ab_mixture *m, struct shares *shares)
{
    double samples[AB_NUM_WORKLOADS] = { 0 }, sum = 0;

    if (m->num_parts > 0)
        ab_mixture_fit(m, samples);
    for (unsigned i = 0; i < AB_NUM_WORKLOADS; i++)
        sum += samples[i];
    for (unsigned i = 0; i < AB_NUM_WORKLOADS; i++)
        shares->own[i] = samples[i] / (sum > e->total_user ? sum : e->total_user) * e->total_user / e->total;
    for (unsigned i = 0; i < AB_NUM_CLASSES; i++)
        shares->named[i] = (double)e->named[i] / e->total;
}

static double share_of_class(const struct shares *shares, unsigned class)
{
    double sum = shares->named[class];

    for (unsigned i = 0; i < AB_NUM_WORKLOADS; i++)
        sum += ab_workloads[i].class == class ? shares->own[i] : 0;
    return sum;
}

static void learn(const struct ab_own_crypto *own, unsigned part, double seconds, struct ab_mixture *m)
{
    m->totals[part] += ab_learn_profile(&ab_workloads[part], own, seconds, m->parts[part]);
}

/* A part that got hardly any samples at first is looked at again, too. */
static void learn_profiles(const struct ab_evidence *e, const struct ab_own_crypto *own, struct ab_mixture *m)
{
    struct shares shares;

    m->num_parts = AB_NUM_WORKLOADS;
    m->num_functions = own->functions.num + 1;
    for (unsigned i = 0; i < AB_NUM_WORKLOADS; i++) {
        m->parts[i] = calloc(m->num_functions, sizeof(*m->parts[i]));
        if (m->parts[i] == NULL)
            ab_out_of_memory();
        learn(own, i, FIRST_SECONDS, m);
    }
    find_shares(e, m, &shares);
    for (unsigned i = 0; i < AB_NUM_WORKLOADS; i++)
        if (share_of_class(&shares, ab_workloads[i].class) >= LEAST_SHARE
            || (m->totals[i] > 0 && m->totals[i] < LEAST_SAMPLES))
            learn(own, i, PROFILE_SECONDS, m);
}

/* ---- gains ---- */

/*
 * Functions are told apart by class, but not for certain by workload, so all workloads of a class that counts are
 * measured. An algorithm that our libcrypto lacks, but the program's has, is left out.
 */
static int measure_gains(const struct shares *shares, const char *module, struct gains *gains, char *error, size_t size)
{
    unsigned num = 0, num_known = 0;

    memset(gains, 0, sizeof(*gains));
    for (unsigned i = 0; i < AB_NUM_WORKLOADS; i++) {
        if (share_of_class(shares, ab_workloads[i].class) < LEAST_SHARE)
            continue;
        gains->is_known[i] = ab_learn_gain(&ab_workloads[i], module, GAIN_SECONDS, &gains->of[i], error, size);
        num_known += (unsigned)gains->is_known[i];
        num++;
    }
    return num == 0 || num_known > 0;
}

/* About normal, with mean 0 and variance 1: the sum of twelve uniform numbers. */
static double draw_normal(unsigned long long *random)
{
    double sum = -6;

    for (int i = 0; i < 12; i++)
        sum += (double)(lab_random(random) >> 11) / 9007199254740992.0;
    return sum;
}

/* An interval of 95 % has 3.92 standard deviations. */
static double draw_ratio(const struct ab_interval *r, unsigned long long *random)
{
    return r->value + (r->high - r->low) / 3.92 * draw_normal(random);
}

/* The ratio of a class whose workload is not known: one of those between the least and the greatest. */
static double draw_class_ratio(const struct gains *gains, unsigned class, double where)
{
    double least = 0, greatest = 0;
    int num = 0;

    for (unsigned i = 0; i < AB_NUM_WORKLOADS; i++) {
        double r = gains->of[i].ratio.value;

        if (ab_workloads[i].class != class || !gains->is_known[i])
            continue;
        least = num == 0 || r < least ? r : least;
        greatest = num == 0 || r > greatest ? r : greatest;
        num++;
    }
    return num == 0 ? 1 : least + where * (greatest - least);
}

/* ---- the forecast ---- */

/* What the module saves with these shares; with `random`, one of the amounts that it may save. */
static double find_saving(const struct ab_evidence *e, const struct shares *shares, const struct gains *gains,
                          unsigned long long *random)
{
    double saving = 0;

    for (unsigned i = 0; i < AB_NUM_WORKLOADS; i++)
        if (gains->is_known[i])
            saving += shares->own[i]
                      * (1 - (random == NULL ? gains->of[i].ratio.value : draw_ratio(&gains->of[i].ratio, random)));
    for (unsigned i = 0; i < AB_NUM_CLASSES; i++) {
        double where = random == NULL ? 0.5 : (double)(lab_random(random) % 1024) / 1023;
        double share = shares->named[i];

        if (random != NULL && share > 0) /* Poisson: the variance of a number of samples is the number */
            share += draw_normal(random) * share / sqrt((double)e->named[i]);
        saving += share * (1 - draw_class_ratio(gains, i, where));
    }
    return saving;
}

static void find_interval(const struct ab_evidence *e, const struct ab_mixture *m, const struct gains *gains,
                          struct ab_forecast *f)
{
    unsigned long long random = 88172645463325252u;
    struct ab_mixture drawn = *m;
    double savings[DRAWS];
    struct shares shares;

    drawn.seen = calloc(m->num_functions + 1, sizeof(*drawn.seen));
    if (drawn.seen == NULL)
        ab_out_of_memory();
    for (unsigned i = 0; i < DRAWS; i++) {
        ab_mixture_draw(m, &random, drawn.seen);
        find_shares(e, &drawn, &shares);
        savings[i] = find_saving(e, &shares, gains, &random);
    }
    free(drawn.seen);
    lab_median(savings, DRAWS); /* sorts */
    f->low = savings[DRAWS / 40];
    f->high = savings[DRAWS - 1 - DRAWS / 40];
}

static void sum_up(const struct shares *shares, const struct gains *gains, struct ab_forecast *f)
{
    for (unsigned i = 0; i < AB_NUM_WORKLOADS; i++)
        f->is_served[ab_workloads[i].class] |= gains->is_known[i] && gains->of[i].is_served;
    for (unsigned i = 0; i < AB_NUM_CLASSES; i++) {
        f->shares[i] = share_of_class(shares, i);
        f->served += f->is_served[i] ? f->shares[i] : 0;
    }
}

int ab_forecast_make(const struct ab_evidence *e, const struct ab_own_crypto *own, const char *module,
                     struct ab_forecast *f, char *error, size_t size)
{
    struct ab_mixture m = { .seen = e->own };
    struct shares shares;
    struct gains gains;
    int ok;

    memset(f, 0, sizeof(*f));
    if (e->num_own >= LEAST_SAMPLES)
        learn_profiles(e, own, &m);
    find_shares(e, &m, &shares);
    ok = measure_gains(&shares, module, &gains, error, size);
    if (ok) {
        sum_up(&shares, &gains, f);
        f->saving = find_saving(e, &shares, &gains, NULL);
        find_interval(e, &m, &gains, f);
    }
    for (unsigned i = 0; i < m.num_parts; i++)
        free(m.parts[i]);
    return ok;
}
