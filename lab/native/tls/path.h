/* Which provider serves each part of a connection. */
#ifndef AB_LAB_PATH_H
#define AB_LAB_PATH_H

#include <openssl/ssl.h>

#include "lab/native/driver/lab.h"
#include "suite.h"

enum { LAB_PATH_PARTS = 5, LAB_PATH_TEXT = LAB_PATH_PARTS * (LAB_NAME_LEN + 1) };

/* Names of providers; "" for a part that such a connection has not. */
struct lab_path {
    char exchange[LAB_NAME_LEN], signature[LAB_NAME_LEN], cipher[LAB_NAME_LEN], digest[LAB_NAME_LEN],
        derivation[LAB_NAME_LEN];
};

/*
 * Of a server whose handshake is done. libssl does not tell, so each operation is begun once more as libssl begins it:
 * with the server's own key, the negotiated names, in the same library context and without further properties.
 */
void lab_path_find(struct lab_path *path, const struct lab_side *side, const struct lab_suite *suite, SSL *server);

/* All providers of the path, each once, with "+" between them; of LAB_PATH_TEXT characters. */
void lab_path_text(const struct lab_path *path, char *text);

/* Writes the member "path" of the reply; null for what the connection has not. */
void lab_path_reply(const struct lab_path *path);

#endif
