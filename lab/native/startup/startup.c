/*
 * The entry point of `startup`, whose process is what is measured.
 *
 * Usage: startup --libcrypto PATH --keys DIR --socket PATH [--memory] PHASE...    run the phases, in this order
 *        startup --libcrypto PATH --keys DIR --socket PATH --serve                be the server of the phase handshake
 *
 * It replies one line of JSON: the processor time and page faults of each phase, first of `start`, which is everything
 * before this library was entered: exec, the dynamic linker, loading libcrypto and libssl. With --memory the reply has
 * the memory of the process instead, since reading that costs time.
 */
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "lab/native/driver/reply.h"
#include "lab/native/measure/clock.h"
#include "startup.h"

enum { MAX_PHASES = 16, WHY_LEN = 256 };

struct cost {
    const char *name;
    double seconds;
    long faults;
};

struct arguments {
    struct startup startup;
    int is_server, wants_memory, num_phases;
    const struct startup_phase *phases[MAX_PHASES];
};

static struct cost now(const char *name)
{
    struct rusage usage = { 0 };

    getrusage(RUSAGE_SELF, &usage);
    return (struct cost){ name, lab_thread_seconds(), usage.ru_minflt };
}

static int run_phase(const struct startup_phase *phase, struct startup *s, struct cost *cost)
{
    struct cost before, after;

    if (phase->prepare != NULL && !phase->prepare(s))
        return 0;
    before = now(phase->name);
    if (!phase->run(s))
        return 0;
    after = now(phase->name);
    *cost = (struct cost){ phase->name, after.seconds - before.seconds, after.faults - before.faults };
    return 1;
}

/* ---- the reply ---- */

static int reply_name(OSSL_PROVIDER *provider, void *arg)
{
    (void)arg;
    lab_reply_text(NULL, OSSL_PROVIDER_get0_name(provider));
    return 1;
}

static void reply_costs(const struct cost *costs, int num)
{
    lab_reply_open("phases", '[');
    for (int i = 0; i < num; i++) {
        lab_reply_open(NULL, '{');
        lab_reply_text("name", costs[i].name);
        lab_reply_number("us", 1e6 * costs[i].seconds);
        lab_reply_number("faults", (double)costs[i].faults);
        lab_reply_close('}');
    }
    lab_reply_close(']');
}

static void reply_memory(void)
{
    static const struct {
        const char *line, *key;
    } wanted[] = { { "Rss: %lf kB", "rss_kib" },
                   { "Pss: %lf kB", "pss_kib" },
                   { "Private_Dirty: %lf kB", "dirty_kib" } };
    FILE *file = fopen("/proc/self/smaps_rollup", "r");
    char line[256];
    double kib;

    lab_reply_open("memory", '{');
    while (file != NULL && fgets(line, sizeof(line), file) != NULL)
        for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
            if (sscanf(line, wanted[i].line, &kib) == 1)
                lab_reply_number(wanted[i].key, kib);
    if (file != NULL)
        fclose(file);
    lab_reply_close('}');
}

static void reply_refusal(const char *phase)
{
    char why[WHY_LEN], text[WHY_LEN / 2] = "no reason given";
    unsigned long error = ERR_get_error();

    if (error != 0)
        ERR_error_string_n(error, text, sizeof(text));
    snprintf(why, sizeof(why), "%s: %s", phase, text);
    lab_reply_error(why);
}

/* ---- the process ---- */

static int run_all(struct arguments *a)
{
    struct cost costs[MAX_PHASES + 1] = { now("start") };

    for (int i = 0; i < a->num_phases; i++)
        if (!run_phase(a->phases[i], &a->startup, &costs[i + 1])) {
            reply_refusal(a->phases[i]->name);
            return 0;
        }
    lab_reply_open(NULL, '{');
    lab_reply_bool("ok", 1);
    if (a->wants_memory) {
        reply_memory();
        lab_reply_open("providers", '[');
        OSSL_PROVIDER_do_all(NULL, reply_name, NULL);
        lab_reply_close(']');
    } else {
        reply_costs(costs, a->num_phases + 1);
    }
    lab_reply_close('}');
    return 1;
}

static int add_phase(struct arguments *a, const char *name)
{
    if (a->num_phases == MAX_PHASES)
        return 0;
    a->phases[a->num_phases] = startup_phase_find(name);
    return a->phases[a->num_phases++] != NULL;
}

static int parse(struct arguments *a, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const int has_value = i + 1 < argc;

        if (strcmp(argv[i], "--serve") == 0)
            a->is_server = 1;
        else if (strcmp(argv[i], "--memory") == 0)
            a->wants_memory = 1;
        else if (strcmp(argv[i], "--libcrypto") == 0 && has_value)
            i++; /* main.c has loaded it */
        else if (strcmp(argv[i], "--keys") == 0 && has_value)
            a->startup.keys = argv[++i];
        else if (strcmp(argv[i], "--socket") == 0 && has_value)
            a->startup.socket = argv[++i];
        else if (!add_phase(a, argv[i]))
            return 0;
    }
    return a->startup.keys != NULL && a->startup.socket != NULL;
}

/* main.c calls this. Return the exit status. */
__attribute__((visibility("default"))) int lab_session(int argc, char **argv, const char *libcrypto)
{
    struct arguments a = { .startup = { .fd = -1 } };

    (void)libcrypto;
    if (!parse(&a, argc, argv)) {
        fputs("usage: startup --libcrypto PATH --keys DIR --socket PATH --serve|[--memory] PHASE...\n", stderr);
        return 2;
    }
    if (a.is_server)
        return startup_serve(a.startup.keys, a.startup.socket);
    return run_all(&a) ? 0 : 1;
}
