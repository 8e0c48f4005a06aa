/* Maximum likelihood by expectation and maximization (Dempster, Laird, Rubin 1977), for known profiles. */
#include "cli/estimate/mixture.h"

#include <stdlib.h>
#include <string.h>

#include "lab/native/measure/stats.h"
#include "cli/text/say.h"

enum { ROUNDS = 300 };
#define LITTLE 0.01      /* of what is nobody's, at first: what the parts explain should not go there */
#define LEAST_SHARE 0.01 /* of a part: a function with less is not one of those that it is known by */

/* The functions that parts are known by, closed up. */
struct core {
    size_t num, *functions;
    double *profiles;             /* [function * num_parts + part]: the part's share, 1 in all */
    double inside[AB_MOST_PARTS]; /* the share of a part's samples that is in these functions; 0: it does not count */
};

static double share(const struct ab_mixture *m, unsigned part, size_t function)
{
    return m->parts[part] == NULL || m->totals[part] == 0 ? 0
                                                          : (double)m->parts[part][function] / (double)m->totals[part];
}

static int is_core(const struct ab_mixture *m, size_t function)
{
    for (unsigned part = 0; part < m->num_parts; part++)
        if (share(m, part, function) >= LEAST_SHARE)
            return 1;
    return 0;
}

static void fill_profiles(const struct ab_mixture *m, struct core *core)
{
    for (size_t i = 0; i < core->num; i++)
        for (unsigned part = 0; part < m->num_parts; part++)
            core->inside[part] += core->profiles[i * m->num_parts + part] = share(m, part, core->functions[i]);
    for (size_t i = 0; i < core->num; i++)
        for (unsigned part = 0; part < m->num_parts; part++)
            if (core->inside[part] > 0)
                core->profiles[i * m->num_parts + part] /= core->inside[part];
}

static void find_core(const struct ab_mixture *m, struct core *core)
{
    memset(core, 0, sizeof(*core));
    core->functions = calloc(m->num_functions + 1, sizeof(*core->functions));
    if (core->functions == NULL)
        ab_out_of_memory();
    for (size_t f = 0; f < m->num_functions; f++)
        if (is_core(m, f))
            core->functions[core->num++] = f;
    core->profiles = calloc(core->num * m->num_parts + 1, sizeof(*core->profiles));
    if (core->profiles == NULL)
        ab_out_of_memory();
    fill_profiles(m, core);
}

/*
 * One round: share out each function's samples among the parts in proportion to what each is expected to have there.
 * One more part has all functions alike: what the program does besides.
 */
static void improve(const struct ab_mixture *m, const struct core *core, double *weights)
{
    double next[AB_MOST_PARTS + 1] = { 0 };

    for (size_t i = 0; i < core->num; i++) {
        const double *profile = core->profiles + i * m->num_parts;
        double seen = m->seen[core->functions[i]], other = weights[m->num_parts] / (double)core->num, sum = other;

        if (seen == 0)
            continue;
        for (unsigned part = 0; part < m->num_parts; part++)
            sum += weights[part] * profile[part];
        if (sum <= 0)
            continue;
        for (unsigned part = 0; part < m->num_parts; part++)
            next[part] += seen * weights[part] * profile[part] / sum;
        next[m->num_parts] += seen * other / sum;
    }
    memcpy(weights, next, (m->num_parts + 1) * sizeof(*weights));
}

void ab_mixture_fit(const struct ab_mixture *m, double *samples)
{
    double weights[AB_MOST_PARTS + 1];
    struct core core;

    find_core(m, &core);
    for (unsigned part = 0; part <= m->num_parts; part++)
        weights[part] = part == m->num_parts ? LITTLE : core.inside[part] > 0 ? 1 : 0;
    for (unsigned i = 0; i < ROUNDS; i++)
        improve(m, &core, weights);
    for (unsigned part = 0; part < m->num_parts; part++)
        samples[part] = core.inside[part] > 0 ? weights[part] / core.inside[part] : 0;
    free(core.functions);
    free(core.profiles);
}

void ab_mixture_draw(const struct ab_mixture *m, unsigned long long *random, uint32_t *drawn)
{
    uint32_t *of;
    size_t num = 0, at = 0;

    for (size_t f = 0; f < m->num_functions; f++)
        num += m->seen[f];
    memset(drawn, 0, m->num_functions * sizeof(*drawn));
    of = calloc(num + 1, sizeof(*of));
    if (of == NULL)
        ab_out_of_memory();
    for (size_t f = 0; f < m->num_functions; f++)
        for (uint32_t i = 0; i < m->seen[f]; i++)
            of[at++] = (uint32_t)f;
    for (size_t i = 0; i < num; i++)
        drawn[of[lab_random(random) % num]]++;
    free(of);
}
