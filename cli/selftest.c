/*
 * afterburner selftest: every known-answer test of the module: of all its implementations, then of what programs use at
 * each level.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "afterburner/cpu.h"
#include "cli/commands.h"
#include "cli/conf/module.h"
#include "cli/conf/settings.h"

const char ab_selftest_usage[] =
    "Usage: afterburner selftest [--cpu LEVEL] [OPTION...]\n"
    "Runs every known-answer test of every implementation that this processor can run, or that a level leaves it.\n"
    "Exit status 1 if an answer is wrong.\n"
    "\n"
    "  --cpu LEVEL        only what is left at this level: sse41, avx2, avx512; afterburner(1)\n";

struct selftest {
    struct ab_cpu processor;
    const struct ab_cap *cap; /* NULL: none */
    const char *module;
    unsigned num_families, num_passed, num_failed, num_absent; /* of the implementations */
    unsigned num_wrong;                                        /* of the algorithms */
};

/* Load the module at a level, or at the highest (NULL). Prints one line and returns 0 if it does not load. */
static int load(const struct selftest *t, const char *level, struct ab_module *m)
{
    struct ab_settings settings = { .module = t->module, .cpu = level };
    char error[512];

    if (ab_module_load(&settings, m, error, sizeof(error)))
        return 1;
    ab_say_error("%s does not load at level %s: %s", t->module, level == NULL ? "of this processor" : level, error);
    return 0;
}

/* ---- all implementations ---- */

/* Count one and print it. What the level removes is not shown. */
static void show_implementation(struct selftest *t, const struct ab_self_test *test)
{
    const unsigned has_passed = strcmp(test->result, "passed") == 0, is_absent = strcmp(test->result, "absent") == 0;

    if (t->cap != NULL && is_absent)
        return;
    t->num_absent += is_absent;
    t->num_passed += has_passed;
    t->num_failed += !has_passed && !is_absent;
    printf("  %-8s  %-6s", test->implementation, test->result);
}

/* A line for each family. */
static void show_families(struct selftest *t, char *tests)
{
    struct ab_self_test test;
    const char *family = "";

    while (ab_self_test_next(&tests, &test)) {
        if (strcmp(test.family, family) != 0) {
            printf("%s%-24s", *family == '\0' ? "" : "\n", test.family);
            family = test.family;
            t->num_families++;
        }
        show_implementation(t, &test);
    }
    printf("\n%u implementations of %u families: %u passed, %u failed, %u absent here\n",
           t->num_passed + t->num_failed + t->num_absent, t->num_families, t->num_passed, t->num_failed, t->num_absent);
}

static int run_families(struct selftest *t)
{
    struct ab_module m;
    char *tests;

    if (!load(t, t->cap == NULL ? NULL : t->cap->name, &m))
        return 0;
    tests = ab_module_text(&m, "afterburner-self-tests");
    if (tests == NULL)
        ab_say_error("%s gives no self tests: is it of another version?", t->module);
    else
        show_families(t, tests);
    ab_module_unload(&m);
    free(tests);
    return tests != NULL;
}

/* ---- what programs use ---- */

/* This level has AES instructions, so its ciphers of AES are there but for these two reasons. */
static int may_be_absent(const struct ab_report_line *line)
{
    int is_cipher_of_aes = strcmp(line->operation, "cipher") == 0 && strncmp(line->names, "AES-", 4) == 0;

    return !is_cipher_of_aes || strstr(line->reason, "no SHA") != NULL || strstr(line->reason, "not faster") != NULL;
}

/*
 * 1 if the module's own test passed and demoted nothing, if the processor lacks what the algorithm needs, if OpenSSL's
 * own is as fast, or if the release has it only when `algorithms` names it.
 */
static int is_right(const struct ab_report_line *line)
{
    if (strcmp(line->state, "served") == 0)
        return strstr(line->reason, "demoted") == NULL;
    return may_be_absent(line) && (strcmp(line->state, "absent") == 0 || strcmp(line->state, "off") == 0);
}

