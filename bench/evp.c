/*
 * Measures every cipher that the module offers against the default provider, through EVP and in one process: two
 * library contexts, one for each, and a second default context as control. Short slices of each are timed in random
 * order, round after round, in thread CPU time; a ratio is taken within each round, so that drift of the clock cancels.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <fnmatch.h>
#include <getopt.h>
#include <libgen.h>
#include <limits.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "lab/measure/clock.h"
#include "evp_marks.h"
#include "evp_message.h"
#include "lab/measure/stats.h"

enum { MAX_NAMES = 256, MAX_SIZES = 32, MAX_ROUNDS = 501, MAX_MISSES = 256, ATTEMPTS = 3 };
enum { BASE, CONTROL, MODULE, NUM_SIDES };

/* A mark is missed if the whole interval lies this much below it: what an A/A control strays by on a shared machine. */
static const double NOISE = 0.02;

struct options {
    const char *module, *algorithms, *cpu, *check;
    int direction; /* 0 encrypt, 1 decrypt, 2 both */
    size_t sizes[MAX_SIZES], num_sizes;
    int csv, quick;
};

struct bench {
    struct options opt;
    OSSL_LIB_CTX *libctx[NUM_SIDES];
    OSSL_PROVIDER *module;
    char level[32];
    const char *names[MAX_NAMES];
    size_t num_names;
    struct bench_marks marks;
    char misses[MAX_MISSES][120];
    size_t num_rows, num_misses;
    unsigned long long random;
};

struct row {
    const char *name, *base, *served;
    int decrypt;
    size_t size, len; /* as asked for, and as the mode allows */
    double base_seconds, module_seconds, hz; /* per byte */
    struct lab_interval ratio, control;
    size_t rounds;
};

static int fail(const char *what)
{
    fprintf(stderr, "evp: %s\n", what);
    ERR_print_errors_fp(stderr);
    return 0;
}

/* ---- one row ---- */

static double time_slice(struct bench_cipher *c, size_t num)
{
    double start = lab_thread_seconds();

    return bench_cipher_run(c, num) ? lab_thread_seconds() - start : -1;
}

/* How many messages fill a slice of about `seconds`; 0 if a call fails. */
static size_t calibrate(struct bench_cipher *c, double seconds)
{
    for (size_t num = 1;; num *= 2) {
        double t = time_slice(c, num);

        if (t < 0)
            return 0;
        if (t >= seconds / 2 || num >= (size_t)1 << 24)
            return num;
    }
}

static void shuffle(int order[NUM_SIDES], unsigned long long *random)
{
    for (int i = NUM_SIDES - 1; i > 0; i--) {
        int j = (int)(lab_random(random) % (unsigned)(i + 1)), t = order[i];

        order[i] = order[j];
        order[j] = t;
    }
}

/* Times all sides `rounds` times in random order; t[side][round] is seconds a message. */
static int run_rounds(struct bench *b, struct bench_cipher *sides[NUM_SIDES], const size_t num[NUM_SIDES],
                      size_t rounds, double t[NUM_SIDES][MAX_ROUNDS])
{
    int order[NUM_SIDES] = { BASE, CONTROL, MODULE };

    for (size_t r = 0; r < rounds; r++) {
        shuffle(order, &b->random);
        for (int i = 0; i < NUM_SIDES; i++) {
            int s = order[i];
            double seconds = sides[s] == NULL ? 0 : time_slice(sides[s], num[s]);

            if (seconds < 0)
                return fail("a call failed while it was timed");
            t[s][r] = seconds / (double)num[s];
        }
    }
    return 1;
}

static struct lab_interval ratio_of(const double *a, const double *b, size_t n)
{
    double ratios[MAX_ROUNDS];

    for (size_t i = 0; i < n; i++)
        ratios[i] = a[i] / b[i];
    return lab_bootstrap(ratios, n);
}

