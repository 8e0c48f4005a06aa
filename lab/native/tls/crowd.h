/*
 * Many connections at once between the clients and the server of this process: both ends of each share two memory BIOs.
 */
#ifndef AB_LAB_CROWD_H
#define AB_LAB_CROWD_H

#include <openssl/ssl.h>

#include "meter.h"

struct lab_crowd;

/* Takes the contexts, also where it fails (NULL). */
struct lab_crowd *lab_crowd_new(SSL_CTX *server, SSL_CTX *client, size_t num);
void lab_crowd_free(struct lab_crowd *crowd);

/*
 * Connects all of them: every client makes a step, then every server, until all handshakes are done. Metered are the
 * servers' steps, and the making of their objects. 0 with the reason in OpenSSL's queue; is_resumed tells what a
 * handshake has to be, and another is a failure.
 */
int lab_crowd_connect(struct lab_crowd *crowd, int is_resumed, struct lab_meter *meter);
/* Frees both ends of all, the servers' metered. */
void lab_crowd_close(struct lab_crowd *crowd, struct lab_meter *meter);

/* What the first client got to resume with is offered by all from the next connect on; 0 if it got nothing. */
int lab_crowd_remember(struct lab_crowd *crowd);

/*
 * Each server writes `message` that many times, metered; each client reads it and looks at every byte. 0 if a call
 * failed or a byte is wrong.
 */
int lab_crowd_send(struct lab_crowd *crowd, const unsigned char *message, size_t bytes, size_t times,
                   struct lab_meter *meter);

/* The server's end of the first connection. */
SSL *lab_crowd_server(const struct lab_crowd *crowd);

#endif
