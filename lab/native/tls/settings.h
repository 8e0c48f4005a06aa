/* What the contexts of servers and clients have in common, with OpenSSL and with its forks (lab/native/libssl/). */
#ifndef AB_LAB_SETTINGS_H
#define AB_LAB_SETTINGS_H

#include <openssl/ssl.h>

#include "suite.h"

enum lab_resumption { LAB_NO_RESUMPTION, LAB_BY_TICKET, LAB_BY_ID };

/* Reasons, with the name of the library (contexts.c). */
extern const char LAB_NO_GROUP[], LAB_NO_SUITE[];

/* Allow only the suite's version and cipher. */
int lab_restrict(SSL_CTX *ctx, const struct lab_suite *suite);

/* Offer the suite's group, in TLS 1.2 the certificate's curve too. Return 0 with the reason in `why`. */
int lab_set_client_groups(SSL_CTX *ctx, const struct lab_suite *suite, char *why);

/* Let a server remember sessions as the resumption needs it. */
void lab_set_memory(SSL_CTX *ctx, enum lab_resumption resumption);

/* Return the context if ok. Otherwise free it and return NULL, with `otherwise` in `why` unless it has a reason. */
SSL_CTX *lab_context_finished(SSL_CTX *ctx, int ok, char *why, const char *otherwise);

#endif
