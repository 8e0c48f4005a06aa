/* Plan what to measure: join the module's report with what the lab's kinds find. */
#define _GNU_SOURCE
#include "cli/tune/tune_plan.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/conf/module.h"
#include "cli/text/say.h"
#include "lab/native/driver/calls.h"

/* ---- units ---- */

/*
 * All names of a type of key are taken away together: with the key in one provider and its signature in another, each
 * key would be converted.
 */
static const struct {
    const char *name, *unit;
} key_names[] = { { "RSA-PSS", "RSA" }, { "ECDSA", "EC" }, { "ECDH", "EC" }, { "DHX", "DH" } };

/* Names that stand for a key type with a digest or prehash: RSA-SHA2-256, ED25519ph. */
static const char *const key_prefixes[][2] = {
    { "RSA-", "RSA" }, { "ECDSA-", "EC" }, { "DSA-", "DSA" }, { "ED25519", "ED25519" }, { "ED448", "ED448" }
};

static int is_of_keys(const char *operation)
{
    static const char *const others[] = { "cipher", "digest", "mac", "kdf", "rand" };

    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (strcmp(others[i], operation) == 0)
            return 0;
    return 1;
}

/* Write the unit of a name that is `len` characters long. */
static void name_unit(const char *operation, const char *name, size_t len, char unit[LAB_NAME_LEN])
{
    snprintf(unit, LAB_NAME_LEN, "%.*s", (int)len, name);
    if (!is_of_keys(operation))
        return;
    for (size_t i = 0; i < sizeof(key_names) / sizeof(key_names[0]); i++)
        if (strcasecmp(key_names[i].name, unit) == 0) {
            snprintf(unit, LAB_NAME_LEN, "%s", key_names[i].unit);
            return;
        }
    for (size_t i = 0; i < sizeof(key_prefixes) / sizeof(key_prefixes[0]); i++)
        if (strncasecmp(key_prefixes[i][0], unit, strlen(key_prefixes[i][0])) == 0)
            snprintf(unit, LAB_NAME_LEN, "%s", key_prefixes[i][1]);
}

static int is_wanted(const struct ab_tune_plan *plan, const char *unit)
{
    for (size_t i = 0; i < plan->num_only; i++)
        if (strcmp(plan->only[i], unit) == 0)
            return 1;
    return plan->only == NULL;
}

static void read_report(struct ab_tune_plan *plan, char *report)
{
    struct ab_report_line line;

    while (ab_report_next(&report, &line)) {
        struct ab_tune_served *s;

        if (strcmp(line.state, "served") != 0)
            continue;
        plan->served = ab_grow(plan->served, plan->num_served, sizeof(*plan->served));
        s = &plan->served[plan->num_served];
        s->operation = line.operation;
        s->names = line.names;
        name_unit(line.operation, line.names, strcspn(line.names, ":"), s->unit);
        plan->num_served += is_wanted(plan, s->unit) ? 1 : 0;
    }
}

/* ---- tasks ---- */

/* The unit of an algorithm of the lab, "HMAC/SHA2-256" or "ECDSA/P-256"; NULL: the module does not serve it. */
static const char *find_unit(const struct ab_tune_plan *plan, const char *operation, const char *algorithm)
{
    size_t len = strcspn(algorithm, "/");
    char unit[LAB_NAME_LEN];

    for (size_t i = 0; i < plan->num_served; i++)
        if (strcmp(plan->served[i].operation, operation) == 0 && ab_report_has(plan->served[i].names, algorithm, len))
            return plan->served[i].unit;
    name_unit(operation, algorithm, len, unit); /* a scheme of the lab, as RSA-PSS with a key of type RSA */
    for (size_t i = 0; i < plan->num_served; i++)
        if (is_of_keys(operation) && strcmp(plan->served[i].unit, unit) == 0)
            return plan->served[i].unit;
    return NULL;
}

/*
 * Skip what few use, but for DSA, which few use at all; and keys of RSA, since the time of a search for primes varies
 * too much.
 */
