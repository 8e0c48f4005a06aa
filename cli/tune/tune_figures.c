/* Read figures, and judge each name by them. */
#define _GNU_SOURCE
#include "cli/tune/tune_figures.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "afterburner/cpu.h"
#include "cli/text/say.h"

enum { MAX_FIELDS = 16 };

/* The fields of a line; those behind the last are "". */
struct line {
    char *fields[MAX_FIELDS];
    size_t num;
};

static void split(char *text, struct line *line)
{
    static char none[1];

    line->num = 0;
    for (char *rest = text, *field; line->num < MAX_FIELDS && (field = strsep(&rest, "\t")) != NULL;)
        line->fields[line->num++] = field;
    for (size_t i = line->num; i < MAX_FIELDS; i++)
        line->fields[i] = none;
}

static int read_number(const char *text, unsigned long *number)
{
    char *end;

    errno = 0;
    *number = strtoul(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0;
}

/* Three fields: a ratio and its interval. */
static int read_interval(char *const *fields, struct ab_interval *i)
{
    double *const numbers[] = { &i->value, &i->low, &i->high };

    for (size_t n = 0; n < 3; n++) {
        char *end;

        *numbers[n] = strtod(fields[n], &end);
        if (end == fields[n] || *end != '\0' || isnan(*numbers[n]) || *numbers[n] < 0)
            return 0;
    }
    return i->value > 0 && isfinite(i->value) && i->low <= i->value && i->value <= i->high;
}

/* A word of `algorithms` goes into a configuration. */
static int is_word(const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-";

    return *text != '\0' && *text != '-' && text[strspn(text, plain)] == '\0';
}

struct ab_tune_name *ab_tune_figures_find(const struct ab_tune_figures *f, const char *name)
{
    for (size_t i = 0; i < f->num_names; i++)
        if (strcmp(f->names[i].name, name) == 0)
            return &f->names[i];
    return NULL;
}

/* ---- lines ---- */

static int take_head(struct ab_tune_figures *f, const struct line *l)
{
    if (l->num != 5 || strcmp(l->fields[1], "1") != 0)
        return 0;
    f->version = l->fields[2];
    f->libcrypto = l->fields[3];
    f->processor = l->fields[4];
    return 1;
}

static int take_level(struct ab_tune_figures *f, const struct line *l)
{
    f->level = l->fields[1];
    return l->num == 2 && ab_cap_find(l->fields[1]) != NULL;
}

static int take_name(struct ab_tune_figures *f, const struct line *l)
{
    struct ab_tune_name *name = ab_tune_figures_find(f, l->fields[1]);

    if (l->num != 4 || *l->fields[1] == '\0' || !is_word(l->fields[3]))
        return 0;
    if (name == NULL) {
        f->names = ab_grow(f->names, f->num_names, sizeof(*f->names));
        name = &f->names[f->num_names++];
        name->name = l->fields[1];
        name->kind = l->fields[2];
    }
    ab_text_addf(&name->words, ", -%s", l->fields[3]);
    return 1;
}

static int take_point(struct ab_tune_figures *f, const struct line *l)
{
    struct ab_tune_point p = { .kind = l->fields[3], .algorithm = l->fields[4], .operation = l->fields[5] };
    struct ab_tune_name *name = ab_tune_figures_find(f, l->fields[2]);
    unsigned long pass;
    int is_absent = strcmp(l->fields[0], "absent") == 0;

    if (name == NULL || !read_number(l->fields[1], &pass) || pass > AB_TUNE_LEVEL_PASS
        || !read_number(l->fields[6], &p.figure.bytes))
        return 0;
    if (is_absent)
        name->why = p.why = l->fields[7];
    else if (l->num != 14 || !read_number(l->fields[7], &p.rounds) || !read_interval(l->fields + 8, &p.figure.ratio)
             || !read_interval(l->fields + 11, &p.figure.control))
        return 0;
    p.pass = (unsigned)pass;
    p.name = (size_t)(name - f->names);
    f->points = ab_grow(f->points, f->num_points, sizeof(*f->points));
    f->points[f->num_points++] = p;
    return 1;
}

static int take_line(struct ab_tune_figures *f, char *text)
{
    struct line l;

    split(text, &l);
    if (strcmp(l.fields[0], "afterburner-tune") == 0)
        return take_head(f, &l);
    if (strcmp(l.fields[0], "level") == 0)
        return take_level(f, &l);
    if (strcmp(l.fields[0], "name") == 0)
        return take_name(f, &l);
    return (strcmp(l.fields[0], "point") == 0 || strcmp(l.fields[0], "absent") == 0) && take_point(f, &l);
}

/* ---- verdicts ---- */

/* Points of too few rounds do not count. */
static int is_counted(const struct ab_tune_point *p)
{
    return p->why == NULL && p->rounds >= AB_INTERVAL_LEAST;
}

static void summarise(const struct ab_tune_figures *f, size_t name, unsigned pass, struct ab_tune_summary *summary)
{
    struct ab_tune_ratio *ratios = calloc(f->num_points + 1, sizeof(*ratios));
    size_t num = 0;

    if (ratios == NULL)
        ab_out_of_memory();
    for (const struct ab_tune_point *p = f->points; p < f->points + f->num_points; p++)
        if (p->name == name && p->pass == pass && is_counted(p))
            ratios[num++] = p->figure;
    ab_tune_summarise(ratios, num, summary);
    free(ratios);
}

int ab_tune_is_candidate(const struct ab_tune_name *name, unsigned num_passes)
{
    for (unsigned pass = 0; pass < num_passes; pass++)
        if (!name->passes[pass].is_slower)
            return 0;
    return 1;
}

static enum ab_tune_verdict find_verdict(const struct ab_tune_name *name)
{
    if (name->passes[0].num == 0)
        return AB_TUNE_IS_UNMEASURED;
    if (name->passes[0].is_slower)
        return ab_tune_is_candidate(name, AB_TUNE_PASSES) ? AB_TUNE_IS_SLOWER : AB_TUNE_IS_UNCONFIRMED;
    return name->passes[0].is_faster ? AB_TUNE_IS_FASTER : AB_TUNE_IS_SAME;
}

/* The same point of the first pass, or NULL. */
static const struct ab_tune_point *find_usual(const struct ab_tune_figures *f, const struct ab_tune_point *at_level)
{
    for (const struct ab_tune_point *p = f->points; p < f->points + f->num_points; p++)
        if (p->pass == 0 && p->name == at_level->name && is_counted(p) && p->figure.bytes == at_level->figure.bytes
            && strcmp(p->algorithm, at_level->algorithm) == 0 && strcmp(p->operation, at_level->operation) == 0)
            return p;
    return NULL;
}

static void judge_level(struct ab_tune_figures *f)
{
    struct ab_tune_ratio *ratios = calloc(f->num_points + 1, sizeof(*ratios));
    size_t num = 0;

    if (ratios == NULL)
        ab_out_of_memory();
    for (const struct ab_tune_point *p = f->points; p < f->points + f->num_points; p++) {
        const struct ab_tune_point *usual = p->pass == AB_TUNE_LEVEL_PASS && is_counted(p) ? find_usual(f, p) : NULL;

        if (usual != NULL)
            ratios[num++] = ab_tune_compare(&p->figure, &usual->figure);
    }
    f->is_level_faster = ab_tune_is_level_faster(ratios, num, &f->at_level);
    free(ratios);
}

static void judge(struct ab_tune_figures *f)
{
    for (size_t i = 0; i < f->num_names; i++) {
        for (unsigned pass = 0; pass < AB_TUNE_PASSES; pass++)
            summarise(f, i, pass, &f->names[i].passes[pass]);
        f->names[i].verdict = find_verdict(&f->names[i]);
    }
    judge_level(f);
}

/* ---- texts ---- */

static char *keep(struct ab_tune_figures *f, const struct ab_text *text)
{
    char *copy = strndup(text->len == 0 ? "" : text->data, text->len);

    f->texts = ab_grow(f->texts, f->num_texts, sizeof(*f->texts));
    if (copy == NULL)
        ab_out_of_memory();
    return f->texts[f->num_texts++] = copy;
}

int ab_tune_figures_read(struct ab_tune_figures *f, const struct ab_text *text, size_t *line)
{
    char *rest = keep(f, text), *next;

    for (*line = 1; (next = strsep(&rest, "\n")) != NULL; ++*line)
        if (*next != '\0' && !take_line(f, next))
            return 0;
    judge(f);
    return 1;
}

void ab_tune_figures_free(struct ab_tune_figures *f)
{
    for (size_t i = 0; i < f->num_names; i++)
        ab_text_free(&f->names[i].words);
    for (size_t i = 0; i < f->num_texts; i++)
        free(f->texts[i]);
    free(f->names);
    free(f->points);
    free(f->texts);
}
