/*
 * Measure the rows of several builds of the kernels (rows.h) in one process: in each round, every build has a short
 * slice, in random order. All work on the same memory, and must leave the same results there.
 *
 * builds [options] BUILD.so...
 *
 * Prints one line for each row and build: the row, the build's number (from 0), and for each round the nanoseconds of
 * one call, separated by commas.
 */
#include <dlfcn.h>
#include <fnmatch.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/rows_all.h"
#include "lab/native/measure/clock.h"
#include "lab/native/measure/fill.h"
#include "lab/native/measure/stats.h"

enum { MAX_BUILDS = 64, MAX_ROUNDS = 256, MAX_CALLS = 1 << 24 };

typedef const struct bench_rows *rows_fn(uint8_t *in, uint8_t *out);

static _Alignas(4096) uint8_t in[BENCH_MEMORY], out[BENCH_MEMORY], first_out[BENCH_MEMORY];

struct options {
    const char *glob;
    size_t rounds;
    double slice; /* in seconds */
    unsigned long long seed;
    int is_list;
};

struct side {
    const struct bench_row *row;
    size_t calls; /* in a slice */
    double ns[MAX_ROUNDS];
};

static const struct bench_rows *builds[MAX_BUILDS];
static size_t num_builds;

static const struct bench_rows *load(const char *path)
{
    char *whole = realpath(path, NULL); /* a name without a slash would be searched in the system's library folders */
    void *object = dlopen(whole == NULL ? path : whole, RTLD_NOW | RTLD_LOCAL);
    rows_fn *rows = object == NULL ? NULL : (rows_fn *)dlsym(object, "ab_bench_rows");

    free(whole);
    if (rows == NULL) {
        fprintf(stderr, "builds: %s\n", dlerror());
        return NULL;
    }
    return rows(in, out);
}

static const struct bench_row *find(const struct bench_rows *rows, const char *name)
{
    for (size_t i = 0; i < rows->num; i++)
        if (strcmp(rows->row[i].name, name) == 0)
            return &rows->row[i];
    return NULL;
}

static void prepare(const struct bench_row *row)
{
    if (row->prepare != NULL)
        row->prepare(row);
}

static double seconds_of(const void *bench_row, size_t calls)
{
    const struct bench_row *row = bench_row;
    double start = lab_thread_seconds();

    for (size_t i = 0; i < calls; i++)
        row->run(row);
    return lab_thread_seconds() - start;
}

/* Call the row once. Return 0 if `out` differs from the first build's. */
static int agrees(const struct bench_row *row, size_t build)
{
    memset(out, 0, sizeof(out));
    prepare(row);
    row->run(row);
    if (build == 0)
        memcpy(first_out, out, sizeof(out));
    return memcmp(first_out, out, sizeof(out)) == 0;
}

static int find_sides(struct side *sides, const char *name)
{
    for (size_t b = 0; b < num_builds; b++) {
        sides[b].row = find(builds[b], name);
        if (sides[b].row == NULL || !agrees(sides[b].row, b)) {
            fprintf(stderr, "builds: %s: build %zu %s\n", name, b,
                    sides[b].row == NULL ? "lacks it" : "differs in its results");
            return 0;
        }
    }
    return 1;
}

static size_t calls_of(const struct bench_row *row, double slice)
{
    size_t calls;

    prepare(row);
    lab_fill(seconds_of, row, slice, MAX_CALLS, &calls);
    return calls;
}

static void shuffle(size_t *order, size_t num, unsigned long long *seed)
{
    for (size_t i = 0; i < num; i++)
        order[i] = i;
    for (size_t i = num; i > 1; i--) {
        size_t j = lab_random(seed) % i, kept = order[i - 1];

        order[i - 1] = order[j];
        order[j] = kept;
    }
}

/* A tenth of a slice runs untimed before each, since caches and predictors are those of the other builds. */
static void measure_round(struct side *sides, size_t round, unsigned long long *seed)
{
    const size_t num = num_builds;
    size_t order[MAX_BUILDS];

    shuffle(order, num, seed);
    for (size_t i = 0; i < num; i++) {
        struct side *s = &sides[order[i]];

        prepare(s->row);
        seconds_of(s->row, 1 + s->calls / 10);
        s->ns[round] = 1e9 * seconds_of(s->row, s->calls) / (double)s->calls;
    }
}

