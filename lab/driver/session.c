/*
 * The protocol: a request a line (request.h), an answer a line (JSON, reply.h).
 *
 *   hello      libcrypto, protocol, and the providers of each side
 *   list       every kind, algorithm and operation that any side offers, with the provider of each side
 *   measure    kind= algorithm= operation= bytes= sides=A,B,... slices= slice_us= most_ms= seed=
 *              nanoseconds an operation, slice by slice, of each side; sides that lack it say why
 *   quit       or end of file
 *
 * Every answer has "ok"; false comes with "error".
 */
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"
#include "lab/measure/clock.h"
#include "list.h"
#include "reply.h"
#include "request.h"
#include "slices.h"

enum { PROTOCOL = 1, LINE = 4096 };

/* ---- hello ---- */

static void reply_provider_text(const OSSL_PROVIDER *provider, const char *key, const char *param)
{
    char text[64] = "", *pointer = NULL;
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string(param, text, sizeof(text)), OSSL_PARAM_END };
    OSSL_PARAM pointers[] = { OSSL_PARAM_utf8_ptr(param, &pointer, 0), OSSL_PARAM_END };

    if (OSSL_PROVIDER_get_params(provider, pointers) && pointer != NULL)
        lab_reply_text(key, pointer);
    else if (OSSL_PROVIDER_get_params(provider, params) && text[0] != '\0')
        lab_reply_text(key, text);
    ERR_clear_error();
}

static int reply_provider(OSSL_PROVIDER *provider, void *arg)
{
    (void)arg;
    lab_reply_open(NULL, '{');
    lab_reply_text("name", OSSL_PROVIDER_get0_name(provider));
    reply_provider_text(provider, "version", "version");
    reply_provider_text(provider, "level", "afterburner-level");
    lab_reply_close('}');
    return 1;
}

static void hello(const struct lab *lab)
{
    lab_reply_open(NULL, '{');
    lab_reply_bool("ok", 1);
    lab_reply_number("protocol", PROTOCOL);
    lab_reply_text("libcrypto", OpenSSL_version(OPENSSL_VERSION));
    lab_reply_text("libcrypto_version", OpenSSL_version(OPENSSL_VERSION_STRING));
    lab_reply_text("libcrypto_path", lab->libcrypto);
    lab_reply_number("clock_hz", lab_core_hz());
    lab_reply_open("sides", '{');
    for (size_t i = 0; i < lab->num_sides; i++) {
        lab_reply_open(lab->sides[i].name, '[');
        OSSL_PROVIDER_do_all(lab->sides[i].libctx, reply_provider, NULL);
        lab_reply_close(']');
    }
    lab_reply_close('}');
    lab_reply_close('}');
}

/* ---- measure ---- */

struct measurement {
    struct lab_request request;
    struct lab_subject subjects[LAB_MAX_SIDES];
    char why[LAB_MAX_SIDES][LAB_WHY_LEN]; /* of a side that is not measured; else empty */
    struct lab_subject running[LAB_MAX_SIDES];
    size_t num_sides, num_running;
};

static int read_request(struct lab_request *r, const struct lab_line *line)
{
    int lengths[3] = {
        snprintf(r->kind, sizeof(r->kind), "%s", lab_line_text(line, "kind", "")),
        snprintf(r->algorithm, sizeof(r->algorithm), "%s", lab_line_text(line, "algorithm", "")),
        snprintf(r->operation, sizeof(r->operation), "%s", lab_line_text(line, "operation", "")),
    };

    r->bytes = lab_line_number(line, "bytes", 0);
    return (size_t)lengths[0] < sizeof(r->kind) && (size_t)lengths[1] < sizeof(r->algorithm)
           && (size_t)lengths[2] < sizeof(r->operation);
}

static void close_subjects(struct measurement *m)
{
    for (size_t i = 0; i < m->num_sides; i++)
        if (m->subjects[i].state != NULL)
            m->subjects[i].kind->free(m->subjects[i].state);
}