static int is_met(const char *operation, const char *algorithm, unsigned flags)
{
    if (strcmp(operation, "keymgmt") == 0 && strncmp(algorithm, "RSA", 3) == 0)
        return 0;
    return (flags & LAB_UNCOMMON) == 0 || strcmp(algorithm, "DSA/2048") == 0;
}

static void add_task(struct ab_tune_plan *plan, const struct ab_tune_task *task, size_t bytes)
{
    plan->tasks = ab_grow(plan->tasks, plan->num_tasks, sizeof(*plan->tasks));
    plan->tasks[plan->num_tasks] = *task;
    plan->tasks[plan->num_tasks++].request.bytes = bytes;
}

/* The lengths that users of a cipher, digest or MAC meet: keys to be wrapped, records of TLS, messages of any kind. */
static const size_t *find_lengths(const char *algorithm, int quick)
{
    static const size_t all[] = { 16, 64, 256, 1350, 8192, 16384, 0 }, few[] = { 16, 256, 16384, 0 };
    static const size_t records[] = { 64, 256, 1350, 8192, 16384, 0 }, few_records[] = { 64, 1350, 16384, 0 };
    static const size_t keys[] = { 16, 32, 64, 0 };

    if (strstr(algorithm, "WRAP") != NULL)
        return keys;
    if (strstr(algorithm, "CBC-HMAC") != NULL)
        return quick ? few_records : records;
    return quick ? few : all;
}

static void add_lengths(struct ab_tune_plan *plan, const struct ab_tune_task *task)
{
    const size_t *lengths = find_lengths(task->request.algorithm, plan->quick);

    for (; *lengths != 0; lengths++)
        add_task(plan, task, *lengths);
}

struct finding {
    struct ab_tune_plan *plan;
    const struct lab_kind *kind;
};

/* arg: struct finding */
static void found(void *arg, const char *algorithm, const char *operation, unsigned flags, const char *provider)
{
    const struct finding *f = arg;
    struct ab_tune_task task = { .kind = f->kind, .request = { .threads = 1 } };

    if (strncmp(provider, "afterburner", strlen("afterburner")) != 0 || !is_met(f->kind->name, algorithm, flags)
        || lab_calls_of(operation) != LAB_CALLS_KEPT)
        return;
    task.unit = find_unit(f->plan, f->kind->name, algorithm);
    if (task.unit == NULL)
        return;
    snprintf(task.request.kind, sizeof(task.request.kind), "%s", f->kind->name);
    snprintf(task.request.algorithm, sizeof(task.request.algorithm), "%s", algorithm);
    snprintf(task.request.operation, sizeof(task.request.operation), "%s", operation);
    if (flags & LAB_SIZED)
        add_lengths(f->plan, &task);
    else
        add_task(f->plan, &task, 0);
}

/*
 * Is a name of this kind planned? Listing a kind takes time; records, random numbers and the loading of keys are no
 * names of the module.
 */
static int has_names(const struct ab_tune_plan *plan, const struct lab_kind *kind)
{
    for (size_t i = 0; i < plan->num_served && kind->list != NULL; i++)
        if (strcmp(plan->served[i].operation, kind->name) == 0)
            return 1;
    return 0;
}

void ab_tune_plan_make(struct ab_tune_plan *plan, char *report, const struct lab_side *side)
{
    struct finding f = { .plan = plan };

    read_report(plan, report);
    for (const struct lab_kind *const *k = lab_kinds; *k != NULL; k++)
        if (has_names(plan, f.kind = *k))
            f.kind->list(side, found, &f);
}

void ab_tune_plan_free(struct ab_tune_plan *plan)
{
    free(plan->served);
    free(plan->tasks);
}

void ab_tune_plan_write(const struct ab_tune_plan *plan, FILE *out)
{
    for (size_t i = 0; i < plan->num_served; i++) {
        const struct ab_tune_served *s = &plan->served[i];

        fprintf(out, "name\t%s\t%s\t%.*s\n", s->unit, is_of_keys(s->operation) ? "key" : s->operation,
                (int)strcspn(s->names, ":"), s->names);
    }
}
