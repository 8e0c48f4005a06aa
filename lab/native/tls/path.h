/* The provider that serves each part of a connection. */
#ifndef AB_LAB_PATH_H
#define AB_LAB_PATH_H

#include <openssl/ssl.h>

#include "lab/native/driver/lab.h"
#include "suite.h"

enum { LAB_PATH_PARTS = 5, LAB_PATH_TEXT = LAB_PATH_PARTS * (LAB_NAME_LEN + 1) };

/* Names of providers; "" for a part that the connection does not have. */
struct lab_path {
    char exchange[LAB_NAME_LEN], signature[LAB_NAME_LEN], cipher[LAB_NAME_LEN], digest[LAB_NAME_LEN],
        derivation[LAB_NAME_LEN];
};

/*
 * Find the providers of a server whose handshake is done. libssl does not report them, so each operation is started
 * again as libssl does: with the server's key, the negotiated names, in the same library context and without further
 * properties.
 */
void lab_path_find(struct lab_path *path, const struct lab_side *side, const struct lab_suite *suite, SSL *server);

/* Write all distinct providers of the path, joined by "+", at most LAB_PATH_TEXT characters. */
void lab_path_text(const struct lab_path *path, char *text);

/* Write the member "path" of the reply; null for what the connection does not have. */
void lab_path_reply(const struct lab_path *path);

#endif