static const char *open_subject(const struct lab *lab, struct measurement *m, const char *side)
{
    struct lab_subject *s = &m->subjects[m->num_sides];
    char *why = m->why[m->num_sides];

    s->side = lab_side_find(lab, side);
    s->kind = lab_kind_find(m->request.kind, m->request.operation);
    if (s->side == NULL || s->kind == NULL || m->num_sides == LAB_MAX_SIDES)
        return "no such side, kind or operation";
    m->num_sides++;
    s->state = s->kind->new(lab, s->side, &m->request, why);
    if (s->state != NULL && s->kind->run(s->state, 1))
        return NULL;
    if (s->state != NULL) {
        lab_why(why, "the first call failed");
        s->kind->free(s->state);
        s->state = NULL;
    }
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

/* The speed of wrong bytes is of no interest: all sides must give the same. */
static const char *check_same(const struct measurement *m)
{
    const unsigned char *first = NULL, *out;
    size_t first_len = 0, len;

    for (size_t i = 0; i < m->num_sides; i++) {
        if (m->subjects[i].state == NULL)
            continue;
        m->subjects[i].kind->output(m->subjects[i].state, &out, &len);
        if (first == NULL) {
            first = out;
            first_len = len;
        } else if (len != first_len || memcmp(out, first, len) != 0) {
            return "the outputs of the sides differ";
        }
    }
    return NULL;
}

static void reply_side(const struct measurement *m, size_t i, size_t rounds)
{
    const struct lab_subject *s = &m->subjects[i];

    lab_reply_open(NULL, '{');
    lab_reply_text("side", s->side->name);
    if (s->state == NULL) {
        lab_reply_text("error", m->why[i]);
    } else {
        lab_reply_text("provider", s->kind->provider(s->state));
        lab_reply_number("bytes", (double)s->kind->bytes(s->state));
        lab_reply_number("per_slice", (double)s->per_slice);
        lab_reply_open("ns", '[');
        for (size_t r = 0; r < rounds; r++)
            lab_reply_number(NULL, s->seconds[r] * 1e9);
        lab_reply_close(']');
    }
    lab_reply_close('}');
}

static const char *time_subjects(struct measurement *m, const struct lab_line *line, char *why)
{
    struct lab_timing timing = {
        .slices = lab_line_number(line, "slices", 9),
        .slice_seconds = 1e-6 * (double)lab_line_number(line, "slice_us", 300),
        .most_seconds = 1e-3 * (double)lab_line_number(line, "most_ms", 300),
        .seed = lab_line_number(line, "seed", 1),
    };
    double hz = lab_core_hz();
    size_t rounds;

    for (size_t i = 0; i < m->num_sides; i++)
        if (m->subjects[i].state != NULL)
            m->running[m->num_running++] = m->subjects[i];
    rounds = m->num_running == 0 ? 0 : lab_slices_run(m->running, m->num_running, &timing, why);
    if (m->num_running != 0 && rounds == 0)
        return why;
    for (size_t i = m->num_sides; i-- > 0;)
        if (m->subjects[i].state != NULL)
            m->subjects[i] = m->running[--m->num_running];
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

static void measure(const struct lab *lab, const struct lab_line *line)
{
    struct measurement *m = calloc(1, sizeof(*m));
    char why[LAB_WHY_LEN];
    const char *error = m == NULL ? "out of memory" : NULL;

    if (error == NULL && !read_request(&m->request, line))
        error = "a name is too long";
    if (error == NULL)
        error = open_subjects(lab, m, lab_line_text(line, "sides", ""));
    if (error == NULL)
        error = check_same(m);
    if (error == NULL)
        error = time_subjects(m, line, why);
    if (error != NULL)
        lab_reply_error(error);
    if (m != NULL)
        close_subjects(m);
    free(m);
}

/* ---- the session ---- */

static int parse_arguments(struct lab *lab, int argc, char **argv, char *why)
{
    for (int i = 1; i + 1 < argc; i += 2) {
        char *equals = strchr(argv[i + 1], '=');

        if (strcmp(argv[i], "--keys") == 0) {
            lab->keys = argv[i + 1];
        } else if (strcmp(argv[i], "--side") == 0 && equals != NULL && lab->num_sides < LAB_MAX_SIDES) {
            *equals = '\0';
            if (!lab_side_open(&lab->sides[lab->num_sides++], argv[i + 1], equals + 1, why))
                return 0;
        } else if (strcmp(argv[i], "--libcrypto") != 0) {
            snprintf(why, LAB_WHY_LEN, "usage: driver --libcrypto PATH [--keys DIR] --side NAME=CONF...");
            return 0;
        }
    }
    return 1;
}

static int answer(const struct lab *lab, char *text)
{
    struct lab_line line;

    if (!lab_line_parse(&line, text))
        lab_reply_error("not a request");
    else if (strcmp(line.command, "quit") == 0)
        return 0;
    else if (strcmp(line.command, "hello") == 0)
        hello(lab);
    else if (strcmp(line.command, "list") == 0)
        lab_list(lab);
    else if (strcmp(line.command, "measure") == 0)
        measure(lab, &line);
    else
        lab_reply_error("unknown request");
    return 1;
}

/* Called by main.c; `libcrypto` is the path of the library it has loaded. The exit status. */
__attribute__((visibility("default"))) int lab_session(int argc, char **argv, const char *libcrypto)
{
    static struct lab lab;
    char text[LINE], why[LAB_WHY_LEN];

    lab.libcrypto = libcrypto;
    OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
    if (!parse_arguments(&lab, argc, argv, why)) {
        fprintf(stderr, "%s\n", why);
        return 2;
    }
    while (fgets(text, sizeof(text), stdin) != NULL && answer(&lab, text))
        ;
    return 0;
}