static void count_report(struct selftest *t, char *report, const char *cap)
{
    struct ab_report_line line;
    unsigned num_all = 0, num_wrong = 0;

    while (ab_report_next(&report, &line)) {
        num_all++;
        if (is_right(&line))
            continue;
        num_wrong++;
        printf("module at %s: %.*s: %s\n", cap, (int)strcspn(line.names, ":"), line.names, line.reason);
    }
    printf("module at %-8s  %u algorithms, %s\n", cap, num_all, num_wrong == 0 ? "all pass" : "NOT all pass");
    t->num_wrong += num_wrong;
}

static int test_loaded(struct selftest *t, const struct ab_module *m, const struct ab_cap *cap)
{
    char *used = ab_module_text(m, "afterburner-level"), *reason = ab_module_text(m, "afterburner-level-reason");
    char *report = ab_module_text(m, "afterburner-report");
    int ok = used != NULL && report != NULL;
    struct ab_cpu capped = t->processor;

    ab_cpu_cap(&capped, cap);
    if (!ok)
        ab_say_error("%s gives no report: is it of another version?", t->module);
    else if (strcmp(used, ab_level_name(capped.level)) != 0)
        printf("module at %-8s  not run: %s\n", cap->name, reason == NULL ? "not used on this model" : reason);
    else
        count_report(t, report, cap->name);
    free(used);
    free(reason);
    free(report);
    return ok;
}

static int run_module(struct selftest *t, const struct ab_cap *cap)
{
    struct ab_cpu capped = t->processor;
    struct ab_module m;
    int ok;

    ab_cpu_cap(&capped, cap);
    if (!ab_cap_is_present(cap, &t->processor) || !ab_cap_is_present(ab_cap_find("aesni"), &capped)) {
        printf("module at %-8s  not run: this processor lacks it\n", cap->name);
        return 1;
    }
    if (!load(t, cap->name, &m))
        return 0;
    ok = test_loaded(t, &m, cap);
    ab_module_unload(&m);
    return ok;
}

/* At each cap that leaves AES kernels of their own, or at the one that was named. */
static int run_modules(struct selftest *t)
{
    static const char caps[][8] = { "aesni", "vaes256", "vaes512" };

    if (t->cap != NULL)
        return run_module(t, t->cap);
    for (size_t i = 0; i < sizeof(caps) / sizeof(caps[0]); i++)
        if (!run_module(t, ab_cap_find(caps[i])))
            return 0;
    return 1;
}

static int parse_level(struct selftest *t, const char *name)
{
    t->cap = ab_cap_find(name);
    if (t->cap == NULL || t->cap->level == AB_LEVEL_NONE)
        ab_say_error("unknown level %s; known: sse41, avx2, avx512, aesni, vaes256, vaes512", name);
    else if (!ab_cap_is_present(t->cap, &t->processor))
        ab_say_error("this processor has no %s; its level is %s", name, ab_level_name(t->processor.level));
    else
        return 1;
    return 0;
}

static int run(struct selftest *t, const char *module_option)
{
    char *path = ab_module_find(module_option);
    int ok;

    t->module = path;
    if (path == NULL)
        return AB_EXIT_ERROR;
    unsetenv("AFTERBURNER_CPU"); /* it caps programs; here each level is named */
    ok = run_families(t) && run_modules(t);
    free(path);
    if (!ok)
        return AB_EXIT_ERROR;
    ok = t->num_failed == 0 && t->num_wrong == 0;
    puts(ok ? "all answers are right" : "WRONG ANSWERS: do not use Afterburner on this machine");
    return ok ? AB_EXIT_OK : AB_EXIT_FINDINGS;
}

int ab_selftest_main(int argc, char **argv)
{
    static const struct option options[] = {
        { "cpu", required_argument, NULL, 'c' }, { "module", required_argument, NULL, 'm' }, AB_COMMON_OPTIONS, { 0 }
    };
    struct selftest t = { 0 };
    const char *module = NULL;

    ab_cpu_detect(&t.processor);
    for (int c; (c = ab_next_option(argc, argv, options)) != -1;) {
        if (c == 'm')
            module = optarg;
        else if (!parse_level(&t, optarg))
            return AB_EXIT_ERROR;
    }
    ab_no_more_arguments(argc, argv);
    return run(&t, module);
}
