/* Drive many connections to one server from one thread. */
#include "crowd.h"

#include <openssl/objects.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "lab/native/measure/clock.h"
#include "trust.h"

enum { MAX_EVENTS = 64, SILENCE_MS = 10000 };
static const double LONG = 20; /* seconds allowed for opening */

static void name_group(SSL *ssl, char *name)
{
    EVP_PKEY *key = NULL;

    if (!SSL_get_peer_tmp_key(ssl, &key))
        return;
    if (!EVP_PKEY_get_group_name(key, name, CROWD_NAME_LEN, NULL))
        snprintf(name, CROWD_NAME_LEN, "%s", EVP_PKEY_get0_type_name(key));
    EVP_PKEY_free(key);
}

static void ask_agreed(SSL *ssl, struct crowd_agreed *agreed)
{
    int nid;

    memset(agreed, 0, sizeof(*agreed));
    snprintf(agreed->version, CROWD_NAME_LEN, "%s", SSL_get_version(ssl));
    snprintf(agreed->cipher, CROWD_NAME_LEN, "%s", SSL_get_cipher_name(ssl));
    name_group(ssl, agreed->group);
    if (SSL_get_peer_signature_type_nid(ssl, &nid))
        snprintf(agreed->signature, CROWD_NAME_LEN, "%s", OBJ_nid2ln(nid));
}

/* ---- one client ---- */

static int begin(struct crowd *c, struct client *client, char *why)
{
    struct epoll_event event = { .events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = client };

    c->left--;
    if (client->stage == CLIENT_IDLE) {
        client_ask(client);
        return 1;
    }
    return client_connect(client, &c->target, why) && epoll_ctl(c->epoll, EPOLL_CTL_ADD, client->fd, &event) == 0;
}

static void note(struct crowd *c, struct client *client)
{
    double now = lab_wall_seconds();

    c->result.done++;
    histogram_add(&c->result.latency, (uint64_t)(1e9 * (now - client->start)));
    if (c->agreed.version[0] == '\0')
        ask_agreed(client->ssl, &c->agreed);
    if (client->stage == CLIENT_ENDING) {
        c->result.resumed += (unsigned long)SSL_session_reused(client->ssl);
        client_end(client);
    }
}

/* Step a client through as many requests as possible without waiting. */
static int drive(struct crowd *c, struct client *client, char *why)
{
    for (;;) {
        enum client_answer answer = client_step(client, &c->target, why);

        if (answer != CLIENT_DONE)
            return answer == CLIENT_WAITS;
        note(c, client);
        if (c->left == 0 || lab_wall_seconds() >= c->until) {
            c->num_busy--;
            return 1;
        }
        if (!begin(c, client, why))
            return 0;
    }
}

/* ---- all of them ---- */

static int is_busy(const struct client *client)
{
    return client->stage != CLIENT_OUT && client->stage != CLIENT_IDLE;
}

static int wait_for_events(struct crowd *c, char *why)
{
    struct epoll_event events[MAX_EVENTS];
    int n = epoll_wait(c->epoll, events, MAX_EVENTS, SILENCE_MS);

    if (n <= 0)
        snprintf(why, LOAD_WHY_LEN, "the server is silent");
    for (int i = 0; i < n; i++) {
        struct client *client = events[i].data.ptr;

        if (is_busy(client) && !drive(c, client, why))
            return 0;
    }
    return n > 0;
}

static int run(struct crowd *c, size_t num_clients, char *why)
{
    c->num_busy = 0;
    for (size_t i = 0; i < num_clients && c->left > 0; i++) {
        c->num_busy++;
        if (!begin(c, &c->clients[i], why) || !drive(c, &c->clients[i], why))
            return 0;
    }
    while (c->num_busy > 0)
        if (!wait_for_events(c, why))
            return 0;
    return 1;
}

int crowd_load(struct crowd *c, double seconds, unsigned long most, char *why)
{
    double start = lab_wall_seconds(), cpu_start = lab_thread_seconds();

    memset(&c->result, 0, sizeof(c->result));
    c->until = start + seconds;
    c->left = most;
    if (!run(c, c->num_clients, why))
        return 0;
    c->result.seconds = lab_wall_seconds() - start;
    c->result.cpu_seconds = lab_thread_seconds() - cpu_start;
    return 1;
}

/* ---- opening and closing ---- */

static int show(struct crowd *c, size_t num_clients, int resume, char *why)
{
    c->num_clients = 1;
    trust_set(0);
    target_collect_sessions(&c->target, resume);
    if (!crowd_load(c, LONG, 1, why))
        return 0;
    target_collect_sessions(&c->target, 0);
    if (resume && c->target.session == NULL) {
        snprintf(why, LOAD_WHY_LEN, "the server offers no session to resume");
        return 0;
    }
    trust_set(1);
    c->num_clients = num_clients;
    return crowd_load(c, LONG, num_clients, why);
}

int crowd_open(struct crowd *c, const struct target_options *o, size_t num_clients, int resume, char *why)
{
    memset(c, 0, sizeof(*c));
    c->epoll = -1;
    if (!target_open(&c->target, o, why))
        return 0;
    c->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (c->epoll >= 0 && show(c, num_clients, resume, why))
        return 1;
    crowd_close(c);
    return 0;
}

void crowd_close(struct crowd *c)
{
    for (size_t i = 0; i < CROWD_MAX; i++)
        client_end(&c->clients[i]);
    if (c->epoll >= 0)
        close(c->epoll);
    target_close(&c->target);
    c->num_clients = 0;
}