static size_t count_rounds(const struct bench *b, double slice, int attempt)
{
    double budget = (b->opt.quick ? 0.06 : 0.3) * attempt, rounds = budget / slice / NUM_SIDES;
    double most = (b->opt.quick ? 31 : 101) * attempt, least = b->opt.quick ? 3 : 5;

    return (size_t)(rounds < least ? least : rounds > most ? most : rounds);
}

static int measure(struct bench *b, struct row *row, struct bench_cipher *sides[NUM_SIDES], int attempt)
{
    double t[NUM_SIDES][MAX_ROUNDS], slice = b->opt.quick ? 60e-6 : 120e-6, longest = 0;
    size_t num[NUM_SIDES] = { 1, 1, 1 };

    for (int s = 0; s < NUM_SIDES; s++) {
        double once;

        if (sides[s] == NULL)
            continue;
        num[s] = calibrate(sides[s], slice);
        once = num[s] == 0 ? -1 : time_slice(sides[s], num[s]);
        if (once < 0)
            return fail("a call failed before the timing");
        longest = once > longest ? once : longest;
    }
    row->rounds = count_rounds(b, longest, attempt);
    row->hz = lab_core_hz();
    if (!run_rounds(b, sides, num, row->rounds, t))
        return 0;
    if (sides[BASE] != NULL) {
        row->ratio = ratio_of(t[BASE], t[MODULE], row->rounds);
        row->control = ratio_of(t[BASE], t[CONTROL], row->rounds);
        row->base_seconds = lab_median(t[BASE], row->rounds) / (double)row->len;
    }
    row->module_seconds = lab_median(t[MODULE], row->rounds) / (double)row->len;
    return 1;
}

/* The same message through both: the speed of wrong bytes is of no interest. */
static int check_same(struct bench_cipher *sides[NUM_SIDES])
{
    for (int s = 0; s < NUM_SIDES; s++)
        if (sides[s] != NULL && !bench_cipher_run(sides[s], 1))
            return fail("the first message failed");
    return sides[BASE] == NULL || bench_cipher_same(sides[BASE], sides[MODULE]) || fail("the two outputs differ");
}

/* ---- output ---- */

static void print_header(const struct bench *b)
{
    if (b->opt.csv)
        printf("algorithm,direction,size,length,base,served,base_mb_s,module_mb_s,ratio,ratio_low,ratio_high,"
               "control,control_low,control_high,base_cycles_per_byte,module_cycles_per_byte,clock_hz,rounds\n");
    else
        printf("%-22s %-7s %8s %10s %10s %7s  %-15s %9s %9s  %s\n", "algorithm", "", "bytes", "default", "module",
               "ratio", "95 % interval", "c/B def.", "c/B mod.", "A/A control");
}

static void print_csv(const struct row *r)
{
    printf("%s,%s,%zu,%zu,%s,%s,%.1f,%.1f,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.0f,%zu\n", r->name,
           r->decrypt ? "decrypt" : "encrypt", r->size, r->len, r->base, r->served,
           r->base_seconds == 0 ? 0 : 1e-6 / r->base_seconds, 1e-6 / r->module_seconds, r->ratio.median, r->ratio.low,
           r->ratio.high, r->control.median, r->control.low, r->control.high, r->base_seconds * r->hz,
           r->module_seconds * r->hz, r->hz, r->rounds);
}

static void print_text(const struct row *r)
{
    printf("%-22s %-7s %8zu", r->name, r->decrypt ? "decrypt" : "encrypt", r->len);
    if (r->base_seconds == 0)
        printf(" %10s %10.1f %7s  %-15s %9s %9.3f\n", "none", 1e-6 / r->module_seconds, "-", "", "-",
               r->module_seconds * r->hz);
    else
        printf(" %10.1f %10.1f %7.2f  %6.2f .. %-6.2f %9.3f %9.3f  %.3f\n", 1e-6 / r->base_seconds,
               1e-6 / r->module_seconds, r->ratio.median, r->ratio.low, r->ratio.high, r->base_seconds * r->hz,
               r->module_seconds * r->hz, r->control.median);
}

