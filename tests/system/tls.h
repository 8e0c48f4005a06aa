/* TLS inside one process: two SSL objects over memory, each on a library context with or without the module. */
#ifndef AB_TESTS_SYSTEM_TLS_H
#define AB_TESTS_SYSTEM_TLS_H

#include <openssl/ssl.h>

#include "host.h"

/* One cipher suite at one version. mac_len is 0 for AEADs; etm asks for encrypt-then-MAC. */
struct suite {
    int version;
    const char *name; /* as in ciphers(1) */
    const char *aes;  /* the AES name that libssl fetches for it */
    int key_len, mac_len, etm;
};

/* All suites with AES, a {0} ends them. */
extern const struct suite tls_suites[];

int suite_is_dtls(const struct suite *s);
int suite_is_cbc(const struct suite *s);
/* "TLSv1.2 ECDHE-ECDSA-AES128-SHA, encrypt-then-MAC", in static memory. */
const char *suite_label(const struct suite *s);

/* Library contexts: [0] the default provider alone, [1] the module preferred. */
enum side { SIDE_DEFAULT, SIDE_OURS, NUM_SIDES };
extern struct host tls_host[NUM_SIDES];
void tls_open(void);
void tls_close(void);

/*
 * Runs a check on every suite that this libssl has. The module must serve them all: libssl would get its cipher, the
 * stitched one where it looks for one.
 */
void tls_for_each_suite(void (*check)(const struct suite *));

/*
 * Called first in main. libssl takes AES-CBC-HMAC-SHA1/SHA256 where it can, and plain CBC only without them. With
 * AB_PLAIN_CBC in the environment it is to find none: the program runs itself again with AESNI and PCLMULQDQ masked by
 * OPENSSL_ia32cap, which libcrypto reads before main, and then masks SHA alone, which the module reads.
 */
void tls_choose_ciphers(char **argv);

/* A connection: what the client writes goes to `up`, what the server writes to `down`. */
struct link {
    SSL_CTX *client_ctx, *server_ctx;
    SSL *client, *server;
    BIO *up, *down;
    unsigned char last_up[64]; /* the last bytes of the client's handshake */
};

/* Finishes the handshake and empties both directions. */
void link_open(struct link *l, const struct suite *s, enum side client, enum side server);
/* A new connection in the place of this one, that resumes its session. */
void link_resume(struct link *l);
/* The client asks for a new handshake inside the connection (up to TLS 1.2). */
void link_renegotiate(struct link *l);
void link_close(struct link *l);
/* Lets both sides handle what has arrived (tickets, key updates, renegotiation). */
void link_settle(struct link *l);

/* Sends len bytes and checks that they arrive. */
void link_send(SSL *from, SSL *to, const unsigned char *data, size_t len);

/*
 * What `to` made of these raw bytes, put into its incoming direction: -1 and *alert if it ended the connection, -2 if
 * it waits for more, else the number of bytes it delivered into out.
 */
int link_deliver(SSL *to, BIO *incoming, const unsigned char *raw, size_t raw_len, unsigned char *out, size_t room,
                 int *alert);

enum { ALERT_NONE = -1, ALERT_BAD_RECORD_MAC = 20, MAX_RECORD = 18000 };

#endif
