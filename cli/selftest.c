/* afterburner selftest: every known-answer test, of this command's own kernels and then inside the module. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "module.h"
#include "settings.h"
#include "crypto/curve25519/curve25519_kat.h"
#include "crypto/curve448/curve448_kat.h"
#include "crypto/ec/ec_kat.h"
#include "crypto/hash/hash_kat.h"
#include "crypto/kat_list.h"

const char ab_selftest_usage[] =
    "Usage: afterburner selftest [--cpu LEVEL] [OPTION...]\n"
    "Runs every known-answer test at every level this processor has, or at one. Exit status 1 if an answer is wrong.\n"
    "\n"
    "  --cpu LEVEL        only this level: aesni, vaes256, vaes512\n";

/* The levels that have kernels of their own. */
static const enum ab_level levels[] = { AB_LEVEL_AESNI, AB_LEVEL_VAES256, AB_LEVEL_VAES512 };

enum { NUM_LEVELS = sizeof(levels) / sizeof(levels[0]) };

struct selftest {
    struct ab_cpu cpu;
    enum ab_level only; /* AB_LEVEL_NONE: all */
    const char *module;
    unsigned num_failed;
};

static int is_asked(const struct selftest *t, enum ab_level level)
{
    return t->only == AB_LEVEL_NONE || t->only == level;
}

static const char *outcome(struct selftest *t, int is_right)
{
    t->num_failed += !is_right;
    return is_right ? "passed" : "FAILED";
}

static const char *run_kat(struct selftest *t, const struct ab_kat *kat, enum ab_level level)
{
    if (level > t->cpu.level || (kat->needs_bits & ~t->cpu.bits) != 0)
        return "absent";
    return outcome(t, kat->run(ab_aes_pick(level)));
}

static void run_kernels(struct selftest *t)
{
    printf("%-24s", "kernels");
    for (unsigned i = 0; i < NUM_LEVELS; i++)
        if (is_asked(t, levels[i]))
            printf("  %-8s", ab_level_name(levels[i]));
    putchar('\n');
    for (unsigned f = 0; f < AB_NUM_FAMILIES; f++) {
        printf("%-24s", ab_kat_list[f].name);
        for (unsigned i = 0; i < NUM_LEVELS; i++)
            if (is_asked(t, levels[i]))
                printf("  %-8s", run_kat(t, &ab_kat_list[f], levels[i]));
        putchar('\n');
    }
}

static struct ab_cpu asked_cpu(const struct selftest *t)
{
    struct ab_cpu cpu = t->cpu;

    if (t->only != AB_LEVEL_NONE)
        cpu.level = t->only;
    return cpu;
}

static const char *run_hash_kat(struct selftest *t, const struct ab_hash *hash)
{
    struct ab_cpu cpu = asked_cpu(t);

    return ab_hash_is_usable(hash, &cpu) ? outcome(t, ab_hash_kat(hash)) : "absent";
}

/* A hash has implementations of its own, whatever the level. */
static void run_hashes(struct selftest *t)
{
    for (unsigned id = 0; id < AB_NUM_HASHES; id++) {
        const struct ab_hash *hash = ab_hash_list((enum ab_hash_id)id);

        printf("%-24s", hash->algorithm->name);
        for (; hash->algorithm != NULL; hash++)
            printf("  %-8s  %-8s", ab_hash_level(hash), run_hash_kat(t, hash));
        putchar('\n');
    }
}

/* X25519 and Ed25519, likewise; with the SHA-512 that serves. */
static void run_curve25519(struct selftest *t)
{
    struct ab_cpu cpu = asked_cpu(t);
    const struct ab_hash *sha512 = ab_hash_pick(AB_HASH_SHA512, &cpu);

    printf("%-24s", "CURVE25519");
    for (const struct ab_curve25519_kernels *const *k = ab_curve25519_list(); *k != NULL; k++)
        printf("  %-8s  %-8s", ab_curve25519_level(*k),
               ab_curve25519_is_usable(*k, &cpu) ? outcome(t, ab_curve25519_kat(*k, sha512)) : "absent");
    putchar('\n');
}

/* X448 and Ed448; with the SHAKE256 that serves. */
static void run_curve448(struct selftest *t)
{
    struct ab_cpu cpu = asked_cpu(t);
    const struct ab_hash *shake256 = ab_hash_pick(AB_HASH_SHAKE_256, &cpu);

    printf("%-24s", "CURVE448");
    for (const struct ab_curve448_kernels *const *k = ab_curve448_list(); *k != NULL; k++)
        printf("  %-8s  %-8s", ab_curve448_level(*k),
               ab_curve448_is_usable(*k, &cpu) ? outcome(t, ab_curve448_kat(*k, shake256)) : "absent");
    putchar('\n');
}

