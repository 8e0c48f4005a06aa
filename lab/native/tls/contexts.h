/* The contexts of libssl: the server of a side, and the clients, which are the same whatever the side. */
#ifndef AB_LAB_CONTEXTS_H
#define AB_LAB_CONTEXTS_H

#include <openssl/ssl.h>

#include "suite.h"

enum lab_resumption { LAB_NO_RESUMPTION, LAB_BY_TICKET, LAB_BY_ID };

/*
 * Both offer just what the suite says, so that a connection that stands is of it. A server gives tickets and keeps no
 * sessions, as the usual servers do, but for LAB_BY_ID. NULL with the reason in `why`.
 */
SSL_CTX *lab_server_context(const struct lab *lab, const struct lab_side *side, const struct lab_suite *suite,
                            enum lab_resumption resumption, char *why);

/* Clients use OpenSSL's default provider in a library context of their own and check no certificate. */
SSL_CTX *lab_client_context(const struct lab_suite *suite, char *why);

#endif
