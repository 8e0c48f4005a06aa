/* Judge a name by its ratios: means with intervals, and the rule for taking a name away. */
#include "cli/tune/tune_judge.h"

#include <math.h>
#include <string.h>

#define SLOWER 0.98
#define FASTER 1.02
#define POINT_SLOWER 0.95
#define POINT_FASTER 1.05
#define LEVEL_FASTER 1.05 /* a setting for all names needs more than one for a single name */

enum { MOST_SMALL = 64, MOST_MEDIUM = 2048 };

/* Sums of logarithms, and of the squares of what lies between them and the ends of their intervals. */
struct sums {
    double value, below, above;
    size_t num;
};

static void add(struct sums *s, const struct ab_interval *i)
{
    double value = log(i->value), below = value - log(i->low), above = log(i->high) - value;

    s->value += value;
    s->below += below * below;
    s->above += above * above;
    s->num++;
}

/* The geometric mean of independent figures. */
static struct ab_interval mean(const struct sums *s)
{
    double num = (double)s->num;

    if (s->num == 0)
        return (struct ab_interval){ 1, 0, INFINITY };
    return (struct ab_interval){ exp(s->value / num), exp((s->value - sqrt(s->below)) / num),
                                 exp((s->value + sqrt(s->above)) / num) };
}

static int is_below(const struct ab_interval *ratio, const struct ab_interval *control, double limit)
{
    return ratio->value < limit && ratio->high < 1 && ratio->high < control->low;
}

static int is_above(const struct ab_interval *ratio, const struct ab_interval *control, double limit)
{
    return ratio->value > limit && ratio->low > 1 && ratio->low > control->high;
}

static enum ab_tune_class find_class(unsigned long bytes)
{
    if (bytes == 0)
        return AB_TUNE_UNSIZED;
    return bytes <= MOST_SMALL ? AB_TUNE_SMALL : bytes <= MOST_MEDIUM ? AB_TUNE_MEDIUM : AB_TUNE_LARGE;
}

/* A single length that loses counts if no other gains. */
static int has_loss(const struct ab_tune_ratio *points, size_t num)
{
    int loss = 0;

    for (size_t i = 0; i < num; i++) {
        if (points[i].ratio.value > POINT_FASTER)
            return 0;
        loss |= is_below(&points[i].ratio, &points[i].control, POINT_SLOWER);
    }
    return loss;
}

void ab_tune_summarise(const struct ab_tune_ratio *points, size_t num, struct ab_tune_summary *summary)
{
    struct sums all = { 0 }, controls = { 0 }, classes[AB_TUNE_NUM_CLASSES] = { { 0 } };

    memset(summary, 0, sizeof(*summary));
    for (size_t i = 0; i < num; i++) {
        add(&all, &points[i].ratio);
        add(&controls, &points[i].control);
        add(&classes[find_class(points[i].bytes)], &points[i].ratio);
    }
    summary->num = num;
    summary->ratio = mean(&all);
    summary->control = mean(&controls);
    for (size_t c = 0; c < AB_TUNE_NUM_CLASSES; c++)
        summary->classes[c] = classes[c].num == 0 ? 0 : mean(&classes[c]).value;
    summary->is_slower = is_below(&summary->ratio, &summary->control, SLOWER) || has_loss(points, num);
    summary->is_faster = is_above(&summary->ratio, &summary->control, FASTER);
}

static struct ab_interval divide(const struct ab_interval *a, const struct ab_interval *b)
{
    return (struct ab_interval){ a->value / b->value, a->low / b->high, a->high / b->low };
}

struct ab_tune_ratio ab_tune_compare(const struct ab_tune_ratio *lower, const struct ab_tune_ratio *usual)
{
    return (struct ab_tune_ratio){ lower->bytes, divide(&lower->ratio, &usual->ratio),
                                   divide(&lower->control, &usual->control) };
}

int ab_tune_is_level_faster(const struct ab_tune_ratio *ratios, size_t num, struct ab_interval *mean)
{
    struct ab_tune_summary summary;

    ab_tune_summarise(ratios, num, &summary);
    *mean = summary.ratio;
    for (size_t i = 0; i < num; i++)
        if (ratios[i].ratio.value < SLOWER && ratios[i].ratio.high < 1)
            return 0;
    return num > 0 && is_above(&summary.ratio, &summary.control, LEVEL_FASTER);
}
