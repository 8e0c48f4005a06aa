/* afterburner estimate: what a running program would gain, before anything is switched on. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/estimate/estimate.h"
#include "cli/conf/module.h"
#include "cli/text/say.h"
#include "cli/text/text.h"
#include "cli/top/watch.h"

const char ab_estimate_usage[] =
    "Usage: afterburner estimate [--seconds N] [--json] [OPTION...] PID|NAME...\n"
    "Samples programs while they run, without touching them, and says what part of their processor time Afterburner\n"
    "would save. Name all processes of a program at once; put it under its usual load first.\n"
    "\n"
    "  --seconds N        how long to watch them: 1 to 600, by default 10\n"
    "  --json             as one JSON value\n";

enum { LEAST_SAMPLES = 100, MOST_SECONDS = 600 };

/* ---- rights ---- */

static long read_setting(const char *path)
{
    long value = -1;
    FILE *file = fopen(path, "re");

    if (file != NULL) {
        if (fscanf(file, "%ld", &value) != 1)
            value = -1;
        fclose(file);
    }
    return value;
}

/* Say what is missing, and how to get it. */
static void refuse(const struct ab_estimate *e, pid_t pid)
{
    long paranoid = read_setting("/proc/sys/kernel/perf_event_paranoid");
    long scope = read_setting("/proc/sys/kernel/yama/ptrace_scope");
    struct stat st;
    char path[64], *perf = ab_copy(strerror(e->sampler.perf_errno)); /* the next strerror may write over it */

    snprintf(path, sizeof(path), "/proc/%ld", (long)pid);
    if (stat(path, &st) != 0 || ab_sampler_has_ended(pid))
        ab_say_error("process %ld has ended", (long)pid);
    else if (geteuid() == 0)
        ab_say_error("root may not sample process %ld here: perf_event_open: %s; ptrace: %s. In a container, start it "
                     "with CAP_PERFMON or CAP_SYS_PTRACE, or run this outside",
                     (long)pid, perf, strerror(e->sampler.ptrace_errno));
    else if (st.st_uid != geteuid())
        ab_say_error("may not sample process %ld of user %u: run this as that user or as root, with sudo", (long)pid,
                     (unsigned)st.st_uid);
    else
        ab_say_error("may not sample process %ld: kernel.perf_event_paranoid is %ld (2 would do) and "
                     "kernel.yama.ptrace_scope is %ld (0 would do): run this as root, with sudo, or change one of them "
                     "with sysctl",
                     (long)pid, paranoid, scope);
    free(perf);
}

/* ---- the processes ---- */

static int has_module(const struct ab_sampled_process *p)
{
    return ab_regions_named(&p->regions, "afterburner.so") != NULL;
}

/* Processes of these names that have begun since. An ab_sampler_refresh_fn. */
static void add_new(struct ab_sampler *s, void *arg)
{
    struct ab_estimate *e = arg;
    unsigned before = e->targets.num;

    for (int i = 0; i < e->num_words; i++)
        ab_targets_add(&e->targets, e->words[i]);
    for (unsigned i = before; i < e->targets.num; i++)
        ab_sampler_add(s, e->targets.pids[i]);
}

/* Some processes of a program may belong to others; one that may be sampled is enough. */
static int attach(struct ab_estimate *e)
{
    pid_t refused = 0;

    for (unsigned i = 0; i < e->targets.num; i++)
        if (!ab_sampler_add(&e->sampler, e->targets.pids[i])) {
            refused = e->targets.pids[i];
            e->num_refused++;
        }
    if (e->sampler.num_processes == 0) {
        refuse(e, refused);
        return 0;
    }
    for (unsigned i = 0; i < e->sampler.num_processes; i++)
        e->num_with_module += (unsigned)has_module(&e->sampler.processes[i]);
    return 1;
}

/* An interrupt ends the watching early; what was seen until then counts. */
static void watch(struct ab_estimate *e)
{
    ab_watch_begin();
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "watching %u process%s for %.0f s ...\n", e->sampler.num_processes,
                e->sampler.num_processes == 1 ? "" : "es", e->seconds);
    e->seconds = ab_sampler_run(&e->sampler, e->seconds, add_new, e, &ab_watch_is_over);
    e->method = e->sampler.method->name;
    ab_sampler_end(&e->sampler);
    ab_watch_end();
}

/* ---- the whole ---- */

static int forecast(struct ab_estimate *e, const char *module)
{
    struct ab_own_crypto own;
    int has_own = ab_own_crypto_open(&own), ok = 1;
    char error[512] = "nothing can be measured";

    ab_evidence_collect(&e->sampler, has_own ? &own : NULL, &e->evidence);
    e->is_enough = e->evidence.total >= LEAST_SAMPLES;
    if (e->is_enough)
        ok = ab_forecast_make(&e->evidence, &own, module, &e->forecast, error, sizeof(error));
    if (has_own)
        ab_own_crypto_close(&own);
    if (!ok)
        ab_say_error("cannot measure the module: %s", error);
    return ok;
}

static int estimate(struct ab_estimate *e, const char *module)
{
    if (!ab_targets_add_words(&e->targets, e->words, e->num_words) || !attach(e))
        return AB_EXIT_ERROR;
    if (e->num_with_module < e->sampler.num_processes) {
        watch(e);
        if (!forecast(e, module))
            return AB_EXIT_ERROR;
    }
    if (e->json)
        ab_estimate_print_json(e);
    else
        ab_estimate_print(e);
    return e->is_enough || e->num_with_module == e->sampler.num_processes ? AB_EXIT_OK : AB_EXIT_FINDINGS;
}

int ab_estimate_main(int argc, char **argv)
{
    static const struct option options[] = { { "seconds", required_argument, NULL, 's' },
                                             { "json", no_argument, NULL, 'j' },
                                             { "module", required_argument, NULL, 'm' },
                                             AB_COMMON_OPTIONS,
                                             { 0 } };
    struct ab_estimate e = { 0 };
    unsigned seconds = 10;
    const char *option = NULL;
    char *module;
    int status;

    for (int c; (c = ab_next_short_option(argc, argv, ":hV", options)) != -1;) {
        if (c == 's' && !ab_parse_seconds(optarg, MOST_SECONDS, &seconds))
            return AB_EXIT_ERROR;
        e.json |= c == 'j';
        option = c == 'm' ? optarg : option;
    }
    e.seconds = seconds;
    e.words = argv + optind;
    e.num_words = argc - optind;
    if (e.num_words == 0) {
        ab_say_error("wants the number or name of a process; see afterburner estimate --help");
        return AB_EXIT_ERROR;
    }
    module = ab_module_find(option);
    if (module == NULL)
        return AB_EXIT_ERROR;
    status = estimate(&e, module);
    ab_sampler_free(&e.sampler);
    ab_targets_free(&e.targets);
    ab_evidence_free(&e.evidence);
    free(module);
    return status;
}
