/* The kinds that time connections: full handshakes, resumed ones, and data. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connection.h"
#include "contexts.h"
#include "crowd.h"
#include "lab/native/driver/reply.h"
#include "path.h"

/*
 * Records in a metered section: enough that reading the clock (0.4 us) takes less than 2 % of it where a core encrypts
 * 16 GB/s, and few enough to stay in a second-level cache.
 */
enum { MAX_BYTES = 16384, SECTION_BYTES = 24 * MAX_BYTES, MOST_RECORDS = 256 };

struct state {
    struct lab_suite suite; /* its connections are those of all threads together, as are "units" */
    SSL_CTX *server;        /* owned by the crowd */
    enum lab_resumption resumption;
    size_t bytes, records; /* of a record, and records of each connection in one go; 0: handshakes are measured */
    struct lab_crowd *crowd;
    struct lab_meter meter;
    struct lab_path path;
    char provider[LAB_PATH_TEXT];
    size_t unread; /* bytes of tickets after the first handshake */
    unsigned char message[MAX_BYTES];
};

static void free_connection(void *state)
{
    struct state *s = state;

    lab_crowd_free(s->crowd);
    free(s);
}

static int read_operation(struct state *s, const struct lab_request *request, char *why)
{
    if (strcmp(request->operation, "resumed") == 0)
        s->resumption = LAB_BY_TICKET;
    if (strcmp(request->operation, "resumed-id") == 0)
        s->resumption = LAB_BY_ID;
    if (strcmp(request->operation, "bulk") != 0)
        return 1;
    if (request->bytes == 0 || request->bytes > MAX_BYTES)
        return lab_refuse(why, "a record has 1 to 16384 bytes");
    s->bytes = request->bytes;
    s->records = SECTION_BYTES / s->bytes;
    s->records = s->records > MOST_RECORDS ? MOST_RECORDS : s->records;
    return 1;
}

/* Threads share one context, as in a multi-threaded server. */
static SSL_CTX *server_context(const struct state *s, const struct lab *lab, const struct lab_side *side,
                               const struct lab_request *request, char *why)
{
    const struct state *first = request->first;

    if (first == NULL)
        return lab_server_context(lab, side, &s->suite, s->resumption, why);
    SSL_CTX_up_ref(first->server);
    return first->server;
}

/* Return this thread's share of the connections. */
static size_t share(const struct state *s, const struct lab_request *request)
{
    return (s->suite.connections + request->threads - 1 - request->thread) / request->threads;
}

static int open_crowd(struct state *s, const struct lab *lab, const struct lab_side *side,
                      const struct lab_request *request, char *why)
{
    SSL_CTX *client = lab_client_context(side, &s->suite, request->own_clients, why);

    if (s->suite.connections < request->threads)
        lab_refuse(why, "fewer connections than threads");
    else if (client != NULL)
        s->server = server_context(s, lab, side, request, why);
    if (s->server == NULL) {
        SSL_CTX_free(client);
        return 0;
    }
    s->crowd = lab_crowd_new(s->server, client, share(s, request));
    return s->crowd != NULL || lab_refuse(why, "out of memory");
}

/* Make a full handshake of all connections, whose session the clients remember. */
static int prepare_resumption(struct state *s, char *why)
{
    if (!lab_crowd_connect(s->crowd, 0, &s->meter)) {
        lab_why(why, "no handshake");
        return 0;
    }
    if (!lab_crowd_remember(s->crowd))
        return lab_refuse(why, "the server offers no session to resume");
    lab_crowd_close(s->crowd, &s->meter);
    return 1;
}

/* Test whether it works, and find the providers. Connections for bulk data stay open. */
static int try_out(struct state *s, const struct lab_side *side, char *why)
{
    if (s->resumption != LAB_NO_RESUMPTION && !prepare_resumption(s, why))
        return 0;
    if (!lab_crowd_connect(s->crowd, s->resumption != LAB_NO_RESUMPTION, &s->meter)) {
        lab_why(why, "no such handshake");
        return 0;
    }
    lab_path_find(&s->path, side, &s->suite, lab_crowd_server(s->crowd));
    lab_path_text(&s->path, s->provider);
    s->unread = lab_crowd_unread(s->crowd);
    if (s->records == 0)
        lab_crowd_close(s->crowd, &s->meter);
    return 1;
}

static void *new_connection(const struct lab *lab, const struct lab_side *side, const struct lab_request *request,
                            char *why)
{
    struct state *s = calloc(1, sizeof(*s));

    if (s == NULL) {
        lab_refuse(why, "out of memory");
        return NULL;
    }
    for (size_t i = 0; i < MAX_BYTES; i++)
        s->message[i] = (unsigned char)(i * 31 + (i >> 8));
    if (lab_suite_parse(&s->suite, request->algorithm, why) && read_operation(s, request, why)
        && open_crowd(s, lab, side, request, why) && try_out(s, side, why)) {
        memset(&s->meter, 0, sizeof(s->meter));
        return s;
    }
    free_connection(s);
    return NULL;
}

/* If connecting fails, leave the crowd as it is, with the reason in OpenSSL's queue: nothing is measured after that. */
static int handle_crowd(struct state *s)
{
    if (!lab_crowd_connect(s->crowd, s->resumption != LAB_NO_RESUMPTION, &s->meter))
        return 0;
    lab_crowd_close(s->crowd, &s->meter);
    return 1;
}

static int run_connection(void *state, size_t num)
{
    struct state *s = state;
    int ok = 1;

    lab_meter_reset(&s->meter);
    for (size_t i = 0; ok && i < num; i++)
        ok = s->records == 0 ? handle_crowd(s) : lab_crowd_send(s->crowd, s->message, s->bytes, s->records, &s->meter);
    return ok;
}

static double metered(const void *state)
{
    return ((const struct state *)state)->meter.seconds;
}

static size_t bytes_of(const void *state)
{
    return ((const struct state *)state)->bytes;
}

static const char *provider_of(const void *state)
{
    return ((const struct state *)state)->provider;
}

/* Report no output: every handshake has its own secrets, and the clients compare every byte of bulk data. */
static void output_of(const void *state, const unsigned char **out, size_t *len)
{
    (void)state;
    *out = NULL;
    *len = 0;
}

static void describe(const void *state)
{
    const struct state *s = state;

    lab_reply_number("units", (double)(s->suite.connections * (s->records == 0 ? 1 : s->records)));
    lab_reply_number("overhead", lab_meter_overhead(&s->meter));
    lab_reply_number("accepted", (double)SSL_CTX_sess_accept_good(s->server));
    lab_reply_number("resumed", (double)SSL_CTX_sess_hits(s->server));
    lab_reply_number("unread", (double)s->unread);
    lab_path_reply(&s->path);
}

const struct lab_kind lab_kind_connection = {
    .name = "connection",
    .operations = { "full", "resumed", "resumed-id", "bulk" },
    .new = new_connection,
    .free = free_connection,
    .bytes = bytes_of,
    .provider = provider_of,
    .run = run_connection,
    .metered = metered,
    .describe = describe,
    .output = output_of,
};
