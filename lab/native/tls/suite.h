/*
 * What is negotiated, by a name VERSION/CERTIFICATE/GROUP/CIPHER/CONNECTIONS such as
 * TLSv1.3/P-256/X25519/AES-128-GCM/32.
 */
#ifndef AB_LAB_SUITE_H
#define AB_LAB_SUITE_H

#include <stddef.h>

#include "lab/native/driver/keys.h"

enum { LAB_MAX_CONNECTIONS = 1024 };

struct lab_suite {
    int version;                     /* as libssl counts: TLS1_3_VERSION */
    struct lab_key_name certificate; /* RSA-2048, P-256, Ed25519, ML-DSA-65, ... */
    char curve[LAB_NAME_LEN];     /* of the certificate's key; "" if it is on none that TLS would have to be told of */
    struct lab_key_name exchange; /* a key as the group's key exchange makes; none for RSA */
    char group[LAB_NAME_LEN]; /* X25519, P-256, ffdhe2048, X25519MLKEM768, ...; RSA: encrypted with the server's key */
    char ciphers[LAB_NAME_LEN]; /* libssl's name of the cipher suite */
    size_t connections;
    int is_weak; /* security level 0 is needed: RSA below 2048 bits */
};

/* Return whether the client chooses the secret and encrypts it with the server's key (RSA key transport). */
int lab_suite_is_transport(const struct lab_suite *suite);

/* Return whether the server chooses the group without the client: TLS 1.2 does not negotiate finite-field groups. */
int lab_suite_is_servers_choice(const struct lab_suite *suite);

/* Return 1, or 0 with the reason in `why` if the name has another form or an unknown part. */
int lab_suite_parse(struct lab_suite *suite, const char *name, char *why);

#endif
