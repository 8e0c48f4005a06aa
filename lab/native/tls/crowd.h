/* Many simultaneous connections between clients and server of this process. The ends of each share two memory BIOs. */
#ifndef AB_LAB_CROWD_H
#define AB_LAB_CROWD_H

#include <openssl/ssl.h>

#include "meter.h"

struct lab_crowd;

/* Take ownership of the contexts, even on failure (NULL). */
struct lab_crowd *lab_crowd_new(SSL_CTX *server, SSL_CTX *client, size_t num);
void lab_crowd_free(struct lab_crowd *crowd);

/*
 * Connect all of them: step every client, then every server, until all handshakes are done. The servers' steps and the
 * creation of their objects are metered. Return 0 with the reason in OpenSSL's queue, also if a handshake was not
 * resumed (or full) as is_resumed requires.
 */
int lab_crowd_connect(struct lab_crowd *crowd, int is_resumed, struct lab_meter *meter);
/* Free both ends of all connections, metering the servers' part. */
void lab_crowd_close(struct lab_crowd *crowd, struct lab_meter *meter);

/* Let all clients offer the first client's session from the next connect on. Return 0 if it has none. */
int lab_crowd_remember(struct lab_crowd *crowd);

/*
 * Each server writes `message` `times` times, metered; each client reads and compares it. Return 0 if a call failed or
 * a byte is wrong.
 */
int lab_crowd_send(struct lab_crowd *crowd, const unsigned char *message, size_t bytes, size_t times,
                   struct lab_meter *meter);

/* Return how many bytes the first client has not read yet: after a full handshake of TLS 1.3, the server's tickets. */
size_t lab_crowd_unread(const struct lab_crowd *crowd);

/* Return the server's end of the first connection. */
SSL *lab_crowd_server(const struct lab_crowd *crowd);

#endif
