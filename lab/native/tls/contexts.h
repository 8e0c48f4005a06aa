/* The contexts of libssl: the server of a side, and the clients, which are the same for every side. */
#ifndef AB_LAB_CONTEXTS_H
#define AB_LAB_CONTEXTS_H

#include <openssl/ssl.h>

#include "settings.h"
#include "suite.h"

/*
 * Create a server's context. Server and clients offer exactly what the suite names. The server issues tickets and
 * stores no sessions, as usual servers do, except with LAB_BY_ID. Return NULL with the reason in `why`.
 */
SSL_CTX *lab_server_context(const struct lab *lab, const struct lab_side *side, const struct lab_suite *suite,
                            enum lab_resumption resumption, char *why);

/*
 * Create the clients' context: OpenSSL's default provider in a library context of its own, without certificate checks.
 * Where that lacks the group or keys like the certificate's, or if `own`, the clients use the library context of the
 * side, whose providers may have them.
 */
SSL_CTX *lab_client_context(const struct lab_side *side, const struct lab_suite *suite, int own, char *why);

/*
 * Write what the server's libssl holds back when a handshake is done: OpenSSL sends its tickets of TLS 1.3 at once, its
 * forks send them with the first data.
 */
void lab_flush(SSL *server);

#endif
