/*
 * Measure each AES kernel alone, at each level that the processor has: bytes per cycle, next to the limit of the
 * silicon, which is measured in the same run (lab/native/measure/limits.h). The message fits into the first-level
 * cache.
 */
#include <fnmatch.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/aes_work.h"
#include "lab/native/measure/clock.h"
#include "lab/native/measure/fill.h"
#include "lab/native/measure/limits.h"
#include "lab/native/measure/stats.h"

enum { MAX_SIZES = 32, MAX_LEN = 1 << 16, NUM_LEVELS = 3, MAX_SLICES = 64, MAX_CALLS = 1 << 24 };

/* Return the AES kernels, the narrowest first. */
static const struct ab_aes_kernels *kernels_at(int i)
{
    return ab_aes_list()[NUM_LEVELS - 1 - i];
}

static const char *const BOUND_NAMES[] = {
    [BOUND_AES] = "AES unit",
    [BOUND_CHAIN] = "AES latency (one chain)",
    [BOUND_BYTE_CHAIN] = "AES latency (a block a byte)",
    [BOUND_WRAP] = "AES latency (six blocks eight bytes)",
    [BOUND_CLMUL] = "CLMUL unit",
    [BOUND_AES_CLMUL] = "AES and CLMUL units",
    [BOUND_BOTH_PASSES] = "CLMUL unit; then AES unit",
};

struct options {
    const char *kernels, *level;
    size_t sizes[MAX_SIZES], num_sizes;
    int csv, quick;
};

/* Return the width of their vectors in bits. */
static unsigned bits_of(const struct ab_aes_kernels *k)
{
    return strcmp(ab_aes_level(k), "vaes512") == 0 ? 512 : strcmp(ab_aes_level(k), "vaes256") == 0 ? 256 : 128;
}

/* Return the limit in bytes per cycle. */
static double limit_of(const struct lab_limits *l, const struct ab_aes_kernels *kernels, enum bound bound,
                       unsigned rounds)
{
    unsigned bits = bits_of(kernels);
    double aes = lab_limits_find(l, "aes", bits), clmul = lab_limits_find(l, "clmul", bits);
    double chain = rounds * lab_limits_find(l, "aes_latency", bits);
    double vector = bits / 8.0;

    switch (bound) {
    case BOUND_AES: return vector * aes / rounds;
    case BOUND_CHAIN: return 16 / chain;
    case BOUND_BYTE_CHAIN: return 1 / chain;
    case BOUND_WRAP: return 8 / (6 * chain);
    case BOUND_CLMUL: return vector * clmul / 3; /* Karatsuba: three multiplies for each block */
    case BOUND_BOTH_PASSES: return vector / (3 / clmul + rounds / aes);
    default: return 16 * lab_limits_find(l, rounds == 10 ? "gcm_10" : rounds == 12 ? "gcm_12" : "gcm_14", bits);
    }
}

struct task {
    const struct aes_kernel *kernel;
    struct aes_job *job;
};

static double time_slice(const void *task, size_t num)
{
    const struct task *t = task;
    double start = lab_thread_seconds();

    for (size_t i = 0; i < num; i++)
        t->kernel->run(t->job);
    return lab_thread_seconds() - start;
}

/* Return cycles per message: the median of short slices. */
static double measure(const struct aes_kernel *k, struct aes_job *j, int quick)
{
    double cycles[MAX_SLICES], hz = lab_core_hz_undisturbed(), slice = quick ? 40e-6 : 100e-6;
    size_t num, slices = quick ? 7 : 25;
    struct task task = { k, j };

    lab_fill(time_slice, &task, slice / 2, MAX_CALLS, &num);
    for (size_t i = 0; i < slices; i++)
        cycles[i] = time_slice(&task, num) * hz / (double)num;
    return lab_median(cycles, slices);
}

static void print_row(const struct options *o, const struct aes_kernel *k, const struct aes_job *j, double cycles,
                      double limit)
{
    double speed = (double)j->len / cycles;
    unsigned bits = 32 * j->key.rounds - 192;

    if (o->csv)
        printf("%s,%s,%u,%zu,%.4f,%.4f,%.4f,%.4f,%s\n", k->name, ab_aes_level(j->k), bits, j->len, speed, 1 / speed,
               limit, speed / limit, BOUND_NAMES[k->bound]);
    else
        printf("%-16s %-8s %4u %6zu %8.2f %8.3f %8.2f %5.0f %%  %s\n", k->name, ab_aes_level(j->k), bits, j->len, speed,
               1 / speed, limit, 100 * speed / limit, BOUND_NAMES[k->bound]);
    fflush(stdout);
}

static void measure_kernel(const struct options *o, const struct aes_kernel *k, const struct lab_limits *l,
                           struct aes_job *j)
{
    for (size_t key_len = 16; key_len <= 32; key_len += 16) {
        aes_job_set_keys(j, key_len);
        for (size_t i = 0; i < o->num_sizes; i++) {
            j->len = o->sizes[i];
            print_row(o, k, j, measure(k, j, o->quick), limit_of(l, j->k, k->bound, j->key.rounds));
        }
    }
}

