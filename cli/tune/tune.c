/*
 * afterburner tune: measure what the module gains and loses on this machine, and leave to OpenSSL what is slower. The
 * module is loaded and measured in child processes; the configuration is replaced last, or not at all.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "afterburner/cpu.h"
#include "afterburner/cpu_brand.h"
#include "cli/measure/busy.h"
#include "cli/commands.h"
#include "cli/conf/file.h"
#include "cli/conf/module.h"
#include "cli/text/say.h"
#include "cli/tune/tune_conf.h"
#include "cli/tune/tune_measure.h"
#include "cli/tune/tune_show.h"

const char ab_tune_usage[] =
    "Usage: afterburner tune [OPTION...]\n"
    "Measures each algorithm with Afterburner and without, in two minutes on a quiet machine, and leaves to OpenSSL\n"
    "those that are slower here.\n"
    "\n"
    "  --quick            20 seconds: fewer lengths, fewer rounds\n"
    "  --undo             take out what an earlier run wrote; measure nothing\n"
    "  --save FILE        also write what was measured to FILE\n"
    "  --from FILE        use what --save wrote, on this machine or one like it\n"
    "  --json             for programs; afterburner(1) describes it\n"
    "  --config FILE      instead of the one that OpenSSL reads here (OPENSSL_CONF, or its openssl.cnf)\n"
    "  --dry-run          measure, and print the change as a diff; change nothing\n";

enum { JSON_FORMAT = 1, SECONDS = 120, QUICK_SECONDS = 20 };
#define FIRST_SHARE 0.65 /* of the time, for the first pass */
#define LEVEL_SHARE 0.1  /* for that at a lower level */
#define BUSY 0.1        /* the share of the processors' time from which on other work is worth a note */

struct tune {
    const char *module, *save, *from;
    int quick, undo, json;
    struct ab_tune_conf conf;
    struct ab_settings settings; /* of the module that is measured */
    char *found;                 /* its path, if the configuration names none */
    struct ab_cpu cpu;
    struct ab_text figures_text, words;
    struct ab_tune_figures figures;
};

static const char *processor(const struct tune *t)
{
    const char *brand = t->cpu.brand + strspn(t->cpu.brand, " ");

    return *brand == '\0' ? t->cpu.vendor : brand;
}

/* ---- figures ---- */

static int understand(struct tune *t, const struct ab_text *text, const char *origin)
{
    size_t line;

    if (ab_tune_figures_read(&t->figures, text, &line))
        return 1;
    ab_say_error("%s: line %zu: not what afterburner tune --save writes", origin, line);
    return 0;
}

/* Names that were slower in each pass so far. Free with free. */
static const char **find_candidates(const struct ab_tune_figures *f, unsigned num_passes, size_t *num)
{
    const char **names = calloc(f->num_names + 1, sizeof(const char *));

    if (names == NULL)
        ab_out_of_memory();
    *num = 0;
    for (size_t i = 0; i < f->num_names; i++)
        if (ab_tune_is_candidate(&f->names[i], num_passes))
            names[(*num)++] = f->names[i].name;
    return names;
}

static int measure_pass(struct tune *t, const struct ab_tune_run *run)
{
    struct ab_text text = { 0 };
    char error[640];
    int ok = ab_tune_measure(run, &text, error, sizeof(error));

    if (ok)
        ok = understand(t, &text, "what was measured");
    else
        ab_say_error("%s: not measured: %s", t->settings.module, error);
    if (ok)
        ab_text_add(&t->figures_text, text.len == 0 ? "" : text.data, text.len);
    ab_text_free(&text);
    return ok;
}

static size_t count_points(const struct ab_tune_figures *f, const char *const *names, size_t num)
{
    size_t points = 0;

    for (size_t i = 0; i < f->num_points; i++)
        for (size_t n = 0; n < num && f->points[i].pass == 0; n++)
            points += strcmp(f->names[f->points[i].name].name, names[n]) == 0;
    return points;
}

/* Each confirmation gets at least as much time for a point as the first pass had. */
static double find_seconds(const struct tune *t, double total, const char *const *names, size_t num)
{
    double share = (double)count_points(&t->figures, names, num) / (double)(t->figures.num_points + 1);
    double least = (1 - FIRST_SHARE - LEVEL_SHARE) / (AB_TUNE_PASSES - 1);

    return total * (FIRST_SHARE * share > least ? FIRST_SHARE * share : least);
}

/* Neighbours slow some instructions down more than others, with the same effect on each measurement. */
static void note_busy(const struct ab_busy *since)
{
    double others = ab_busy_others(since);

    if (others > BUSY)
        ab_say_error(
            "note: other work took %.0f %% of the processors' time meanwhile; on an idle machine the figures are"
            " more exact",
            100 * others);
}

static const char *const common[] = { "AES-128-GCM", "AES-256-GCM", "AES-256-CBC", "ChaCha20-Poly1305",
                                      "SHA3-256",    "X25519",      "EC" };
enum { NUM_COMMON = sizeof(common) / sizeof(common[0]) };