/* The curves of ECDSA and ECDH; with the SHA-512 that serves. */
static void run_curves(struct selftest *t)
{
    struct ab_cpu cpu = asked_cpu(t);
    const struct ab_hash *sha512 = ab_hash_pick(AB_HASH_SHA512, &cpu);

    for (unsigned id = 0; id < AB_NUM_CURVES; id++) {
        const struct ab_curve *const *c = ab_curve_list((enum ab_curve_id)id);

        printf("%-24s", ab_curve_name(*c));
        for (; *c != NULL; c++)
            printf("  %-8s  %-8s", ab_curve_level(*c),
                   ab_curve_is_usable(*c, &cpu) ? outcome(t, ab_ec_kat(*c, sha512)) : "absent");
        putchar('\n');
    }
}

/* 1 if the module's own test passed, and has not demoted the algorithm; or the processor lacks what it stands on. */
static int is_right(const struct ab_report_line *line, const char *level)
{
    int is_served = strcmp(line->state, "served") == 0, is_absent = strcmp(line->state, "absent") == 0;

    if (strcmp(line->operation, "cipher") == 0)
        return (is_served && strcmp(line->level, level) == 0) || (is_absent && strstr(line->reason, "no SHA") != NULL);
    return is_absent || (is_served && strstr(line->reason, "demoted") == NULL);
}

static void count_report(struct selftest *t, char *report, const char *level)
{
    struct ab_report_line line;
    unsigned num_all = 0, num_bad = 0;

    while (ab_report_next(&report, &line)) {
        num_all++;
        if (is_right(&line, level))
            continue;
        num_bad++;
        printf("module at %s: %.*s: %s\n", level, (int)strcspn(line.names, ":"), line.names, line.reason);
    }
    printf("module at %-8s  %u algorithms, %s\n", level, num_all, num_bad == 0 ? "all pass" : "NOT all pass");
    t->num_failed += num_bad;
}

static int test_loaded(struct selftest *t, const struct ab_module *m, const char *level)
{
    char *used = ab_module_text(m, "afterburner-level"), *reason = ab_module_text(m, "afterburner-level-reason");
    char *report = ab_module_text(m, "afterburner-report");
    int ok = used != NULL && report != NULL;

    if (!ok)
        ab_say_error("%s gives no report: is it of another version?", t->module);
    else if (strcmp(used, level) != 0)
        printf("module at %-8s  not run: %s\n", level, reason == NULL ? "not used on this model" : reason);
    else
        count_report(t, report, level);
    free(used);
    free(reason);
    free(report);
    return ok;
}

static int run_module(struct selftest *t, enum ab_level level)
{
    struct ab_settings settings = { .module = t->module, .cpu = ab_level_name(level) };
    struct ab_module m;
    char error[512];
    int ok;

    if (!ab_module_load(&settings, &m, error, sizeof(error))) {
        ab_say_error("%s does not load at level %s: %s", t->module, ab_level_name(level), error);
        return 0;
    }
    ok = test_loaded(t, &m, ab_level_name(level));
    ab_module_unload(&m);
    return ok;
}

static int run_modules(struct selftest *t)
{
    for (unsigned i = 0; i < NUM_LEVELS; i++) {
        if (!is_asked(t, levels[i]))
            continue;
        if (levels[i] > t->cpu.level)
            printf("module at %-8s  not run: this processor lacks it\n", ab_level_name(levels[i]));
        else if (!run_module(t, levels[i]))
            return 0;
    }
    return 1;
}

/* The kernels a level uses: avx2 has those of aesni. */
static int parse_level(struct selftest *t, const char *name)
{
    enum ab_level level;

    if (!ab_level_parse(name, &level) || ab_aes_pick(level) == NULL) {
        ab_say_error("unknown level %s; known: aesni, vaes256, vaes512", name);
        return 0;
    }
    if (level > t->cpu.level) {
        ab_say_error("this processor has no %s; its highest level is %s", name, ab_level_name(t->cpu.level));
        return 0;
    }
    t->only = ab_aes_level(ab_aes_pick(level));
    return 1;
}

static int run(struct selftest *t, const char *module_option)
{
    char *path = ab_module_find(module_option);
    int ok;

    t->module = path;
    if (path == NULL)
        return AB_EXIT_ERROR;
    unsetenv("AFTERBURNER_CPU"); /* it caps programs; here each level is named */
    run_kernels(t);
    run_hashes(t);
    run_curve25519(t);
    run_curve448(t);
    run_curves(t);
    ok = run_modules(t);
    free(path);
    if (!ok)
        return AB_EXIT_ERROR;
    puts(t->num_failed == 0 ? "all answers are right" : "WRONG ANSWERS: do not use Afterburner on this machine");
    return t->num_failed == 0 ? AB_EXIT_OK : AB_EXIT_FINDINGS;
}

int ab_selftest_main(int argc, char **argv)
{
    static const struct option options[] = {
        { "cpu", required_argument, NULL, 'c' }, { "module", required_argument, NULL, 'm' }, AB_COMMON_OPTIONS, { 0 }
    };
    struct selftest t = { 0 };
    const char *module = NULL;

    ab_cpu_detect(&t.cpu);
    for (int c; (c = ab_next_option(argc, argv, options)) != -1;) {
        if (c == 'm')
            module = optarg;
        else if (!parse_level(&t, optarg))
            return AB_EXIT_ERROR;
    }
    ab_no_more_arguments(argc, argv);
    return run(&t, module);
}
