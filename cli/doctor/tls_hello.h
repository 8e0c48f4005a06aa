/*
 * The first flight of TLS 1.3 (RFC 8446 sec. 4.1): a ClientHello as browsers send it, with shares of X25519MLKEM768 and
 * X25519, and the reading of a server's answer, which is not trusted: each length in it is checked.
 */
#ifndef AB_CLI_DOCTOR_TLS_HELLO_H
#define AB_CLI_DOCTOR_TLS_HELLO_H

#include <stddef.h>
#include <stdint.h>

enum { AB_HELLO_MAX = 4096 };

/*
 * Write a ClientHello in one record to out and return its length, or 0 if there are no random bytes. The private keys
 * of its shares are wiped. host is the server_name; without that extension if it is NULL, an address, or too long.
 */
size_t ab_hello_make(uint8_t out[AB_HELLO_MAX], const char *host);

enum ab_hello_answer {
    AB_HELLO_INCOMPLETE, /* more bytes are needed */
    AB_HELLO_NOT_TLS,    /* anything else than the start of a server's answer */
    AB_HELLO_ALERT,      /* the server refuses; *number: the alert */
    AB_HELLO_OLD,        /* a version before TLS 1.3 */
    AB_HELLO_GROUP,      /* *number: the group of the key exchange */
    AB_HELLO_RETRY       /* *number: the group that the server demands in a second round trip */
};

/* Read the len bytes that a server has sent so far. */
enum ab_hello_answer ab_hello_read(const uint8_t *in, size_t len, unsigned *number);

#endif
