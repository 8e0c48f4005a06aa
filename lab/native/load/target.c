/* Set up the TLS context and the address of the server under load, and collect its sessions. */
#include "target.h"

#include <arpa/inet.h>
#include <openssl/err.h>
#include <stdio.h>
#include <string.h>

enum { RECORD = 16384, READ_BUFFER = 96 * 1024 }; /* below malloc's threshold for a separate mapping */

int load_refuse(char *why, const char *what)
{
    const char *reason = ERR_reason_error_string(ERR_get_error());

    snprintf(why, LOAD_WHY_LEN, "%s%s%s", what, reason == NULL ? "" : ": ", reason == NULL ? "" : reason);
    ERR_clear_error();
    return 0;
}

/* Accept the certificate's chain unchecked; trust.h handles the signature of the handshake. */
static int take_certificate(X509_STORE_CTX *store, void *arg)
{
    (void)store;
    (void)arg;
    return 1;
}

static int keep_session(SSL *ssl, SSL_SESSION *session)
{
    struct target *t = SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl));

    SSL_SESSION_free(t->session);
    t->session = session;
    return 1; /* keep the reference */
}

void target_collect_sessions(struct target *t, int on)
{
    SSL_CTX_set_session_cache_mode(t->ctx,
                                   on ? SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL : SSL_SESS_CACHE_OFF);
    SSL_CTX_sess_set_new_cb(t->ctx, on ? keep_session : NULL);
}

static int choose(SSL_CTX *ctx, const struct target_options *o)
{
    int is_12 = strcmp(o->version, "1.2") == 0, version = is_12 ? TLS1_2_VERSION : TLS1_3_VERSION;

    if (!SSL_CTX_set_min_proto_version(ctx, version) || !SSL_CTX_set_max_proto_version(ctx, version)
        || !SSL_CTX_set1_groups_list(ctx, o->group))
        return 0;
    return is_12 ? SSL_CTX_set_cipher_list(ctx, o->cipher) : SSL_CTX_set_ciphersuites(ctx, o->cipher);
}

int target_open(struct target *t, const struct target_options *o, char *why)
{
    int n;

    memset(t, 0, sizeof(*t));
    t->address.sin_family = AF_INET;
    t->address.sin_port = htons((uint16_t)o->port);
    t->address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    t->keep = o->keep;
    t->bytes = o->bytes;
    n = snprintf(t->request, sizeof(t->request), "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: %s\r\n\r\n",
                 o->path, o->keep ? "keep-alive" : "close");
    t->request_len = (size_t)n;
    t->ctx = SSL_CTX_new(TLS_client_method());
    if (t->ctx == NULL || t->request_len >= sizeof(t->request) || !choose(t->ctx, o)) {
        SSL_CTX_free(t->ctx);
        return load_refuse(why, "this version, group and cipher cannot be requested");
    }
    SSL_CTX_set_app_data(t->ctx, t);
    SSL_CTX_set_cert_verify_callback(t->ctx, take_certificate, NULL);
    SSL_CTX_set_security_level(t->ctx, 0); /* accept whatever the server offers, however weak */
    SSL_CTX_set_read_ahead(t->ctx, 1);
    if (t->bytes > RECORD)
        SSL_CTX_set_default_read_buffer_len(t->ctx, READ_BUFFER);
    return 1;
}

void target_close(struct target *t)
{
    SSL_SESSION_free(t->session);
    SSL_CTX_free(t->ctx);
    memset(t, 0, sizeof(*t));
}