static void print_row(const struct bench *b, const struct row *r)
{
    if (b->opt.csv)
        print_csv(r);
    else
        print_text(r);
    fflush(stdout);
}

/* ---- all rows ---- */

static void note_miss(struct bench *b, const struct row *r, double mark)
{
    if (b->num_misses < MAX_MISSES)
        snprintf(b->misses[b->num_misses], sizeof(b->misses[0]), "%s %s %zu: %.2f (%.2f .. %.2f), mark %.2f", r->name,
                 r->decrypt ? "decrypt" : "encrypt", r->len, r->ratio.median, r->ratio.low, r->ratio.high, mark);
    b->num_misses++;
}

/* Measures a row; one that misses its mark is measured again, longer each time, before it counts as a miss. */
static int measure_row(struct bench *b, struct row *row, struct bench_cipher *sides[NUM_SIDES])
{
    double mark = bench_marks_find(&b->marks, b->level, row->name, row->decrypt, row->size);
    int missed = 0;

    if (!check_same(sides))
        return 0;
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
        if (!measure(b, row, sides, attempt))
            return 0;
        missed = sides[BASE] != NULL && row->ratio.high < mark * (1 - NOISE);
        if (!missed)
            break;
    }
    b->num_rows++;
    print_row(b, row);
    if (missed)
        note_miss(b, row, mark);
    return 1;
}

static int measure_size(struct bench *b, const char *name, int decrypt, size_t size)
{
    struct bench_cipher *sides[NUM_SIDES];
    struct row row = { .name = name, .decrypt = decrypt, .size = size, .base = "none" };
    int ok = 1;

    for (int s = 0; s < NUM_SIDES; s++)
        sides[s] = bench_cipher_new(b->libctx[s], name, decrypt, size);
    ERR_clear_error(); /* the default provider may lack the name */
    if (sides[MODULE] == NULL)
        ok = fail("the module's cipher cannot be set up");
    else
        row.len = bench_cipher_length(sides[MODULE], size);
    for (int s = 0; s < NUM_SIDES && ok && row.len != 0; s++)
        if (sides[s] != NULL && !bench_cipher_prepare(sides[s], row.len))
            ok = fail("a message cannot be prepared");
    if (ok && row.len != 0) {
        row.served = bench_cipher_provider(sides[MODULE]);
        row.base = sides[BASE] == NULL ? "none" : bench_cipher_provider(sides[BASE]);
        ok = measure_row(b, &row, sides);
    }
    for (int s = 0; s < NUM_SIDES; s++)
        bench_cipher_free(sides[s]);
    if (!ok)
        fprintf(stderr, "evp: in %s %s, %zu bytes\n", name, decrypt ? "decrypt" : "encrypt", size);
    return ok;
}

static int measure_all(struct bench *b)
{
    int ok = 1;

    print_header(b);
    for (size_t n = 0; n < b->num_names; n++)
        for (int decrypt = 0; decrypt <= 1; decrypt++)
            for (size_t i = 0; i < b->opt.num_sizes; i++)
                if (b->opt.direction == 2 || b->opt.direction == decrypt)
                    ok &= measure_size(b, b->names[n], decrypt, b->opt.sizes[i]);
    return ok;
}

/* ---- set-up ---- */

/* The first name that begins with AES of those a cipher has: "AES-128-GCM" rather than "id-aes128-GCM". */
static void pick_name(const char *name, void *best)
{
    const char **b = best;

    if (*b == NULL || (strncasecmp(*b, "AES-", 4) != 0 && strncasecmp(name, "AES-", 4) == 0))
        *b = name;
}

