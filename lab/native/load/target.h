/* What is asked of a server, and of the connections to it. */
#ifndef AB_LAB_LOAD_TARGET_H
#define AB_LAB_LOAD_TARGET_H

#include <netinet/in.h>
#include <openssl/ssl.h>

enum { LOAD_WHY_LEN = 256, LOAD_REQUEST_LEN = 512 };

struct target {
    struct sockaddr_in address;
    SSL_CTX *ctx;
    SSL_SESSION *session;           /* what every connection resumes; NULL: handshakes are full */
    char request[LOAD_REQUEST_LEN]; /* of HTTP */
    size_t request_len;
    size_t bytes; /* that every reply must hold */
    int keep;     /* connections are kept for the next request; 0: one request each */
};

struct target_options {
    unsigned port;
    const char *version, *group,
        *cipher; /* "1.2" or "1.3"; as SSL_CTX_set1_groups_list and the lists of ciphers have them */
    const char *path;
    size_t bytes;
    int keep;
};

/* 1; or 0 with the reason in why, and nothing to free. */
int target_open(struct target *t, const struct target_options *o, char *why);
void target_close(struct target *t);
/* Sessions that servers offer are kept from now on, the newest of them in `session` (on), or no longer (off). */
void target_collect_sessions(struct target *t, int on);

/* Fills why with the first reason in OpenSSL's queue, after `what`, and empties the queue. Returns 0. */
int load_refuse(char *why, const char *what);

#endif