static void print_side(const struct side *s, size_t build, size_t rounds)
{
    printf("%s,%zu", s->row->name, build);
    for (size_t i = 0; i < rounds; i++)
        printf(",%.2f", s->ns[i]);
    putchar('\n');
}

/* Return 0 if a build lacks the row or has another result. */
static int measure_row(const char *name, struct options *o)
{
    static struct side sides[MAX_BUILDS];

    if (!find_sides(sides, name))
        return 0;
    for (size_t b = 0; b < num_builds; b++)
        sides[b].calls = calls_of(sides[b].row, o->slice);
    for (size_t round = 0; round < o->rounds; round++)
        measure_round(sides, round, &o->seed);
    for (size_t b = 0; b < num_builds; b++)
        print_side(&sides[b], b, o->rounds);
    fflush(stdout);
    return 1;
}

/* Measure all rows in an order that depends on the seed. */
static int measure_all(struct options *o)
{
    size_t order[BENCH_MAX_ROWS], num = 0;
    int ok = 1;

    for (size_t i = 0; i < builds[0]->num; i++)
        if (fnmatch(o->glob, builds[0]->row[i].name, 0) == 0)
            order[num++] = i;
    for (size_t i = 0; i < num; i++) {
        size_t j = o->is_list ? i : i + lab_random(&o->seed) % (num - i), chosen = order[j];

        order[j] = order[i];
        if (o->is_list)
            puts(builds[0]->row[chosen].name);
        else
            ok &= measure_row(builds[0]->row[chosen].name, o);
    }
    if (num == 0)
        fprintf(stderr, "builds: %s: no such row\n", o->glob);
    return ok && num != 0;
}

static const char USAGE[] = "usage: builds [options] BUILD.so...\n"
                            "  --rows GLOB      rows to measure (*)\n"
                            "  --rounds N       slices of each build (15; up to 256)\n"
                            "  --slice US       least length of a slice in microseconds (100)\n"
                            "  --seed N         of the random order (1)\n"
                            "  --list           only the names of the rows\n";

static int parse_option(struct options *o, int option)
{
    switch (option) {
    case 'g': o->glob = optarg; return 1;
    case 'r': o->rounds = strtoul(optarg, NULL, 10); return o->rounds >= 1 && o->rounds <= MAX_ROUNDS;
    case 's': o->slice = 1e-6 * strtod(optarg, NULL); return o->slice > 0;
    case 'e': o->seed = strtoull(optarg, NULL, 10); return o->seed != 0;
    case 'l': o->is_list = 1; return 1;
    default: return 0;
    }
}

static int parse_options(struct options *o, int argc, char **argv)
{
    static const struct option longs[] = {
        { "rows", required_argument, NULL, 'g' },  { "rounds", required_argument, NULL, 'r' },
        { "slice", required_argument, NULL, 's' }, { "seed", required_argument, NULL, 'e' },
        { "list", no_argument, NULL, 'l' },        { NULL, 0, NULL, 0 },
    };
    int option;

    while ((option = getopt_long(argc, argv, "", longs, NULL)) != -1)
        if (!parse_option(o, option))
            return 0;
    return optind < argc && argc - optind <= MAX_BUILDS;
}

int main(int argc, char **argv)
{
    struct options o = { .glob = "*", .rounds = 15, .slice = 100e-6, .seed = 1 };
    unsigned long long fill = 1;

    if (!parse_options(&o, argc, argv)) {
        fputs(USAGE, stderr);
        return 2;
    }
    for (size_t i = 0; i < sizeof(in); i++)
        in[i] = (uint8_t)(lab_random(&fill) >> 32);
    for (; optind < argc; optind++)
        if ((builds[num_builds++] = load(argv[optind])) == NULL)
            return 2;
    return measure_all(&o) ? 0 : 1;
}
