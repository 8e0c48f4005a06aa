/* Many connections to one server at once, in one thread. */
#ifndef AB_LAB_LOAD_CROWD_H
#define AB_LAB_LOAD_CROWD_H

#include "client.h"
#include "histogram.h"

enum { CROWD_MAX = 1024, CROWD_NAME_LEN = 64 };

/* What the first handshake agreed upon; in a resumed one nothing is signed. */
struct crowd_agreed {
    char version[CROWD_NAME_LEN], cipher[CROWD_NAME_LEN], group[CROWD_NAME_LEN], signature[CROWD_NAME_LEN];
};

/* What a load has come to. */
struct crowd_result {
    unsigned long done;          /* replies; of connections that are not kept: connections with their reply */
    unsigned long resumed;       /* those among them whose handshake resumed an earlier one */
    double seconds, cpu_seconds; /* as time passes, and of this thread */
    struct histogram latency; /* from connect, or from the request if connections are kept, to the end of the reply */
};

struct crowd {
    struct target target;
    struct client clients[CROWD_MAX];
    size_t num_clients, num_busy;
    int epoll;
    double until;       /* no new request from this moment on (lab_wall_seconds) */
    unsigned long left; /* requests that may still begin */
    struct crowd_agreed agreed;
    struct crowd_result result;
};

/*
 * Opens the target and shows that it serves: the signature of the first handshake is checked, and every client takes
 * one reply, untimed. resume: later handshakes resume the first. Kept connections stay open. 1; or 0 with the reason in
 * why, all closed.
 */
int crowd_open(struct crowd *c, const struct target_options *o, size_t num_clients, int resume, char *why);
/*
 * All clients at once, each going on to the next connection or request when it is done, for `seconds` or until `most`
 * have begun. What has begun is finished, so that the server is quiet afterwards. Fills c->result. 1, or 0 with the
 * reason in why.
 */
int crowd_load(struct crowd *c, double seconds, unsigned long most, char *why);
void crowd_close(struct crowd *c);

#endif
