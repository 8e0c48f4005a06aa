/* Answer the request `measure`: open the subject of each side, compare their outputs, time them. */
#include "measure.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fnv.h"
#include "lab/native/measure/clock.h"
#include "reply.h"
#include "slices.h"

struct measurement {
    struct lab_request request;
    struct lab_timing timing;
    struct lab_subject subjects[LAB_MAX_SIDES];
    char why[LAB_MAX_SIDES][LAB_WHY_LEN]; /* why a side is not measured, or empty */
    uint64_t outputs[LAB_MAX_SIDES];      /* a hash of each side's first output; 0 if it has none */
    size_t num_sides;
};

static int has_known_keys(const struct lab_line *line)
{
    static const char *const texts[] = { "kind", "algorithm", "operation", "sides", "clock", "clients", NULL };
    static const char *const numbers[] = { "bytes", "slices",  "slice_us", "most_ms", "seed",
                                           "loops", "threads", "turns",    NULL };

    return lab_line_fits(line, texts, numbers);
}

int lab_request_read(struct lab_request *r, const struct lab_line *line)
{
    int lengths[3] = {
        snprintf(r->kind, sizeof(r->kind), "%s", lab_line_text(line, "kind", "")),
        snprintf(r->algorithm, sizeof(r->algorithm), "%s", lab_line_text(line, "algorithm", "")),
        snprintf(r->operation, sizeof(r->operation), "%s", lab_line_text(line, "operation", "")),
    };

    r->bytes = lab_line_number(line, "bytes", 0);
    r->threads = lab_line_number(line, "threads", 1);
    r->own_clients = strcmp(lab_line_text(line, "clients", ""), "own") == 0;
    return (size_t)lengths[0] < sizeof(r->kind) && (size_t)lengths[1] < sizeof(r->algorithm)
           && (size_t)lengths[2] < sizeof(r->operation);
}

/* Say that the next round can begin, and wait for the word. Return 0 if it does not come. */
static int await_turn(void)
{
    char word[8];

    lab_reply_open(NULL, '{');
    lab_reply_bool("ok", 1);
    lab_reply_bool("waits", 1);
    lab_reply_close('}');
    return fgets(word, sizeof(word), stdin) != NULL && strcmp(word, "go\n") == 0;
}

static int read_timing(struct lab_timing *t, const struct lab_line *line)
{
    *t = (struct lab_timing){
        .slices = lab_line_number(line, "slices", 9),
        .slice_seconds = 1e-6 * (double)lab_line_number(line, "slice_us", 300),
        .loops = lab_line_number(line, "loops", 0),
        .most_seconds = 1e-3 * (double)lab_line_number(line, "most_ms", 300),
        .threads = lab_line_number(line, "threads", 1),
        .wall = strcmp(lab_line_text(line, "clock", ""), "wall") == 0,
        .seed = lab_line_number(line, "seed", 1),
        .turn = lab_line_number(line, "turns", 0) != 0 ? await_turn : NULL,
    };
    return t->slices >= 1 && t->threads >= 1 && t->threads <= LAB_MAX_THREADS;
}

static void close_subject(struct lab_subject *s)
{
    for (size_t i = 0; i < LAB_MAX_THREADS; i++) {
        if (s->states[i] != NULL)
            s->kind->free(s->states[i]);
        s->states[i] = NULL;
    }
}

/*
 * Open a state for each thread and do its first operation; the time of the last one's is kept. Return 0 with the reason
 * in `why`.
 */
static int open_states(const struct lab *lab, const struct measurement *m, struct lab_subject *s, char *why)
{
    struct lab_request request = m->request;

    for (size_t i = 0; i < request.threads; i++) {
        request.thread = i;
        request.first = s->states[0];
        s->states[i] = s->kind->new(lab, s->side, &request, why);
        if (s->states[i] == NULL)
            return 0;
        s->first_seconds = lab_time_operations(s, i, 1, m->timing.wall);
        if (s->first_seconds < 0) {
            lab_why(why, "the first call failed");
            return 0;
        }
    }
    return 1;
}

static const char *open_subject(const struct lab *lab, struct measurement *m, const char *side)
{
    struct lab_subject *s = &m->subjects[m->num_sides];

    if (m->num_sides == LAB_MAX_SIDES)
        return "too many sides";
    s->side = lab_side_find(lab, side);
    s->kind = lab_kind_find(m->request.kind, m->request.operation);
    if (s->side == NULL || s->kind == NULL)
        return "no such side, kind or operation";
    if (s->kind->metered != NULL && m->timing.wall)
        return "is metered by CPU time";
    if (!open_states(lab, m, s, m->why[m->num_sides]))
        close_subject(s);
    m->num_sides++;
    return NULL;
}

