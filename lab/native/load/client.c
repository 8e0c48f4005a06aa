/* One connection of the load client: connect, handshake, request, reply, then close or send the next request. */
#define _GNU_SOURCE
#include "client.h"

#include <errno.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lab/native/measure/clock.h"

enum { READ_SIZE = 64 * 1024 };

static int refuse_system(char *why, const char *what)
{
    snprintf(why, LOAD_WHY_LEN, "%s: %s", what, strerror(errno));
    return 0;
}

static int open_socket(struct client *c, const struct target *t, char *why)
{
    /* Close by a reset: otherwise each port would wait for a minute, and ports would run out. */
    struct linger reset = { 1, 0 };
    int one = 1;

    c->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (c->fd < 0)
        return refuse_system(why, "socket");
    setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
    if (connect(c->fd, (const struct sockaddr *)&t->address, sizeof(t->address)) != 0 && errno != EINPROGRESS) {
        refuse_system(why, "connect");
        close(c->fd);
        return 0;
    }
    return 1;
}

int client_connect(struct client *c, const struct target *t, char *why)
{
    memset(c, 0, sizeof(*c));
    c->start = lab_wall_seconds();
    if (!open_socket(c, t, why))
        return 0;
    c->ssl = SSL_new(t->ctx);
    if (c->ssl == NULL || !SSL_set_fd(c->ssl, c->fd) || (t->session != NULL && !SSL_set_session(c->ssl, t->session))) {
        SSL_free(c->ssl);
        close(c->fd);
        return load_refuse(why, "no TLS connection can be created");
    }
    c->stage = CLIENT_SHAKING;
    return 1;
}

void client_end(struct client *c)
{
    if (c->stage == CLIENT_OUT)
        return;
    /* Otherwise libssl would invalidate the session for the next connection. */
    SSL_set_shutdown(c->ssl, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN);
    SSL_free(c->ssl);
    close(c->fd);
    c->stage = CLIENT_OUT;
}

void client_ask(struct client *c)
{
    c->start = lab_wall_seconds();
    c->stage = CLIENT_SENDING;
}

/* ---- the reply ---- */

static int fail(char *why, const char *what)
{
    snprintf(why, LOAD_WHY_LEN, "%s", what);
    return 0;
}

/* Parse HTTP/1.x 200, and Content-Length if present. */
static int read_head(struct client *c, char *why)
{
    const char *length;

    if (strncmp(c->head, "HTTP/1.", 7) != 0 || strncmp(c->head + 8, " 200", 4) != 0) {
        snprintf(why, LOAD_WHY_LEN, "the server answers %.*s", (int)strcspn(c->head, "\r\n"), c->head);
        return 0;
    }
    length = strcasestr(c->head, "\r\ncontent-length:");
    c->has_length = length != NULL;
    c->wanted = length == NULL ? 0 : strtoul(length + 17, NULL, 10);
    return 1;
}

static int take(struct client *c, const char *data, size_t len, char *why)
{
    size_t room = sizeof(c->head) - 1 - c->head_len, part = len < room ? len : room;
    char *end;

    if (c->is_body) {
        c->body_len += len;
        return 1;
    }
    memcpy(c->head + c->head_len, data, part);
    c->head_len += part;
    c->head[c->head_len] = '\0';
    end = strstr(c->head, "\r\n\r\n");
    if (end == NULL)
        return part == len ? 1 : fail(why, "the head of the server's answer is too long");
    c->is_body = 1;
    c->body_len = c->head_len - (size_t)(end + 4 - c->head) + len - part;
    end[2] = '\0';
    return read_head(c, why);
}

static int is_whole(const struct client *c)
{
    return c->is_body && c->has_length && c->body_len >= c->wanted;
}

/* ---- stages ---- */

/* Interpret a libssl call that did not succeed. */
static enum client_answer unsuccessful(const struct client *c, int result, const char *what, char *why)
{
    int error = SSL_get_error(c->ssl, result);

    if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE)
        return CLIENT_WAITS;
    if (error == SSL_ERROR_SYSCALL && errno != 0)
        refuse_system(why, what);
    else
        load_refuse(why, what);
    return CLIENT_FAILED;
}

static enum client_answer finish(struct client *c, const struct target *t, char *why)
{
    if (!c->is_body || c->body_len != t->bytes) {
        snprintf(why, LOAD_WHY_LEN, "the reply has %zu bytes of %zu", c->body_len, t->bytes);
        return CLIENT_FAILED;
    }
    c->head_len = c->body_len = 0;
    c->is_body = 0;
    c->stage = t->keep ? CLIENT_IDLE : CLIENT_ENDING;
    return CLIENT_DONE;
}

/* Return whether the server has ended the connection, in any of the usual ways. */
static int is_ended(const struct client *c, int result)
{
    int error = SSL_get_error(c->ssl, result),
        is_eof = error == SSL_ERROR_SYSCALL && (errno == 0 || errno == ECONNRESET);

    if (error == SSL_ERROR_SSL && ERR_GET_REASON(ERR_peek_error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING)
        is_eof = 1;
    return error == SSL_ERROR_ZERO_RETURN || is_eof;
}

static enum client_answer read_reply(struct client *c, const struct target *t, char *why)
{
    static char data[READ_SIZE];

    for (;;) {
        int n;

        errno = 0;
        n = SSL_read(c->ssl, data, sizeof(data));
        if (n > 0 && !take(c, data, (size_t)n, why))
            return CLIENT_FAILED;
        if (n <= 0 && is_ended(c, n)) {
            ERR_clear_error();
            return finish(c, t, why); /* without a length, the reply ends with the connection */
        }
        if (n <= 0)
            return unsuccessful(c, n, "the reply ends early", why);
        if (is_whole(c) && t->keep)
            return finish(c, t, why);
    }
}

static enum client_answer call(struct client *c, const struct target *t, char *why)
{
    int result;

    errno = 0;
    switch (c->stage) {
    case CLIENT_SHAKING:
        result = SSL_connect(c->ssl);
        if (result == 1)
            c->stage = CLIENT_SENDING;
        return result == 1 ? CLIENT_DONE : unsuccessful(c, result, "the handshake fails", why);
    case CLIENT_SENDING:
        result = SSL_write(c->ssl, t->request, (int)t->request_len);
        if (result > 0)
            c->stage = CLIENT_READING;
        return result > 0 ? CLIENT_DONE : unsuccessful(c, result, "the request cannot be sent", why);
    default: return read_reply(c, t, why);
    }
}

enum client_answer client_step(struct client *c, const struct target *t, char *why)
{
    enum client_answer answer;

    do
        answer = call(c, t, why);
    while (answer == CLIENT_DONE && c->stage != CLIENT_IDLE && c->stage != CLIENT_ENDING);
    return answer;
}