static int is_wanted(const struct bench *b, const char *name)
{
    char list[256], *rest = list;
    const char *pattern;

    if (b->opt.algorithms == NULL)
        return 1;
    snprintf(list, sizeof(list), "%s", b->opt.algorithms);
    while ((pattern = strsep(&rest, ", ")) != NULL)
        if (fnmatch(pattern, name, FNM_CASEFOLD) == 0)
            return 1;
    return 0;
}

/* libcrypto keeps a name in the letters of whoever registered it first: "aes-128-gcm". */
static char *upper_case(const char *name)
{
    char *copy = strdup(name);

    for (char *c = copy; c != NULL && *c != '\0'; c++)
        *c = (char)toupper((unsigned char)*c);
    return copy;
}

static void add_name(EVP_CIPHER *cipher, void *arg)
{
    struct bench *b = arg;
    const char *name = NULL;

    EVP_CIPHER_names_do_all(cipher, pick_name, &name);
    if (name != NULL && b->num_names < MAX_NAMES && is_wanted(b, name))
        b->names[b->num_names++] = upper_case(name);
}

/* By mode, then key size: AES-128-CTR, AES-192-CTR, AES-256-CTR, ... */
static int compare_names(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    int tail = strlen(x) > 7 && strlen(y) > 7 ? strcasecmp(x + 7, y + 7) : 0;

    return tail != 0 ? tail : strcasecmp(x, y);
}

static OSSL_PROVIDER *load_module(OSSL_LIB_CTX *libctx, const char *path)
{
    char directory[PATH_MAX], file[PATH_MAX], *base, *dot;

    snprintf(directory, sizeof(directory), "%s", path);
    snprintf(file, sizeof(file), "%s", path);
    base = basename(file);
    dot = strrchr(base, '.');
    if (dot != NULL)
        *dot = '\0';
    OSSL_PROVIDER_set_default_search_path(libctx, dirname(directory));
    return OSSL_PROVIDER_load(libctx, base);
}

static void find_level(struct bench *b)
{
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string("afterburner-level", b->level, sizeof(b->level)),
        OSSL_PARAM_END,
    };

    if (!OSSL_PROVIDER_get_params(b->module, params) || b->level[0] == '\0')
        strcpy(b->level, "unknown");
}

static int set_up(struct bench *b)
{
    if (b->opt.cpu != NULL)
        setenv("AFTERBURNER_CPU", b->opt.cpu, 1);
    OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
    for (int s = 0; s < NUM_SIDES; s++)
        if ((b->libctx[s] = OSSL_LIB_CTX_new()) == NULL)
            return fail("no library context");
    if (OSSL_PROVIDER_load(b->libctx[BASE], "default") == NULL
        || OSSL_PROVIDER_load(b->libctx[CONTROL], "default") == NULL)
        return fail("the default provider does not load");
    if ((b->module = load_module(b->libctx[MODULE], b->opt.module)) == NULL) {
        fprintf(stderr, "evp: %s does not load\n", b->opt.module);
        return fail("the module is wanted: --module PATH");
    }
    find_level(b);
    EVP_CIPHER_do_all_provided(b->libctx[MODULE], add_name, b);
    if (b->num_names == 0)
        return fail("the module offers no algorithm of that name");
    qsort(b->names, b->num_names, sizeof(b->names[0]), compare_names);
    return b->opt.check == NULL || bench_marks_read(&b->marks, b->opt.check);
}

static void clean_up(struct bench *b)
{
    for (size_t i = 0; i < b->num_names; i++)
        free((void *)(uintptr_t)b->names[i]);
    bench_marks_free(&b->marks);
}

static void print_conditions(const struct bench *b)
{
    printf("%s%s; module %s, level %s; core clock %.2f GHz\n", b->opt.csv ? "# " : "",
           OpenSSL_version(OPENSSL_VERSION), b->opt.module, b->level, 1e-9 * lab_core_hz());
}

