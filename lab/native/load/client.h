/* One connection to a server: TCP, handshake, a request of HTTP, its reply; then its end, or the next request. */
#ifndef AB_LAB_LOAD_CLIENT_H
#define AB_LAB_LOAD_CLIENT_H

#include "target.h"

enum client_stage { CLIENT_OUT, CLIENT_SHAKING, CLIENT_SENDING, CLIENT_READING, CLIENT_ENDING, CLIENT_IDLE };
/* What client_step came to. */
enum client_answer { CLIENT_WAITS, CLIENT_DONE, CLIENT_FAILED };

struct client {
    enum client_stage stage;
    int fd;
    SSL *ssl;
    char head[1024]; /* of the reply, as much as has come of it */
    size_t head_len, body_len, wanted;
    int has_length, is_body;
    double start; /* of this connection or request, lab_wall_seconds */
};

/* Begins to connect; fd is to be watched (edge-triggered) by the caller. 1, or 0 with the reason in why. */
int client_connect(struct client *c, const struct target *t, char *why);
/* The next request of an idle connection, to be stepped at once. */
void client_ask(struct client *c);
/*
 * Goes on as far as it can. DONE: the reply is whole, as long as it should be; a connection that is not kept has been
 * closed by the server and is to be ended, one that is kept is idle. FAILED: the reason is in why.
 */
enum client_answer client_step(struct client *c, const struct target *t, char *why);
/* Closes without a trace: the server has ended the connection, or nobody wants it any more. */
void client_end(struct client *c);

#endif
