/* One connection to a server: TCP, handshake, an HTTP request, its reply; then its end, or the next request. */
#ifndef AB_LAB_LOAD_CLIENT_H
#define AB_LAB_LOAD_CLIENT_H

#include "target.h"

enum client_stage { CLIENT_OUT, CLIENT_SHAKING, CLIENT_SENDING, CLIENT_READING, CLIENT_ENDING, CLIENT_IDLE };
/* The result of client_step. */
enum client_answer { CLIENT_WAITS, CLIENT_DONE, CLIENT_FAILED };

struct client {
    enum client_stage stage;
    int fd;
    SSL *ssl;
    char head[1024]; /* of the reply, as much as has been received */
    size_t head_len, body_len, wanted;
    int has_length, is_body;
    double start; /* of this connection or request, lab_wall_seconds */
};

/* Start connecting; the caller polls fd (edge-triggered). Return 1, or 0 with the reason in why. */
int client_connect(struct client *c, const struct target *t, char *why);
/* Prepare the next request of an idle connection; call client_step next. */
void client_ask(struct client *c);
/*
 * Proceed as far as possible without blocking. DONE: the reply is complete and of the expected length; a kept
 * connection is idle, any other has been closed by the server, and the caller ends it. FAILED: the reason is in why.
 */
enum client_answer client_step(struct client *c, const struct target *t, char *why);
/* Close the connection without a TLS alert: the server has ended it, or it is no longer needed. */
void client_end(struct client *c);

#endif
