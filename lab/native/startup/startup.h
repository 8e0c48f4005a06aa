/*
 * What a process pays once: the program runs phases, each the first use of something, and says what each has cost.
 * A phase has a part that is not measured (`prepare`) and one that is (`run`); both return 0 on failure, with the
 * reason in OpenSSL's error queue.
 */
#ifndef AB_LAB_STARTUP_H
#define AB_LAB_STARTUP_H

#include <openssl/types.h>

struct startup {
    const char *keys;   /* folder with the keys that the server writes: NAME.pem */
    const char *socket; /* path of the server's socket */
    BIO *pem;           /* the key that the next phase reads */
    SSL_CTX *ctx;       /* of the client */
    SSL *ssl;
    int fd; /* connected to the server; -1 if it is not */
};

struct startup_phase {
    const char *name;
    int (*prepare)(struct startup *s); /* NULL: nothing */
    int (*run)(struct startup *s);
};

/* Return the phase of this name, or NULL. */
const struct startup_phase *startup_phase_find(const char *name);

/* The phases of libssl: a client's context, and its first handshake. */
int startup_context(struct startup *s);
int startup_connect(struct startup *s);
int startup_handshake(struct startup *s);

/*
 * Write the keys, then answer TLS connections on the socket until the process is ended, by the providers that
 * OPENSSL_CONF selects. Return the exit status, with a line on stderr, if that is impossible.
 */
int startup_serve(const char *keys, const char *socket_path);

#endif