static int report(const struct bench *b)
{
    FILE *to = b->opt.csv ? stderr : stdout;

    if (b->opt.check == NULL)
        return 1;
    fprintf(to, "%zu rows, %zu below their mark\n", b->num_rows, b->num_misses);
    for (size_t i = 0; i < b->num_misses && i < MAX_MISSES; i++)
        fprintf(to, "  MISS %s\n", b->misses[i]);
    return b->num_misses == 0;
}

/* ---- options ---- */

static const char USAGE[] =
    "usage: evp [options]\n"
    "  --module PATH        the module (afterburner.so beside the build of this program)\n"
    "  --algorithms GLOB    names to measure, comma-separated patterns (all that the module offers)\n"
    "  --direction WHICH    encrypt, decrypt or both (both)\n"
    "  --sizes LIST         bytes, comma-separated (16,64,256,1350,8192,16384,1048576)\n"
    "  --cpu LEVEL          cap the module's level: aesni, vaes256, vaes512\n"
    "  --csv                comma-separated values\n"
    "  --quick              fewer and shorter slices\n"
    "  --check FILE         hold the ratios against the marks of FILE; exit status 1 with a list of the misses\n";

static int parse_sizes(struct options *o, const char *text)
{
    for (o->num_sizes = 0; *text != '\0' && o->num_sizes < MAX_SIZES;) {
        char *end;
        unsigned long size = strtoul(text, &end, 10);

        if (end == text || size == 0 || size > 1u << 30 || (*end != ',' && *end != '\0'))
            return 0;
        o->sizes[o->num_sizes++] = size;
        text = end + (*end == ',');
    }
    return o->num_sizes != 0;
}

static int parse_direction(struct options *o, const char *text)
{
    static const char *const names[] = { "encrypt", "decrypt", "both" };

    for (o->direction = 0; o->direction < 3; o->direction++)
        if (strcmp(text, names[o->direction]) == 0)
            return 1;
    return 0;
}

static int parse_option(struct options *o, int option)
{
    switch (option) {
    case 'm': o->module = optarg; return 1;
    case 'a': o->algorithms = optarg; return 1;
    case 'd': return parse_direction(o, optarg);
    case 's': return parse_sizes(o, optarg);
    case 'l': o->cpu = optarg; return 1;
    case 'c': o->csv = 1; return 1;
    case 'q': o->quick = 1; return 1;
    case 'k': o->check = optarg; return 1;
    default: return 0;
    }
}

static int parse_options(struct options *o, int argc, char **argv)
{
    static const struct option longs[] = {
        { "module", required_argument, NULL, 'm' },    { "algorithms", required_argument, NULL, 'a' },
        { "direction", required_argument, NULL, 'd' }, { "sizes", required_argument, NULL, 's' },
        { "cpu", required_argument, NULL, 'l' },       { "csv", no_argument, NULL, 'c' },
        { "quick", no_argument, NULL, 'q' },           { "check", required_argument, NULL, 'k' },
        { "help", no_argument, NULL, 'h' },            { NULL, 0, NULL, 0 },
    };
    int option;

    o->direction = 2;
    parse_sizes(o, "16,64,256,1350,8192,16384,1048576");
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

/* build/afterburner.so for build/bench/evp. */
static const char *find_module(void)
{
    static char path[PATH_MAX + 32];
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);

    self[n < 0 ? 0 : n] = '\0';
    snprintf(path, sizeof(path), "%s/../afterburner.so", dirname(self));
    return realpath(path, self) == NULL ? path : strcpy(path, self);
}

int main(int argc, char **argv)
{
    static struct bench b = { .random = 88172645463325252u };
    int ok;

    if (!parse_options(&b.opt, argc, argv)) {
        fputs(USAGE, stderr);
        return 2;
    }
    if (b.opt.module == NULL)
        b.opt.module = find_module();
    if (!set_up(&b))
        return 2;
    print_conditions(&b);
    ok = measure_all(&b);
    ok &= report(&b);
    clean_up(&b);
    return ok ? 0 : 1;
}
