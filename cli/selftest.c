/* afterburner selftest: every known-answer test, of this command's own kernels and then inside the module. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "afterburner/aes.h"
#include "commands.h"
#include "module.h"
#include "settings.h"
#include "crypto/implementation.h"

const char ab_selftest_usage[] =
    "Usage: afterburner selftest [--cpu LEVEL] [OPTION...]\n"
    "Runs every known-answer test of every implementation that this processor can run, or that a level leaves it.\n"
    "Exit status 1 if an answer is wrong.\n"
    "\n"
    "  --cpu LEVEL        only what is left at this level: sse41, avx2, avx512; afterburner(1)\n";

struct selftest {
    struct ab_cpu cpu;        /* what is tested, */
    struct ab_cpu processor;  /* of this */
    const struct ab_cap *cap; /* NULL: none */
    const char *module;
    unsigned num_families, num_passed, num_failed, num_absent; /* of this command's own kernels */
    unsigned num_wrong;                                        /* of the module's algorithms */
};

/* ---- this command's own kernels ---- */

static const char *run_implementation(struct selftest *t, enum ab_family family,
                                      const struct ab_implementation *implementation,
                                      const struct ab_test_support *support)
{
    int has_passed;

    if (!ab_cpu_has(&t->cpu, &implementation->needs)) {
        t->num_absent++;
        return "absent";
    }
    has_passed = ab_family_self_test(family, implementation, support);
    t->num_passed += has_passed ? 1 : 0;
    t->num_failed += has_passed ? 0 : 1;
    return has_passed ? "passed" : "FAILED";
}

/* Under a cap, what it removes is neither run nor shown. */
static int is_shown(const struct selftest *t, const struct ab_implementation *implementation)
{
    return t->cap == NULL || ab_cpu_has(&t->cpu, &implementation->needs);
}

static void run_family(struct selftest *t, enum ab_family family)
{
    struct ab_implementation implementation;
    struct ab_test_support support;

    ab_family_support(family, &t->cpu, &support);
    printf("%-24s", ab_family_name(family));
    for (unsigned i = 0; ab_family_get(family, i, &implementation); i++)
        if (is_shown(t, &implementation))
            printf("  %-8s  %-6s", implementation.needs.name, run_implementation(t, family, &implementation, &support));
    putchar('\n');
    t->num_families++;
}

static void run_families(struct selftest *t)
{
    for (unsigned family = 0; family < AB_NUM_FAMILIES; family++)
        run_family(t, (enum ab_family)family);
    printf("%u implementations of %u families: %u passed, %u failed, %u absent here\n",
           t->num_passed + t->num_failed + t->num_absent, t->num_families, t->num_passed, t->num_failed, t->num_absent);
}

/* ---- the module ---- */

/* The level that must serve a cipher of AES: of all modes alike, but for those woven with SHA on some processors. */
static const char *aes_level(const char *names, const struct ab_cpu *cpu)
{
    enum ab_family family = strstr(names, "-CBC-HMAC-") != NULL ? AB_FAMILY_AES_CBC_HMAC_SHA1 : AB_FAMILY_AES_ECB;
    struct ab_implementation implementation;

    return ab_family_get(family, ab_family_first(family, cpu), &implementation) ? implementation.needs.name : "none";
}

/*
 * 1 if the module's own test passed and demoted nothing, if the processor lacks what the algorithm needs, or if the
 * release has it only when `algorithms` names it.
 */
static int is_right(const struct ab_report_line *line, const struct ab_cpu *cpu)
{
    int is_served = strcmp(line->state, "served") == 0;
    int is_absent = strcmp(line->state, "absent") == 0 || strcmp(line->state, "off") == 0;

    if (strcmp(line->operation, "cipher") == 0 && strncmp(line->names, "AES-", 4) == 0)
        return (is_served && strcmp(line->level, aes_level(line->names, cpu)) == 0)
               || (is_absent && strstr(line->reason, "no SHA") != NULL);
    return is_absent || (is_served && strstr(line->reason, "demoted") == NULL);
}

/* cpu: what the cap leaves of the processor. */
static void count_report(struct selftest *t, char *report, const char *cap, const struct ab_cpu *cpu)
{
    struct ab_report_line line;
    unsigned num_all = 0, num_wrong = 0;

    while (ab_report_next(&report, &line)) {
        num_all++;
        if (is_right(&line, cpu))
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
        count_report(t, report, cap->name, &capped);
    free(used);
    free(reason);
    free(report);
    return ok;
}

static int run_module(struct selftest *t, const struct ab_cap *cap)
{
    struct ab_settings settings = { .module = t->module, .cpu = cap->name };
    struct ab_cpu capped = t->processor;
    struct ab_module m;
    char error[512];
    int ok;

    ab_cpu_cap(&capped, cap);
    if (!ab_cap_is_present(cap, &t->processor) || ab_aes_pick(&capped) == NULL) {
        printf("module at %-8s  not run: this processor lacks it\n", cap->name);
        return 1;
    }
    if (!ab_module_load(&settings, &m, error, sizeof(error))) {
        ab_say_error("%s does not load at level %s: %s", t->module, cap->name, error);
        return 0;
    }
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
    t->cpu = t->processor;
    if (t->cap != NULL)
        ab_cpu_cap(&t->cpu, t->cap);
    run_families(t);
    ok = run_modules(t);
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
