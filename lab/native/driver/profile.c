/* Answer the request `profile`: sample what a side's subject spends its time on. */
#include "profile.h"

#include "lab/native/measure/clock.h"
#include "lab/native/profile/shares.h"
#include "measure.h"
#include "reply.h"

enum {
    FIRST_RUNS = 3,         /* untimed: they warm caches, fetch algorithms and run self-tests */
    LEAST_INTERVAL_US = 50, /* a stack walk takes about ten */
};

struct profile {
    struct lab_request request;
    const struct lab_side *side;
    const struct lab_kind *kind;
    size_t samples;
    unsigned interval_us;
    double most_seconds;
};

static const char *read_profile(const struct lab *lab, struct profile *p, const struct lab_line *line)
{
    static const char *const texts[] = { "kind", "algorithm", "operation", "side", NULL };
    static const char *const numbers[] = { "bytes", "samples", "interval_us", "most_ms", NULL };

    if (!lab_line_fits(line, texts, numbers))
        return "an unknown key, a repeated key, or an invalid number";
    if (!lab_request_read(&p->request, line))
        return "a name is too long";
    p->side = lab_side_find(lab, lab_line_text(line, "side", ""));
    p->kind = lab_kind_find(p->request.kind, p->request.operation);
    p->samples = lab_line_number(line, "samples", 2000);
    p->interval_us = (unsigned)lab_line_number(line, "interval_us", 500);
    p->most_seconds = 1e-3 * (double)lab_line_number(line, "most_ms", 10000);
    if (p->side == NULL || p->kind == NULL)
        return "no such side, kind or operation";
    if (p->interval_us < LEAST_INTERVAL_US || p->samples > LAB_MOST_STACKS)
        return "50 us apart at least, and 16384 samples at most";
    return NULL;
}

/* A kind of which only a part is metered switches the sampler on and off itself. */
static int run(const struct profile *p, void *state)
{
    int ok;

    if (p->kind->metered != NULL)
        return p->kind->run(state, 1);
    lab_sampler_on = 1;
    ok = p->kind->run(state, 1);
    lab_sampler_on = 0;
    return ok;
}

/* Sample until there are enough samples or the time is up. Samples so far count in either case. */
static const char *sample(const struct profile *p, void *state)
{
    const struct lab_stack *stacks;
    const char *why = NULL;
    double end;
    int ok = 1;

    for (int i = 0; ok && i < FIRST_RUNS; i++)
        ok = run(p, state);
    if (!lab_sampler_start(p->interval_us, &why))
        return why;
    end = lab_wall_seconds() + p->most_seconds;
    while (ok && lab_sampler_stacks(&stacks) < p->samples && lab_wall_seconds() < end)
        ok = run(p, state);
    lab_sampler_stop();
    return ok ? NULL : "a call failed";
}

static void reply(const struct profile *p, const struct lab_shares *shares)
{
    lab_reply_open(NULL, '{');
    lab_reply_bool("ok", 1);
    lab_reply_text("side", p->side->name);
    lab_reply_number("samples", (double)shares->samples);
    lab_reply_number("lost", (double)shares->lost);
    lab_reply_open("parts", '{');
    for (size_t i = 0; i < LAB_PARTS; i++) {
        lab_reply_open(lab_part_names[i], '[');
        lab_reply_number(NULL, (double)shares->parts[i]);
        lab_reply_number(NULL, (double)shares->replaceable[i]);
        lab_reply_close(']');
    }
    lab_reply_close('}');
    lab_reply_close('}');
}

/* Look up the entries for each request, since a provider may be loaded late. */
static const char *count(const struct lab *lab, const struct profile *p)
{
    OSSL_LIB_CTX *libctxs[LAB_MAX_SIDES];
    const struct lab_stack *stacks;
    struct lab_shares shares = { 0 };
    struct lab_entries *entries;
    const char *why;
    size_t num;

    for (size_t i = 0; i < lab->num_sides; i++)
        libctxs[i] = lab->sides[i].libctx;
    entries = lab_entries_new(libctxs, lab->num_sides, &why);
    if (entries == NULL)
        return why;
    num = lab_sampler_stacks(&stacks);
    lab_shares_count(&shares, entries, stacks, num);
    lab_entries_free(entries);
    reply(p, &shares);
    return NULL;
}

static const char *profile_subject(const struct lab *lab, const struct profile *p, char *why)
{
    const char *error;
    void *state = p->kind->new(lab, p->side, &p->request, why);

    if (state == NULL)
        return why;
    error = sample(p, state);
    if (error == NULL)
        error = count(lab, p);
    p->kind->free(state);
    return error;
}

void lab_profile(const struct lab *lab, const struct lab_line *line)
{
    struct profile p = { 0 };
    char why[LAB_WHY_LEN] = "";
    const char *error = read_profile(lab, &p, line);

    if (error == NULL)
        error = profile_subject(lab, &p, why);
    if (error != NULL)
        lab_reply_error(error);
}
