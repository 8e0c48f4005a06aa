/* Measure with the module and without, by the lab's own operations and slices. */
#define _GNU_SOURCE
#include "cli/tune/tune_measure.h"

#include <math.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/text/bar.h"
#include "cli/system/child.h"
#include "cli/measure/interval.h"
#include "lab/native/driver/slices.h"
#include "lab/native/measure/clock.h"
#include "cli/conf/module.h"
#include "cli/tune/tune_plan.h"

enum { WITHOUT, WITH, CONTROL, NUM_SIDES };
enum { MOST_ROUNDS = 60, GROUP = 3, ENOUGH_ROUNDS = 8, MOST_OUTPUT = 16 << 20, OVERTIME = 10, START_SECONDS = 120 };
#define SLICE_SECONDS 200e-6
#define TIMED 0.5         /* the share of the time that slices may take; the rest is preparation */
#define LEAST_SHARE 0.5   /* of a point's time, if the machine is busy and the time runs out */
#define MOST_BUDGET 0.1   /* the share of all the time that one slow operation may take */

struct work {
    const struct ab_tune_run *run;
    struct ab_module module;
    struct lab lab;
    struct ab_tune_plan plan;
    char *report;
    FILE *out;
    int bar;
};

/* ---- sides ---- */

/* A library context without configuration: the default provider only. */
static int open_default(struct lab_side *side, const char *name)
{
    snprintf(side->name, sizeof(side->name), "%s", name);
    side->libctx = OSSL_LIB_CTX_new();
    return side->libctx != NULL && OSSL_PROVIDER_load(side->libctx, "default") != NULL;
}

static int open_sides(struct work *w, char *error, size_t size)
{
    struct lab_side *with = &w->lab.sides[WITH];

    w->lab.num_sides = NUM_SIDES;
    if (!open_default(&w->lab.sides[WITHOUT], "without") || !open_default(&w->lab.sides[CONTROL], "control")) {
        snprintf(error, size, "the default provider does not load");
        return 0;
    }
    if (!ab_module_load(w->run->settings, &w->module, error, size))
        return 0;
    snprintf(with->name, sizeof(with->name), "with");
    with->libctx = w->module.context;
    w->report = ab_module_text(&w->module, "afterburner-report");
    if (w->report != NULL && EVP_set_default_properties(with->libctx, "?provider=afterburner"))
        return 1;
    snprintf(error, size, "the module gives no report: is it of another version?");
    return 0;
}

/* ---- one point ---- */

static void close_subjects(struct lab_subject *subjects)
{
    for (size_t i = 0; i < NUM_SIDES; i++)
        if (subjects[i].states[0] != NULL)
            subjects[i].kind->free(subjects[i].states[0]);
}

/* Prepare a side and do the first operation. */
static int open_subject(const struct work *w, const struct ab_tune_task *task, size_t i, struct lab_subject *s,
                        char *why)
{
    s->side = &w->lab.sides[i];
    s->kind = task->kind;
    s->states[0] = s->kind->new(&w->lab, s->side, &task->request, why);
    if (s->states[0] == NULL)
        return 0;
    s->first_seconds = lab_time_operations(s, 0, 1, 0);
    if (s->first_seconds < 0)
        lab_why(why, "the first call failed");
    return s->first_seconds >= 0;
}

/* Say that a reason is not the module's. */
static void blame(size_t side, char *why)
{
    char reason[LAB_WHY_LEN];

    if (side == WITH)
        return;
    snprintf(reason, sizeof(reason), "%s", why);
    snprintf(why, LAB_WHY_LEN, "without Afterburner: %.200s", reason);
}

static int have_same_output(const struct lab_subject *a, const struct lab_subject *b)
{
    const unsigned char *x, *y;
    size_t x_len, y_len;

    a->kind->output(a->states[0], &x, &x_len);
    b->kind->output(b->states[0], &y, &y_len);
    return x_len == y_len && (x_len == 0 || memcmp(x, y, x_len) == 0);
}

static int open_subjects(const struct work *w, const struct ab_tune_task *task, struct lab_subject *subjects, char *why)
{
    for (size_t i = 0; i < NUM_SIDES; i++)
        if (!open_subject(w, task, i, &subjects[i], why)) {
            blame(i, why);
            return 0;
        }
    return have_same_output(&subjects[WITHOUT], &subjects[WITH]) || lab_refuse(why, "the outputs differ");
}

/* The shortest time of a few rounds from r on. */
static double find_shortest(const struct lab_subject *s, size_t r, size_t num)
{
    double shortest = s->seconds[r];

    for (size_t i = r + 1; i < r + num; i++)
        shortest = s->seconds[i] < shortest ? s->seconds[i] : shortest;
    return shortest;
}

/*
 * The time without the module divided by that of another side, of rounds that were made together. Disturbances lengthen
 * a slice, so of each GROUP rounds the shortest time of a side counts, where that leaves enough values.
 */
