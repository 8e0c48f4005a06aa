/* afterburner top: what programs that have the module do with it, now. */
#define _GNU_SOURCE
#include "cli/top/top.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/system/child.h"
#include "cli/commands.h"
#include "cli/text/say.h"
#include "cli/top/targets.h"
#include "cli/top/watch.h"

const char ab_top_usage[] =
    "Usage: afterburner top [--seconds N] [--once] [--json] [PID|NAME...]\n"
    "Shows how many calls and bytes a second running programs have of each algorithm, and at which level: of those\n"
    "named, or of all that have the module. They count where their configuration has `counters = on`.\n"
    "\n"
    "  --seconds N        between two looks: 1 to 3600, by default 1\n"
    "  --once             look twice, print once, and end\n"
    "  --json             as one JSON value; implies --once\n";

enum { MOST_SECONDS = 3600 };

/* One look at all processes. */
struct look {
    int64_t time_ms;
    struct ab_text found; /* struct ab_counted_process of each that has the module */
    struct ab_counts *counts;
    unsigned num;
};

struct options {
    unsigned seconds;
    int once, json;
    char **words;
    int num_words;
};

static const struct ab_counted_process *process_of(const struct look *l, unsigned i)
{
    return (const struct ab_counted_process *)(const void *)l->found.data + i;
}

static void free_look(struct look *l)
{
    for (unsigned i = 0; i < l->num; i++)
        ab_counts_free(&l->counts[i]);
    free(l->counts);
    ab_text_free(&l->found);
    memset(l, 0, sizeof(*l));
}

/* A process that has ended has no counters. What was named must be readable; what was not may be another user's. */
static int read_counts(const struct options *o, struct look *l)
{
    char error[512];

    l->counts = calloc(l->num + 1, sizeof(*l->counts));
    if (l->counts == NULL)
        ab_out_of_memory();
    for (unsigned i = 0; i < l->num; i++)
        if (process_of(l, i)->num > 0 && !ab_counts_read(process_of(l, i), &l->counts[i], error, sizeof(error))
            && o->num_words > 0 && kill(process_of(l, i)->pid, 0) == 0) {
            ab_say_error("%s", error);
            return 0;
        }
    return 1;
}

/* 0 with one line printed. Without words, all processes are looked at. */
static int take_look(const struct options *o, struct look *l)
{
    struct ab_targets t = { 0 };
    char error[512];
    int ok = ab_targets_add_words(&t, o->words, o->num_words);

    memset(l, 0, sizeof(*l));
    if (o->num_words == 0)
        ab_targets_add_all(&t);
    if (ok && !ab_counts_find(t.pids, t.num, &l->found, error, sizeof(error))) {
        ab_say_error("%s", error);
        ok = 0;
    }
    ab_targets_free(&t);
    if (ok) {
        l->num = (unsigned)(l->found.len / sizeof(struct ab_counted_process));
        ok = read_counts(o, l);
    }
    l->time_ms = ab_now_ms();
    return ok;
}

/* ---- between two looks ---- */

static const struct ab_counts *counts_of(const struct look *l, pid_t pid)
{
    for (unsigned i = 0; i < l->num; i++)
        if (process_of(l, i)->pid == pid)
            return &l->counts[i];
    return NULL;
}

/* A process that executes another program, or another process with its number, begins again below what was. */
static double growth(uint64_t before, uint64_t now)
{
    return (double)(now >= before ? now - before : now);
}

static struct ab_top_row row_of(const struct ab_counts *before, const struct ab_count *now, double seconds)
{
    static const struct ab_count nothing;
    const struct ab_count *same = before == NULL ? NULL : ab_counts_same(before, now);

    if (same == NULL)
        same = &nothing;
    return (struct ab_top_row){ now, growth(same->calls, now->calls) / seconds,
                                growth(same->bytes, now->bytes) / seconds };
}

static int compare(const void *a, const void *b)
{
    const struct ab_top_row *x = a, *y = b;

    if (x->calls != y->calls)
        return x->calls < y->calls ? 1 : -1;
    return strcmp(x->total->algorithm, y->total->algorithm);
}

