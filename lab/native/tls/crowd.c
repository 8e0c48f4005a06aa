/* Run many connections between clients and server of this process over memory BIOs. */
#include "crowd.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <stdlib.h>
#include <string.h>

#include "contexts.h"

enum { SERVER, CLIENT, ENDS };
enum { MOST_FLIGHTS = 8, FAILED = -1, MAX_RECORD = 1 << 14 };

struct pair {
    SSL *ends[ENDS];
    BIO *inboxes[ENDS]; /* what this end reads and the other writes; reused for every connection */
};

struct lab_crowd {
    SSL_CTX *contexts[ENDS];
    SSL_SESSION *session; /* offered by the clients; NULL: none */
    size_t num;
    struct pair pairs[];
};

static BIO *make_inbox(void)
{
    BIO *bio = BIO_new(BIO_s_mem());

    if (bio != NULL)
        BIO_set_mem_eof_return(bio, -1); /* an empty BIO is not the end */
    return bio;
}

struct lab_crowd *lab_crowd_new(SSL_CTX *server, SSL_CTX *client, size_t num)
{
    struct lab_crowd *c = calloc(1, sizeof(*c) + num * sizeof(c->pairs[0]));

    if (c == NULL) {
        SSL_CTX_free(server);
        SSL_CTX_free(client);
        return NULL;
    }
    c->contexts[SERVER] = server;
    c->contexts[CLIENT] = client;
    for (; c->num < num; c->num++)
        for (int end = 0; end < ENDS; end++)
            if ((c->pairs[c->num].inboxes[end] = make_inbox()) == NULL) {
                lab_crowd_free(c);
                return NULL;
            }
    return c;
}

static int open_end(const struct lab_crowd *c, struct pair *p, int end)
{
    SSL *ssl = SSL_new(c->contexts[end]);

    if (ssl == NULL)
        return 0;
    p->ends[end] = ssl;
    BIO_up_ref(p->inboxes[end]);
    BIO_up_ref(p->inboxes[!end]);
    SSL_set0_rbio(ssl, p->inboxes[end]);
    SSL_set0_wbio(ssl, p->inboxes[!end]);
    if (end == SERVER)
        SSL_set_accept_state(ssl);
    else
        SSL_set_connect_state(ssl);
    return end == SERVER || c->session == NULL || SSL_set_session(ssl, c->session);
}

static int open_ends(struct lab_crowd *c, int end)
{
    for (size_t i = 0; i < c->num; i++)
        if (!open_end(c, &c->pairs[i], end))
            return 0;
    return 1;
}

/* Step the handshakes of all connections at this end. Return how many are done, or FAILED if one failed. */
static int step(struct lab_crowd *c, int end)
{
    int done = 0;

    for (size_t i = 0; i < c->num; i++) {
        SSL *ssl = c->pairs[i].ends[end];
        int ret = SSL_do_handshake(ssl);

        if (ret != 1 && SSL_get_error(ssl, ret) != SSL_ERROR_WANT_READ)
            return FAILED;
        done += ret == 1;
    }
    return done;
}

static int step_servers(struct lab_crowd *c, int is_first, struct lab_meter *meter)
{
    int done;

    lab_meter_start(meter);
    done = is_first && !open_ends(c, SERVER) ? FAILED : step(c, SERVER);
    for (size_t i = 0; done == (int)c->num && i < c->num; i++)
        lab_flush(c->pairs[i].ends[SERVER]);
    lab_meter_stop(meter);
    return done;
}

static int are_all(const struct lab_crowd *c, int is_resumed)
{
    for (size_t i = 0; i < c->num; i++)
        if (SSL_session_reused(c->pairs[i].ends[SERVER]) != is_resumed)
            return 0;
    return 1;
}

int lab_crowd_connect(struct lab_crowd *c, int is_resumed, struct lab_meter *meter)
{
    int done[ENDS] = { 0, 0 }, all = (int)c->num;

    if (!open_ends(c, CLIENT))
        return 0;
    for (int flight = 0; flight < MOST_FLIGHTS && (done[CLIENT] < all || done[SERVER] < all); flight++) {
        done[CLIENT] = step(c, CLIENT);
        if (done[CLIENT] == FAILED)
            return 0;
        done[SERVER] = step_servers(c, flight == 0, meter);
        if (done[SERVER] == FAILED)
            return 0;
    }
    return done[CLIENT] == all && done[SERVER] == all && are_all(c, is_resumed);
}

static void close_ends(struct lab_crowd *c, int end)
{
    for (size_t i = 0; i < c->num; i++) {
        struct pair *p = &c->pairs[i];

        if (p->ends[end] != NULL)
            SSL_shutdown(p->ends[end]); /* quiet: sends nothing, and the session stays valid */
        SSL_free(p->ends[end]);
        p->ends[end] = NULL;
    }
}

void lab_crowd_close(struct lab_crowd *c, struct lab_meter *meter)
{
    lab_meter_start(meter);
    close_ends(c, SERVER);
    lab_meter_stop(meter);
    close_ends(c, CLIENT);
    for (size_t i = 0; i < c->num; i++)
        for (int end = 0; end < ENDS; end++)
            BIO_reset(c->pairs[i].inboxes[end]);
    ERR_clear_error();
}

int lab_crowd_remember(struct lab_crowd *c)
{
    SSL *client = c->pairs[0].ends[CLIENT];
    unsigned char nothing;

    SSL_read(client, &nothing, 1); /* the tickets of TLS 1.3 follow the handshake */
    ERR_clear_error();
    SSL_SESSION_free(c->session);
    c->session = SSL_get1_session(client);
    return c->session != NULL && SSL_SESSION_is_resumable(c->session);
}

static int write_all(struct lab_crowd *c, const unsigned char *message, size_t bytes, size_t times)
{
    for (size_t i = 0; i < c->num; i++)
        for (size_t k = 0; k < times; k++)
            if (SSL_write(c->pairs[i].ends[SERVER], message, (int)bytes) != (int)bytes)
                return 0;
    return 1;
}

static int is_received(SSL *client, const unsigned char *message, size_t bytes)
{
    unsigned char got[MAX_RECORD];

    return SSL_read(client, got, (int)bytes) == (int)bytes && memcmp(got, message, bytes) == 0;
}

int lab_crowd_send(struct lab_crowd *c, const unsigned char *message, size_t bytes, size_t times,
                   struct lab_meter *meter)
{
    int ok;

    lab_meter_start(meter);
    ok = write_all(c, message, bytes, times);
    lab_meter_stop(meter);
    for (size_t i = 0; ok && i < c->num; i++)
        for (size_t k = 0; ok && k < times; k++)
            ok = is_received(c->pairs[i].ends[CLIENT], message, bytes);
    return ok;
}

size_t lab_crowd_unread(const struct lab_crowd *c)
{
    return (size_t)BIO_pending(c->pairs[0].inboxes[CLIENT]);
}

SSL *lab_crowd_server(const struct lab_crowd *c)
{
    return c->pairs[0].ends[SERVER];
}

void lab_crowd_free(struct lab_crowd *c)
{
    if (c == NULL)
        return;
    close_ends(c, SERVER);
    close_ends(c, CLIENT);
    for (size_t i = 0; i < c->num; i++)
        for (int end = 0; end < ENDS; end++)
            BIO_free(c->pairs[i].inboxes[end]);
    SSL_SESSION_free(c->session);
    SSL_CTX_free(c->contexts[SERVER]);
    SSL_CTX_free(c->contexts[CLIENT]);
    free(c);
}
