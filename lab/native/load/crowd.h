/* Many connections to one server at once, in one thread. */
#ifndef AB_LAB_LOAD_CROWD_H
#define AB_LAB_LOAD_CROWD_H

#include "client.h"
#include "histogram.h"

enum { CROWD_MAX = 1024, CROWD_NAME_LEN = 64 };

/* What the first handshake negotiated; a resumed one has no signature. */
struct crowd_agreed {
    char version[CROWD_NAME_LEN], cipher[CROWD_NAME_LEN], group[CROWD_NAME_LEN], signature[CROWD_NAME_LEN];
};

/* The result of a load. */
struct crowd_result {
    unsigned long done;          /* replies; without keep-alive, connections that received their reply */
    unsigned long resumed;       /* those among them whose handshake resumed an earlier one */
    double seconds, cpu_seconds; /* wall time, and CPU time of this thread */
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
 * Open the target and check that it serves: verify the signature of the first handshake, and let every client receive
 * one reply, untimed. resume: later handshakes resume the first. Kept connections stay open. Return 1, or 0 with the
 * reason in why and everything closed.
 */
int crowd_open(struct crowd *c, const struct target_options *o, size_t num_clients, int resume, char *why);
/*
 * Run all clients at once, each starting its next connection or request when one is done, for `seconds` or until `most`
 * have started. All that have started are finished, so that the server is idle afterwards. Store the result in
 * c->result. Return 1, or 0 with the reason in why.
 */
int crowd_load(struct crowd *c, double seconds, unsigned long most, char *why);
void crowd_close(struct crowd *c);

#endif