/* The level to try below the processor's own: on some processors wide registers cost more than they gain. */
static const char *lower_level(const struct tune *t)
{
    if (t->cpu.level < AB_LEVEL_AVX512 || t->settings.cpu != NULL)
        return NULL;
    return (t->cpu.bits & AB_BIT_VAES) != 0 ? "vaes256" : "avx2";
}

/* A few names in common use that the first pass has; return how many. */
static size_t find_common(const struct ab_tune_figures *f, const char *names[])
{
    size_t num = 0;

    for (size_t i = 0; i < NUM_COMMON; i++)
        if (ab_tune_figures_find(f, common[i]) != NULL)
            names[num++] = common[i];
    return num;
}

/* Measure these with the module held to a lower level. */
static int measure_level(struct tune *t, const char *level, double seconds)
{
    const char *names[NUM_COMMON];
    struct ab_settings lowered = t->settings;
    struct ab_tune_run run = { .settings = &lowered,
                               .quick = t->quick,
                               .seconds = seconds,
                               .only = names,
                               .num_only = find_common(&t->figures, names),
                               .pass = AB_TUNE_LEVEL_PASS };

    lowered.cpu = level;
    ab_text_addf(&t->figures_text, "level\t%s\n", level);
    t->figures.level = level;
    return measure_pass(t, &run);
}

static int measure(struct tune *t)
{
    const char *level = lower_level(t);
    struct ab_busy start;
    int is_known = ab_busy_read(&start);
    double total = t->quick ? QUICK_SECONDS : SECONDS;
    struct ab_tune_run run = { .settings = &t->settings, .quick = t->quick, .seconds = FIRST_SHARE * total };
    int ok = measure_pass(t, &run);

    for (run.pass = 1; ok && run.pass < AB_TUNE_PASSES; run.pass++) {
        const char **names = find_candidates(&t->figures, run.pass, &run.num_only);

        run.only = names;
        run.seconds = find_seconds(t, total, names, run.num_only);
        ok = run.num_only == 0 || measure_pass(t, &run);
        free(names);
    }
    if (ok && level != NULL)
        ok = measure_level(t, level, LEVEL_SHARE * total);
    if (ok && is_known)
        note_busy(&start);
    return ok;
}

static int save(const struct tune *t)
{
    FILE *f = fopen(t->save, "we");
    int ok = f != NULL;

    if (ok)
        ok = fprintf(f, "afterburner-tune\t1\t%s\t%s\t%s\n%s", AB_VERSION, OpenSSL_version(OPENSSL_VERSION),
                     processor(t), t->figures_text.data)
             > 0;
    if (f != NULL)
        ok = fclose(f) == 0 && ok;
    if (!ok)
        ab_say_error("cannot write %s: %m", t->save);
    return ok;
}

/* Figures of another machine, libcrypto or module say nothing of this one. */
static int is_of_this_machine(const struct tune *t)
{
    const char *const here[] = { AB_VERSION, OpenSSL_version(OPENSSL_VERSION), processor(t) }, *const there[] = {
        t->figures.version, t->figures.libcrypto, t->figures.processor
    };

    for (size_t i = 0; i < sizeof(here) / sizeof(here[0]); i++)
        if (there[i] == NULL || strcmp(here[i], there[i]) != 0) {
            ab_say_error("%s: measured with %s, and here is %s; measure again", t->from,
                         there[i] == NULL ? "something unknown" : there[i], here[i]);
            return 0;
        }
    return 1;
}

static int load(struct tune *t)
{
    struct ab_text text = { 0 };
    int fd = ab_open_regular(&ab_our_view, t->from), ok = fd >= 0 && ab_file_read_all(fd, &text);

    if (!ok)
        ab_say_error("cannot read %s: %m", t->from);
    if (fd >= 0)
        close(fd);
    ok = ok && understand(t, &text, t->from) && is_of_this_machine(t);
    ab_text_free(&text);
    return ok;
}

/* ---- the command ---- */

/* The module that the configuration names, unless the caller names one. It measures with what is configured besides. */
static int find_module(struct tune *t)
{
    t->settings = t->conf.settings;
    t->settings.log = NULL;
    if (t->module == NULL && t->settings.module != NULL)
        return 1;
    t->settings.module = t->found = ab_module_find(t->module);
    return t->found != NULL;
}

static int say_not_on(const struct tune *t)
{
    ab_say_error("%s does not switch Afterburner on; run afterburner enable first, or only measure with --dry-run",
                 t->conf.edit.path);
    return 0;
}

/* Say so before two minutes have passed. */
static int is_writable(const struct tune *t)
{
    if (t->conf.edit.is_dry || faccessat(t->conf.edit.file.place.dir, ".", W_OK, AT_EACCESS) == 0)
        return 1;
    ab_say_error("%s cannot be replaced: %m; run this as its owner, or only measure with --dry-run", t->conf.edit.path);
    return 0;
}