static void print_limits(const struct options *o, const struct ab_aes_kernels *k, const struct lab_limits *l)
{
    unsigned bits = bits_of(k), blocks = bits / 128;

    printf("%s%s: a cycle %.2f AES rounds and %.2f multiplies, %u block%s each; latency of a round %.1f cycles\n",
           o->csv ? "# " : "", ab_aes_level(k), lab_limits_find(l, "aes", bits), lab_limits_find(l, "clmul", bits),
           blocks, blocks > 1 ? "s" : "", lab_limits_find(l, "aes_latency", bits));
}

static void print_header(const struct options *o)
{
    if (o->csv)
        printf("kernel,level,key_bits,bytes,bytes_per_cycle,cycles_per_byte,limit_bytes_per_cycle,share,bound\n");
    else
        printf("%-16s %-8s %4s %6s %8s %8s %8s %7s  %s\n", "kernel", "level", "key", "bytes", "B/cycle", "c/B", "limit",
               "share", "limited by");
}

static int is_wanted(const struct options *o, const struct ab_cpu *cpu, const struct ab_aes_kernels *k)
{
    return ab_aes_is_usable(k, cpu) && (o->level == NULL || strcmp(o->level, ab_aes_level(k)) == 0);
}

static int measure_all(const struct options *o, struct aes_job *j)
{
    struct lab_limits limits;
    struct ab_cpu cpu;
    int num = 0;

    ab_cpu_detect(&cpu);
    lab_limits_measure(&limits, NULL);
    for (int i = 0; i < NUM_LEVELS; i++)
        if (is_wanted(o, &cpu, kernels_at(i)))
            print_limits(o, kernels_at(i), &limits);
    print_header(o);
    for (size_t k = 0; k < num_aes_kernels; k++)
        for (int i = 0; i < NUM_LEVELS; i++)
            if (is_wanted(o, &cpu, kernels_at(i))
                && (o->kernels == NULL || fnmatch(o->kernels, aes_kernels[k].name, 0) == 0)) {
                j->k = kernels_at(i);
                measure_kernel(o, &aes_kernels[k], &limits, j);
                num++;
            }
    if (num == 0)
        fprintf(stderr, "kernels: no kernel of that name, or the processor (%s) lacks the level\n",
                ab_level_name(cpu.level));
    return num != 0;
}

static const char USAGE[] = "usage: kernels [options]\n"
                            "  --kernels GLOB   kernels to measure (all)\n"
                            "  --cpu LEVEL      only this level: aesni, vaes256, vaes512\n"
                            "  --sizes LIST     bytes, comma-separated, up to 65536 (64,256,1344,4096,16384)\n"
                            "  --csv            comma-separated values\n"
                            "  --quick          fewer and shorter slices\n";

static int parse_sizes(struct options *o, const char *text)
{
    for (o->num_sizes = 0; *text != '\0' && o->num_sizes < MAX_SIZES;) {
        char *end;
        unsigned long size = strtoul(text, &end, 10);

        if (end == text || size < 16 || size > MAX_LEN || (*end != ',' && *end != '\0'))
            return 0;
        o->sizes[o->num_sizes++] = size / 16 * 16;
        text = end + (*end == ',');
    }
    return o->num_sizes != 0;
}

static int is_level(const char *name)
{
    for (int i = 0; i < NUM_LEVELS; i++)
        if (strcmp(name, ab_aes_level(kernels_at(i))) == 0)
            return 1;
    return 0;
}

static int parse_option(struct options *o, int option)
{
    switch (option) {
    case 'k': o->kernels = optarg; return 1;
    case 'l': o->level = optarg; return is_level(optarg);
    case 's': return parse_sizes(o, optarg);
    case 'c': o->csv = 1; return 1;
    case 'q': o->quick = 1; return 1;
    default: return 0;
    }
}

static int parse_options(struct options *o, int argc, char **argv)
{
    static const struct option longs[] = {
        { "kernels", required_argument, NULL, 'k' },
        { "cpu", required_argument, NULL, 'l' },
        { "sizes", required_argument, NULL, 's' },
        { "csv", no_argument, NULL, 'c' },
        { "quick", no_argument, NULL, 'q' },
        { "help", no_argument, NULL, 'h' },
        { NULL, 0, NULL, 0 },
    };
    int option;

    parse_sizes(o, "64,256,1344,4096,16384");
    while ((option = getopt_long(argc, argv, "", longs, NULL)) != -1) {
        if (option == 'h') {
            fputs(USAGE, stdout);
            exit(0);
        }
        if (!parse_option(o, option))
            return 0;
    }
    return optind == argc;
}

int main(int argc, char **argv)
{
    static _Alignas(64) uint8_t in[MAX_LEN], out[MAX_LEN];
    static struct aes_job job = { .in = in, .out = out };
    struct options opt = { 0 };

    if (!parse_options(&opt, argc, argv)) {
        fputs(USAGE, stderr);
        return 2;
    }
    return measure_all(&opt, &job) ? 0 : 1;
}
