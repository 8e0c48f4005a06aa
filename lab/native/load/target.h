/* The server under load, and what is requested of it. */
#ifndef AB_LAB_LOAD_TARGET_H
#define AB_LAB_LOAD_TARGET_H

#include <netinet/in.h>
#include <openssl/ssl.h>

enum { LOAD_WHY_LEN = 256, LOAD_REQUEST_LEN = 512 };

struct target {
    struct sockaddr_in address;
    SSL_CTX *ctx;
    SSL_SESSION *session;           /* the session that every connection resumes; NULL: full handshakes */
    char request[LOAD_REQUEST_LEN]; /* an HTTP request */
    size_t request_len;
    size_t bytes; /* expected in every reply */
    int keep;     /* keep connections open for further requests; 0: one request each */
};

struct target_options {
    unsigned port;
    const char *version, *group,
        *cipher; /* "1.2" or "1.3"; as SSL_CTX_set1_groups_list and the lists of ciphers have them */
    const char *path;
    size_t bytes;
    int keep;
};

/* Return 1, or 0 with the reason in why and nothing to free. */
int target_open(struct target *t, const struct target_options *o, char *why);
void target_close(struct target *t);
/* Keep the newest session that the server offers in `session` (on), or stop doing so (off). */
void target_collect_sessions(struct target *t, int on);

/* Store `what` and the first reason in OpenSSL's queue in why, and clear the queue. Return 0. */
int load_refuse(char *why, const char *what);

#endif
