/* TLS connections over memory BIOs: a crowd of clients and the server of a side. Only the server's work is metered. */
#ifndef AB_LAB_CONNECTION_H
#define AB_LAB_CONNECTION_H

#include "lab/native/driver/lab.h"

/*
 * Operations: "full", "resumed" (by ticket) and "resumed-id" (by the server's memory of sessions) are all of a
 * connection that carries nothing, from SSL_new to SSL_free; "bulk" is records of `bytes` that the server writes on
 * connections that stay. The algorithm is that of suite.h. One call of `run` is one for every connection of the crowd,
 * and the reply's "details" say how many handshakes or records that are ("units"), who served ("path", path.h), what
 * part of the time is the metering's own ("overhead"), how many handshakes libssl itself has counted until now, all
 * ("accepted") and resumed ones ("resumed"), and how many bytes a client has not read after its first handshake: the
 * tickets of TLS 1.3 ("unread"). Threads share the server's context and its connections in flight: each has a crowd of
 * its own, of which the clients too have a context of their own.
 */
extern const struct lab_kind lab_kind_connection;

#endif