/* The setting `cpu` that follows, or NULL. */
static const char *faster_level(const struct tune *t)
{
    return t->figures.is_level_faster && t->settings.cpu == NULL ? t->figures.level : NULL;
}

static void collect_words(struct tune *t)
{
    ab_text_add(&t->words, "", 0);
    for (size_t i = 0; i < t->figures.num_names; i++)
        if (t->figures.names[i].verdict == AB_TUNE_IS_SLOWER)
            ab_text_add(&t->words, t->figures.names[i].words.data, t->figures.names[i].words.len);
}

/* Without a configuration to change, print what one would need. */
static int write_result(struct tune *t)
{
    if (t->conf.num_sections > 0)
        return ab_tune_conf_write(&t->conf, t->words.data, faster_level(t), t->json);
    if (!t->json && t->words.len > 0)
        printf("algorithms = ALL%s\n", t->words.data);
    if (!t->json && faster_level(t) != NULL)
        printf("cpu = %s\n", faster_level(t));
    return 1;
}

static void print_json(const struct tune *t)
{
    const char *offered = t->conf.settings.algorithms;
    struct ab_text algorithms = { 0 };
    struct ab_json j = { 0 };

    ab_text_addf(&algorithms, "%s%s", offered == NULL ? "ALL" : offered, t->words.data);
    ab_json_open(&j, NULL, '{');
    ab_json_number(&j, "format", JSON_FORMAT);
    ab_json_text(&j, "afterburner", AB_VERSION);
    ab_json_text(&j, "libcrypto", OpenSSL_version(OPENSSL_VERSION));
    ab_json_text(&j, "processor", processor(t));
    ab_json_text(&j, "module", t->settings.module);
    ab_json_text(&j, "config", t->conf.num_sections == 0 ? NULL : t->conf.edit.path);
    ab_json_text(&j, "algorithms", algorithms.data);
    ab_json_text(&j, "cpu", faster_level(t) == NULL ? t->settings.cpu : faster_level(t));
    ab_json_bool(&j, "written", t->conf.edit.is_change && !t->conf.edit.is_dry);
    ab_tune_show_json(&j, &t->figures);
    ab_json_close(&j, '}');
    ab_text_free(&algorithms);
}

static int tune(struct tune *t)
{
    if (!ab_tune_conf_read(&t->conf))
        return 0;
    if (t->undo)
        return ab_tune_conf_write(&t->conf, "", NULL, 0);
    if (t->conf.num_sections == 0 && !t->conf.edit.is_dry)
        return say_not_on(t);
    if (!is_writable(t))
        return 0;
    ab_cpu_detect(&t->cpu);
    ab_cpu_read_brand(&t->cpu);
    if (!find_module(t) || !(t->from == NULL ? measure(t) : load(t)) || (t->save != NULL && !save(t)))
        return 0;
    collect_words(t);
    if (!t->json)
        ab_tune_show(&t->figures);
    if (!write_result(t))
        return 0;
    if (t->json)
        print_json(t);
    return 1;
}

static int finish(struct tune *t, int ok)
{
    ab_tune_figures_free(&t->figures);
    ab_text_free(&t->figures_text);
    ab_text_free(&t->words);
    ab_tune_conf_free(&t->conf);
    free(t->found);
    return ok ? AB_EXIT_OK : AB_EXIT_ERROR;
}

static int refuse(const char *one, const char *other)
{
    ab_say_error("%s and %s exclude each other; see afterburner tune --help", one, other);
    return AB_EXIT_ERROR;
}

int ab_tune_main(int argc, char **argv)
{
    static const struct option options[] = { { "quick", no_argument, NULL, 'Q' },
                                             { "undo", no_argument, NULL, 'u' },
                                             { "save", required_argument, NULL, 's' },
                                             { "from", required_argument, NULL, 'r' },
                                             { "json", no_argument, NULL, 'j' },
                                             { "config", required_argument, NULL, 'f' },
                                             { "dry-run", no_argument, NULL, 'n' },
                                             { "module", required_argument, NULL, 'm' },
                                             AB_COMMON_OPTIONS,
                                             { 0 } };
    struct tune t = { 0 };

    for (int c; (c = ab_next_option(argc, argv, options)) != -1;) {
        switch (c) {
        case 'Q': t.quick = 1; break;
        case 'u': t.undo = 1; break;
        case 's': t.save = optarg; break;
        case 'r': t.from = optarg; break;
        case 'j': t.json = 1; break;
        case 'f': t.conf.edit.config = optarg; break;
        case 'n': t.conf.edit.is_dry = 1; break;
        default: t.module = optarg; break;
        }
    }
    ab_no_more_arguments(argc, argv);
    if (t.undo && (t.from != NULL || t.save != NULL || t.json || t.quick))
        return refuse("--undo", "--quick, --save, --from and --json");
    if (t.from != NULL && t.save != NULL)
        return refuse("--from", "--save");
    t.conf.edit.may_be_new = t.conf.edit.is_dry && !t.undo; /* measuring needs no configuration */
    return finish(&t, tune(&t));
}