static struct ab_interval find_ratio(const struct lab_subject *subjects, size_t side, size_t rounds)
{
    size_t group = rounds < GROUP * AB_INTERVAL_LEAST ? 1 : GROUP, num = rounds / group;
    double logs[LAB_MAX_SLICES];

    for (size_t i = 0; i < num; i++)
        logs[i] = log(find_shortest(&subjects[WITHOUT], i * group, group)
                      / find_shortest(&subjects[side], i * group, group));
    return ab_interval_of_median(logs, num);
}

static void write_task(const struct work *w, const struct ab_tune_task *task, const char *word)
{
    fprintf(w->out, "%s\t%u\t%s\t%s\t%s\t%s\t%zu", word, w->run->pass, task->unit, task->kind->name,
            task->request.algorithm, task->request.operation, task->request.bytes);
}

static void write_interval(const struct work *w, struct ab_interval i)
{
    fprintf(w->out, "\t%.6g\t%.6g\t%.6g", i.value, i.low, i.high);
}

/* A slow operation gets the time for enough rounds, unless that takes too much of the whole. */
static double find_most_seconds(const struct work *w, const struct lab_subject *subjects, double share)
{
    double most = TIMED * share, wanted = 0, limit = MOST_BUDGET * w->run->seconds;

    for (size_t i = 0; i < NUM_SIDES; i++)
        wanted += ENOUGH_ROUNDS * subjects[i].first_seconds;
    wanted = wanted < limit ? wanted : limit;
    return most > wanted ? most : wanted;
}

static void measure_task(const struct work *w, const struct ab_tune_task *task, double seconds)
{
    struct lab_subject subjects[NUM_SIDES] = { { 0 } }, *list[NUM_SIDES];
    struct lab_timing timing = { .slices = MOST_ROUNDS, .slice_seconds = SLICE_SECONDS, .threads = 1 };
    char why[LAB_WHY_LEN] = "";
    size_t rounds = 0;

    timing.seed = (unsigned long long)(task - w->plan.tasks) + 1;
    for (size_t i = 0; i < NUM_SIDES; i++)
        list[i] = &subjects[i];
    if (open_subjects(w, task, subjects, why)) {
        timing.most_seconds = find_most_seconds(w, subjects, seconds);
        rounds = lab_slices_run(list, NUM_SIDES, &timing, why);
    }
    write_task(w, task, rounds == 0 ? "absent" : "point");
    if (rounds == 0) {
        fprintf(w->out, "\t%s", why);
    } else {
        fprintf(w->out, "\t%zu", rounds);
        write_interval(w, find_ratio(subjects, WITH, rounds));
        write_interval(w, find_ratio(subjects, CONTROL, rounds));
    }
    fputc('\n', w->out);
    close_subjects(subjects);
}

/* ---- all points ---- */

/* Each point gets an equal share of the time that is left, and not much less than that of the first. */
static void measure_all(const struct work *w)
{
    double end = lab_wall_seconds() + w->run->seconds;
    double least = LEAST_SHARE * w->run->seconds / (double)(w->plan.num_tasks + 1);

    for (size_t i = 0; i < w->plan.num_tasks; i++) {
        const struct ab_tune_task *task = &w->plan.tasks[i];
        double share = (end - lab_wall_seconds()) / (double)(w->plan.num_tasks - i);

        ab_bar_show(w->bar, i, w->plan.num_tasks, task->request.algorithm);
        measure_task(w, task, share > least ? share : least);
    }
    ab_bar_clear(w->bar);
}

/* Runs in the child. arg: struct ab_tune_run. Its output is figures, or one line that says what failed. */
static int measure_in_child(void *arg, int out)
{
    struct work w = { .run = arg };
    char error[512];
    int ok;

    w.bar = ab_bar_open();
    w.out = fdopen(out, "w");
    ab_child_silence();
    if (w.out == NULL)
        return 1;
    w.plan = (struct ab_tune_plan){ .only = w.run->only, .num_only = w.run->num_only, .quick = w.run->quick };
    ab_bar_show(w.bar, 0, 1, "");
    ok = open_sides(&w, error, sizeof(error));
    if (ok) {
        ab_tune_plan_make(&w.plan, w.report, &w.lab.sides[WITH]);
        if (w.run->pass == 0)
            ab_tune_plan_write(&w.plan, w.out);
        measure_all(&w);
    } else {
        fputs(error, w.out);
    }
    ab_tune_plan_free(&w.plan);
    return fclose(w.out) == 0 && ok ? 0 : 1;
}

int ab_tune_measure(const struct ab_tune_run *run, struct ab_text *figures, char *error, size_t size)
{
    struct ab_text output = { 0 };
    unsigned limit = (unsigned)(OVERTIME * run->seconds) + START_SECONDS;
    int status = ab_child_run(measure_in_child, (void *)run, limit, MOST_OUTPUT, &output, error, size);

    if (status == 0)
        ab_text_add(figures, output.len == 0 ? "" : output.data, output.len);
    else if (status > 0)
        snprintf(error, size, "%s", output.len == 0 ? "out of memory" : output.data);
    ab_text_free(&output);
    return status == 0;
}