static const char *open_subjects(const struct lab *lab, struct measurement *m, const char *sides)
{
    char names[LAB_MAX_SIDES * LAB_NAME_LEN], *rest = names, *name;
    const char *error = NULL;

    snprintf(names, sizeof(names), "%s", sides);
    while (error == NULL && (name = strsep(&rest, ",")) != NULL)
        error = open_subject(lab, m, name);
    return error;
}

/* All sides must give the same output: the speed of wrong bytes is of no interest. */
static const char *check_same(const struct measurement *m)
{
    const unsigned char *first = NULL, *out;
    size_t first_len = 0, len;

    for (size_t i = 0; i < m->num_sides; i++) {
        if (m->subjects[i].states[0] == NULL)
            continue;
        m->subjects[i].kind->output(m->subjects[i].states[0], &out, &len);
        if (first == NULL) {
            first = out;
            first_len = len;
        } else if (len != first_len || memcmp(out, first, len) != 0) {
            return "the outputs of the sides differ";
        }
    }
    return NULL;
}

static void take_outputs(struct measurement *m)
{
    const unsigned char *out;
    size_t len;

    for (size_t i = 0; i < m->num_sides; i++) {
        if (m->subjects[i].states[0] == NULL)
            continue;
        m->subjects[i].kind->output(m->subjects[i].states[0], &out, &len);
        m->outputs[i] = len == 0 ? 0 : lab_fnv(LAB_FNV_START, out, len);
    }
}

static void reply_hash(const char *key, uint64_t hash)
{
    char text[17];

    snprintf(text, sizeof(text), "%016" PRIx64, hash);
    lab_reply_text(key, text);
}

/* Report no hash if the output is random, or made with keys that other processes cannot identify. */
static void reply_output(const struct lab_subject *s, uint64_t output)
{
    uint64_t keys = s->kind->keys == NULL ? 0 : s->kind->keys(s->states[0]);

    if (output == 0 || (s->kind->keys != NULL && keys == 0))
        return;
    reply_hash("output", output);
    if (keys != 0)
        reply_hash("keys", keys);
}

static void reply_details(const struct lab_subject *s)
{
    lab_reply_open("details", '{');
    s->kind->describe(s->states[0]);
    lab_reply_close('}');
}

static void reply_side(const struct measurement *m, size_t i, size_t rounds)
{
    const struct lab_subject *s = &m->subjects[i];

    lab_reply_open(NULL, '{');
    lab_reply_text("side", s->side->name);
    if (s->states[0] == NULL) {
        lab_reply_text("error", m->why[i]);
    } else {
        lab_reply_text("provider", s->kind->provider(s->states[0]));
        lab_reply_number("bytes", (double)s->kind->bytes(s->states[0]));
        lab_reply_number("per_slice", (double)s->per_slice);
        lab_reply_open("ns", '[');
        for (size_t r = 0; r < rounds; r++)
            lab_reply_number(NULL, s->seconds[r] * 1e9);
        lab_reply_close(']');
        reply_output(s, m->outputs[i]);
        if (s->kind->describe != NULL)
            reply_details(s);
    }
    lab_reply_close('}');
}

static const char *time_subjects(struct measurement *m, char *why)
{
    struct lab_subject *running[LAB_MAX_SIDES];
    size_t num = 0, rounds = 0;
    double hz = lab_core_hz();

    for (size_t i = 0; i < m->num_sides; i++)
        if (m->subjects[i].states[0] != NULL)
            running[num++] = &m->subjects[i];
    if (num != 0 && (rounds = lab_slices_run(running, num, &m->timing, why)) == 0)
        return why;
    lab_reply_open(NULL, '{');
    lab_reply_bool("ok", 1);
    lab_reply_number("clock_hz", hz);
    lab_reply_open("sides", '[');
    for (size_t i = 0; i < m->num_sides; i++)
        reply_side(m, i, rounds);
    lab_reply_close(']');
    lab_reply_close('}');
    return NULL;
}

void lab_measure(const struct lab *lab, const struct lab_line *line)
{
    struct measurement *m = calloc(1, sizeof(*m));
    char why[LAB_WHY_LEN];
    const char *error = m == NULL ? "out of memory" : NULL;

    if (error == NULL && !has_known_keys(line))
        error = "an unknown key, a repeated key, or an invalid number";
    if (error == NULL && !lab_request_read(&m->request, line))
        error = "a name is too long";
    if (error == NULL && !read_timing(&m->timing, line))
        error = "slices and threads are at least 1, threads at most 256";
    if (error == NULL)
        error = open_subjects(lab, m, lab_line_text(line, "sides", ""));
    if (error == NULL)
        error = check_same(m);
    if (error == NULL) {
        take_outputs(m);
        error = time_subjects(m, why);
    }
    if (error != NULL)
        lab_reply_error(error);
    for (size_t i = 0; m != NULL && i < m->num_sides; i++)
        close_subject(&m->subjects[i]);
    free(m);
}
