/* TLS within one process: two SSL objects over memory, each on a library context with or without the module. */
#ifndef AB_TESTS_SYSTEM_TLS_H
#define AB_TESTS_SYSTEM_TLS_H

#include <openssl/ssl.h>

#include "host.h"

/* One cipher suite in one version. mac_len is 0 for AEADs; etm requests encrypt-then-MAC. */
struct suite {
    int version;
    const char *name;   /* as in ciphers(1) */
    const char *cipher; /* that libssl fetches for it */
    int key_len, mac_len, etm;
};

int suite_is_dtls(const struct suite *s);
int suite_is_cbc(const struct suite *s);
/* Returns, for example, "TLSv1.2 ECDHE-ECDSA-AES128-SHA, encrypt-then-MAC", in static memory. */
const char *suite_label(const struct suite *s);

/* Library contexts: [0] has the default provider only, [1] prefers the module. */
enum side { SIDE_DEFAULT, SIDE_OURS, NUM_SIDES };
extern struct host tls_host[NUM_SIDES];
void tls_open(void);
void tls_close(void);

/*
 * Run a check on every suite that this libssl has. The module must offer the ciphers of all of them, including
 * AES-CBC-HMAC where libssl looks for it.
 */
void tls_for_each_suite(void (*check)(const struct suite *));

/*
 * Call this first in main. libssl uses AES-CBC-HMAC-SHA1/SHA256 where it can, and plain CBC otherwise. With
 * AB_PLAIN_CBC in the environment it must find none: the program then runs itself again with AESNI and PCLMULQDQ masked
 * by OPENSSL_ia32cap, which libcrypto reads before main, and then masks only SHA, which the module reads.
 */
void tls_choose_ciphers(char **argv);

/* A connection: what the client writes goes to `up`, what the server writes to `down`. */
struct link {
    SSL_CTX *client_ctx, *server_ctx; /* shared by all connections of a suite */
    SSL *client, *server;
    BIO *up, *down;
    unsigned char last_up[64]; /* the last bytes of the client's handshake */
};

/* Finish the handshake and empty both directions. */
void link_open(struct link *l, const struct suite *s, enum side client, enum side server);
/* Replace this connection by a new one that resumes its session. */
void link_resume(struct link *l);
/* The client requests a new handshake within the connection (up to TLS 1.2). */
void link_renegotiate(struct link *l);
void link_close(struct link *l);

/* Send len bytes and check that they arrive. */
void link_send(SSL *from, SSL *to, const unsigned char *data, size_t len);

/*
 * Deliver these raw bytes to `to` by its incoming direction. Returns the number of bytes that it stored in out, -2 if
 * it waits for more, or -1, and sets *alert, if it ended the connection.
 */
int link_deliver(SSL *to, BIO *incoming, const unsigned char *raw, size_t raw_len, unsigned char *out, size_t room,
                 int *alert);

enum { ALERT_NONE = -1, ALERT_BAD_RECORD_MAC = 20, MAX_RECORD = 18000 };

#endif