static void compare_process(const struct look *before, const struct look *now, unsigned i, double seconds,
                            struct ab_top_process *out)
{
    const struct ab_counted_process *p = process_of(now, i);
    const struct ab_counts *then = counts_of(before, p->pid), *counts = &now->counts[i];

    out->pid = p->pid;
    out->is_counted = p->num > 0;
    ab_target_name(p->pid, out->name, sizeof(out->name));
    for (unsigned k = 0; k < counts->num; k++) {
        out->rows = ab_grow(out->rows, out->num_rows, sizeof(*out->rows));
        out->rows[out->num_rows++] = row_of(then, &counts->all[k], seconds);
    }
    if (out->num_rows > 0)
        qsort(out->rows, out->num_rows, sizeof(*out->rows), compare);
}

static void print(const struct options *o, const struct look *before, const struct look *now)
{
    struct ab_top top = { .seconds = (double)(now->time_ms - before->time_ms) / 1000 };

    for (unsigned i = 0; i < now->num; i++) {
        top.all = ab_grow(top.all, top.num, sizeof(*top.all));
        compare_process(before, now, i, top.seconds, &top.all[top.num++]);
    }
    (o->json ? ab_top_print_json : ab_top_print)(&top);
    for (unsigned i = 0; i < top.num; i++)
        free(top.all[i].rows);
    free(top.all);
}

static void wait_seconds(unsigned seconds)
{
    struct timespec left = { .tv_sec = (time_t)seconds };

    while (!ab_watch_is_over && nanosleep(&left, &left) != 0)
        ;
}

/* 0 with one line printed: nothing is counted anywhere. */
static int has_counters(const struct look *l)
{
    for (unsigned i = 0; i < l->num; i++)
        if (process_of(l, i)->num > 0)
            return 1;
    if (l->num == 0)
        ab_say_error("no process has Afterburner, of those that this user may look at");
    else
        ab_say_error("the counters of %s off: afterburner enable --counters on; then restart the program",
                     l->num == 1 ? "this process are" : "these processes are");
    return 0;
}

/* Look again after a while, and print what has happened since *before; that look takes its place. 0: an error. */
static int look_again(const struct options *o, struct look *before)
{
    struct look now;
    int ok;

    wait_seconds(o->seconds);
    ok = take_look(o, &now);
    if (ok) {
        if (!o->once && isatty(STDOUT_FILENO))
            fputs("\033[H\033[J", stdout); /* to the upper left corner; clear from there */
        print(o, before, &now);
        fflush(stdout);
    }
    free_look(before);
    *before = now;
    return ok;
}

/* The exit status. */
static int watch(const struct options *o)
{
    struct look last;
    int status = AB_EXIT_OK;

    if (!take_look(o, &last))
        status = AB_EXIT_ERROR;
    else if (o->once && !look_again(o, &last))
        status = AB_EXIT_ERROR;
    else if (!has_counters(&last))
        status = AB_EXIT_FINDINGS;
    while (!o->once && status == AB_EXIT_OK && !ab_watch_is_over)
        status = look_again(o, &last) ? AB_EXIT_OK : AB_EXIT_ERROR;
    free_look(&last);
    return status;
}

int ab_top_main(int argc, char **argv)
{
    static const struct option options[] = { { "seconds", required_argument, NULL, 's' },
                                             { "once", no_argument, NULL, 'o' },
                                             { "json", no_argument, NULL, 'j' },
                                             AB_COMMON_OPTIONS,
                                             { 0 } };
    struct options o = { .seconds = 1 };

    for (int c; (c = ab_next_short_option(argc, argv, ":hV", options)) != -1;) {
        if (c == 's' && !ab_parse_seconds(optarg, MOST_SECONDS, &o.seconds))
            return AB_EXIT_ERROR;
        o.json |= c == 'j';
        o.once |= c == 'o' || c == 'j';
    }
    o.words = argv + optind;
    o.num_words = argc - optind;
    ab_watch_begin();
    return watch(&o);
}
