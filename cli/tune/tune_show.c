/* Print the figures of `afterburner tune`, as a table or as JSON. */
#define _GNU_SOURCE
#include "cli/tune/tune_show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/text/say.h"

/* Verdicts in the order of the table. words: for programs; text: for people. */
static const struct {
    enum ab_tune_verdict verdict;
    const char *words, *text;
} verdicts[] = {
    { AB_TUNE_IS_SLOWER, "slower", "slower" },
    { AB_TUNE_IS_UNCONFIRMED, "unconfirmed", "slower at first, not confirmed" },
    { AB_TUNE_IS_SAME, "same", "the same" },
    { AB_TUNE_IS_FASTER, "faster", "faster" },
    { AB_TUNE_IS_UNMEASURED, "unmeasured", "not measured" },
};
enum { NUM_VERDICTS = sizeof(verdicts) / sizeof(verdicts[0]) };

static size_t rank(enum ab_tune_verdict verdict)
{
    size_t i = 0;

    while (verdicts[i].verdict != verdict)
        i++;
    return i;
}

/* ---- for people ---- */

static int compare(const void *a, const void *b)
{
    const struct ab_tune_name *x = *(const struct ab_tune_name *const *)a, *y = *(const struct ab_tune_name *const *)b;
    size_t of_x = rank(x->verdict), of_y = rank(y->verdict);

    if (of_x != of_y)
        return of_x < of_y ? -1 : 1;
    return strcmp(x->kind, y->kind) != 0 ? strcmp(x->kind, y->kind) : strverscmp(x->name, y->name);
}

static void print_ratio(double ratio)
{
    if (ratio == 0)
        printf("  %8s", "");
    else
        printf("  %8.*f", ratio < 9.995 ? 2 : 1, ratio);
}

static void print_name(const struct ab_tune_name *name, int width)
{
    printf("%-*s  %-9s", width, name->name, name->kind);
    for (size_t c = 0; c < AB_TUNE_NUM_CLASSES; c++)
        print_ratio(name->passes[0].classes[c]);
    printf("  %s", verdicts[rank(name->verdict)].text);
    if (name->verdict == AB_TUNE_IS_UNMEASURED)
        printf(": %s", name->why == NULL ? "too slow for this time" : name->why);
    putchar('\n');
}

static void print_counts(const struct ab_tune_figures *f)
{
    size_t num[NUM_VERDICTS] = { 0 };
    const char *comma = " ";

    for (size_t i = 0; i < f->num_names; i++)
        num[rank(f->names[i].verdict)]++;
    printf("\n%zu names:", f->num_names);
    for (size_t i = 0; i < NUM_VERDICTS; i++)
        if (num[i] > 0) {
            printf("%s%zu %s", comma, num[i], verdicts[i].text);
            comma = ", ";
        }
    putchar('\n');
}

static void print_level(const struct ab_tune_figures *f)
{
    if (f->level != NULL && f->at_level.low > 0)
        printf("With cpu = %s, %.2f times as fast (%.2f to %.2f)\n", f->level, f->at_level.value, f->at_level.low,
               f->at_level.high);
}

void ab_tune_show(const struct ab_tune_figures *f)
{
    const struct ab_tune_name **order = calloc(f->num_names + 1, sizeof(const struct ab_tune_name *));
    int width = (int)strlen("name");

    if (order == NULL)
        ab_out_of_memory();
    for (size_t i = 0; i < f->num_names; i++) {
        int len = (int)strlen(f->names[i].name);

        order[i] = &f->names[i];
        width = len > width ? len : width;
    }
    qsort(order, f->num_names, sizeof(const struct ab_tune_name *), compare);
    printf("How many times faster with Afterburner than without, by the length of a message\n\n");
    printf("%-*s  %-9s  %8s  %8s  %8s  %8s\n", width, "name", "operation", "to 64 B", "to 2 KB", "to 16 KB", "a call");
    for (size_t i = 0; i < f->num_names; i++)
        print_name(order[i], width);
    print_counts(f);
    print_level(f);
    free(order);
}

/* ---- for programs ---- */

static void json_interval(struct ab_json *j, const char *key, const struct ab_interval *i)
{
    ab_json_open(j, key, '{');
    ab_json_ratio(j, "value", i->value);
    ab_json_ratio(j, "low", i->low);
    ab_json_ratio(j, "high", i->high);
    ab_json_close(j, '}');
}

static void json_point(struct ab_json *j, const struct ab_tune_point *p)
{
    ab_json_open(j, NULL, '{');
    ab_json_number(j, "pass", p->pass + 1);
    ab_json_text(j, "kind", p->kind);
    ab_json_text(j, "algorithm", p->algorithm);
    ab_json_text(j, "operation", p->operation);
    ab_json_number(j, "bytes", p->figure.bytes);
    ab_json_number(j, "rounds", p->rounds);
    if (p->why == NULL) {
        json_interval(j, "ratio", &p->figure.ratio);
        json_interval(j, "control", &p->figure.control);
    }
    ab_json_text(j, "reason", p->why);
    ab_json_close(j, '}');
}

static void json_name(struct ab_json *j, const struct ab_tune_figures *f, size_t i)
{
    const struct ab_tune_name *name = &f->names[i];

    ab_json_open(j, NULL, '{');
    ab_json_text(j, "name", name->name);
    ab_json_text(j, "operation", name->kind);
    ab_json_text(j, "verdict", verdicts[rank(name->verdict)].words);
    if (name->passes[0].num > 0) {
        json_interval(j, "ratio", &name->passes[0].ratio);
        json_interval(j, "control", &name->passes[0].control);
    }
    ab_json_open(j, "points", '[');
    for (const struct ab_tune_point *p = f->points; p < f->points + f->num_points; p++)
        if (p->name == i)
            json_point(j, p);
    ab_json_close(j, ']');
    ab_json_close(j, '}');
}

void ab_tune_show_json(struct ab_json *j, const struct ab_tune_figures *f)
{
    ab_json_open(j, "names", '[');
    for (size_t i = 0; i < f->num_names; i++)
        json_name(j, f, i);
    ab_json_close(j, ']');
}
