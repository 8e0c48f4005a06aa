/*
 * A TLS 1.3 server or client of AWS-LC's own libssl with one group. Its standard input goes to the other side, and what
 * the other side sends to its standard output.
 *
 * Usage: peer groups | peer server GROUP CERT KEY | peer client GROUP PORT CERT
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void check(int ok, const char *what)
{
    if (ok)
        return;
    fprintf(stderr, "peer: %s failed\n", what);
    ERR_print_errors_fp(stderr);
    exit(1);
}

static SSL_CTX *make_context(const char *group)
{
    SSL_CTX *ctx = SSL_CTX_new(TLS_method());

    check(ctx != NULL, "SSL_CTX_new");
    check(SSL_CTX_set_min_proto_version(ctx, TLS1_3_VERSION), "SSL_CTX_set_min_proto_version");
    check(SSL_CTX_set1_groups_list(ctx, group), "SSL_CTX_set1_groups_list");
    return ctx;
}

static SSL *over_socket(SSL_CTX *ctx, int fd)
{
    SSL *ssl = SSL_new(ctx);

    check(fd >= 0 && ssl != NULL && SSL_set_fd(ssl, fd), "SSL_set_fd");
    return ssl;
}

static SSL *serve(const char *group, const char *cert, const char *key)
{
    struct sockaddr_in here = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    SSL_CTX *ctx = make_context(group);
    SSL *ssl;

    check(SSL_CTX_use_certificate_chain_file(ctx, cert), "SSL_CTX_use_certificate_chain_file");
    check(SSL_CTX_use_PrivateKey_file(ctx, key, SSL_FILETYPE_PEM), "SSL_CTX_use_PrivateKey_file");
    check(bind(listener, (struct sockaddr *)&here, sizeof(here)) == 0 && listen(listener, 1) == 0, "listen");
    ssl = over_socket(ctx, accept(listener, NULL, NULL));
    check(SSL_accept(ssl) == 1, "SSL_accept");
    return ssl;
}

static SSL *reach(const char *group, const char *port, const char *cert)
{
    struct sockaddr_in there = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    SSL_CTX *ctx = make_context(group);
    SSL *ssl;

    check(SSL_CTX_load_verify_locations(ctx, cert, NULL), "SSL_CTX_load_verify_locations");
    SSL_CTX_set_verify(ctx, SSL_VERIFY_PEER, NULL);
    there.sin_port = htons((uint16_t)atoi(port));
    check(connect(fd, (struct sockaddr *)&there, sizeof(there)) == 0, "connect");
    ssl = over_socket(ctx, fd);
    check(SSL_connect(ssl) == 1, "SSL_connect");
    return ssl;
}

/* Write all of it to standard output. */
static void put(const char *data, size_t len)
{
    check(fwrite(data, 1, len, stdout) == len && fflush(stdout) == 0, "fwrite");
}

/* Pass on what has come, which may be a ticket alone; return 0 at the end of the connection. */
static int receive(SSL *ssl)
{
    char data[16384];
    int len;

    while ((len = SSL_read(ssl, data, sizeof(data))) > 0)
        put(data, (size_t)len);
    return SSL_get_error(ssl, len) == SSL_ERROR_WANT_READ;
}

static void send_all(SSL *ssl, const char *data, int len)
{
    struct pollfd out = { .fd = SSL_get_fd(ssl), .events = POLLOUT };
    int sent;

    while ((sent = SSL_write(ssl, data, len)) != len) {
        check(SSL_get_error(ssl, sent) == SSL_ERROR_WANT_WRITE, "SSL_write");
        poll(&out, 1, -1);
    }
}

static void carry(SSL *ssl)
{
    struct pollfd ends[] = { { .fd = SSL_get_fd(ssl), .events = POLLIN }, { .fd = STDIN_FILENO, .events = POLLIN } };
    char data[16384];
    ssize_t len;

    fprintf(stderr, "peer: group %s\n", SSL_get_group_name(SSL_get_group_id(ssl)));
    check(fcntl(SSL_get_fd(ssl), F_SETFL, O_NONBLOCK) == 0, "fcntl");
    while (poll(ends, 2, -1) > 0) {
        if (ends[0].revents != 0 && !receive(ssl))
            return;
        if (ends[1].revents == 0)
            continue;
        len = read(STDIN_FILENO, data, sizeof(data));
        if (len > 0)
            send_all(ssl, data, (int)len);
        else
            ends[1].fd = -1; /* the end of the input */
    }
}

int main(int argc, char **argv)
{
    SSL_library_init();
    if (argc == 2 && strcmp(argv[1], "groups") == 0)
        puts("X25519MLKEM768\nSecP256r1MLKEM768\nSecP384r1MLKEM1024");
    else if (argc == 5 && strcmp(argv[1], "server") == 0)
        carry(serve(argv[2], argv[3], argv[4]));
    else if (argc == 5 && strcmp(argv[1], "client") == 0)
        carry(reach(argv[2], argv[3], argv[4]));
    else
        check(0, "reading the arguments");
    return 0;
}
