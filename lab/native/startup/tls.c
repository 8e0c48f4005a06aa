/* The phases of libssl, and the server that they talk to, which is another process. */
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "lab/native/driver/self_signed.h"
#include "startup.h"

/* ---- the client ---- */

int startup_context(struct startup *s)
{
    s->ctx = SSL_CTX_new(TLS_client_method());
    return s->ctx != NULL;
}

static int new_socket(const char *path, struct sockaddr_un *address)
{
    *address = (struct sockaddr_un){ .sun_family = AF_UNIX };
    if (strlen(path) >= sizeof(address->sun_path))
        return -1;
    strcpy(address->sun_path, path);
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

int startup_connect(struct startup *s)
{
    struct sockaddr_un address;

    s->fd = new_socket(s->socket, &address);
    return s->fd >= 0 && connect(s->fd, (const struct sockaddr *)&address, sizeof(address)) == 0;
}

/* The process ends soon after; so nothing is freed, as in many a program. */
int startup_handshake(struct startup *s)
{
    s->ssl = SSL_new(s->ctx);
    return s->ssl != NULL && SSL_set_fd(s->ssl, s->fd) && SSL_connect(s->ssl) == 1;
}

/* ---- the server ---- */

static int write_key(const char *folder, const char *name, EVP_PKEY *key)
{
    char path[4096];
    FILE *file;
    int ok;

    snprintf(path, sizeof(path), "%s/%s.pem", folder, name);
    file = fopen(path, "w");
    ok = file != NULL && key != NULL && PEM_write_PrivateKey(file, key, NULL, NULL, 0, NULL, NULL);
    return file != NULL && fclose(file) == 0 && ok;
}

static SSL_CTX *new_server(EVP_PKEY *key)
{
    SSL_CTX *ctx = SSL_CTX_new(TLS_server_method());
    X509 *certificate = lab_self_signed(NULL, key);
    const int ok = ctx != NULL && certificate != NULL && SSL_CTX_use_certificate(ctx, certificate) == 1
                   && SSL_CTX_use_PrivateKey(ctx, key) == 1;

    X509_free(certificate);
    if (ok)
        return ctx;
    SSL_CTX_free(ctx);
    return NULL;
}

/* Shake hands and wait until the client has gone. */
static void answer(SSL_CTX *ctx, int fd)
{
    SSL *ssl = SSL_new(ctx);
    char byte;

    if (ssl != NULL && SSL_set_fd(ssl, fd) && SSL_accept(ssl) == 1)
        SSL_read(ssl, &byte, 1);
    SSL_free(ssl);
    close(fd);
}

static int write_keys(const char *folder, EVP_PKEY *ec)
{
    EVP_PKEY *rsa = EVP_PKEY_Q_keygen(NULL, NULL, "RSA", (size_t)2048);
    const int ok = write_key(folder, "ec", ec) && write_key(folder, "rsa", rsa);

    EVP_PKEY_free(rsa);
    return ok;
}

int startup_serve(const char *keys, const char *socket_path)
{
    EVP_PKEY *ec = EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
    SSL_CTX *ctx = ec != NULL && write_keys(keys, ec) ? new_server(ec) : NULL;
    struct sockaddr_un address;
    const int listener = new_socket(socket_path, &address);

    if (ctx == NULL || listener < 0 || bind(listener, (const struct sockaddr *)&address, sizeof(address)) != 0
        || listen(listener, 64) != 0) {
        fprintf(stderr, "%s: no server can be made here\n", socket_path);
        return 1;
    }
    signal(SIGPIPE, SIG_IGN);
    for (int fd; (fd = accept(listener, NULL, NULL)) >= 0;)
        answer(ctx, fd);
    perror(socket_path);
    return 1;
}
