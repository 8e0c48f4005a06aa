/* A fork of OpenSSL has no providers: it serves every part of a connection itself. */
#include "lab/native/tls/path.h"

#include <openssl/err.h>
#include <stdio.h>
#include <string.h>

#include "fork.h"

static void set(char *name)
{
    snprintf(name, LAB_NAME_LEN, "%s", LAB_FORK);
}

void lab_path_find(struct lab_path *path, const struct lab_side *side, const struct lab_suite *suite, SSL *server)
{
    int resumed = SSL_session_reused(server);

    (void)side;
    memset(path, 0, sizeof(*path));
    if (!resumed || suite->version == TLS1_3_VERSION)
        set(path->exchange);
    if (!resumed && !lab_suite_is_transport(suite))
        set(path->signature);
    set(path->cipher);
    set(path->digest);
    set(path->derivation);
    ERR_clear_error();
}
