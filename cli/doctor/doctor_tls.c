/*
 * afterburner doctor --tls HOST:PORT: which key exchange a server negotiates with a client that offers what browsers
 * offer. Only the first flight is exchanged, and no certificate is checked.
 */
#define _GNU_SOURCE
#include "cli/doctor/doctor.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "cli/doctor/findings.h"
#include "cli/conf/groups.h"
#include "cli/text/quote.h"
#include "cli/text/say.h"
#include "cli/doctor/tls_hello.h"

enum { TIME_LIMIT = 10, MAX_ANSWER = 20000, MAX_HOST = 256 };

struct target {
    char host[MAX_HOST];
    const char *port;
};

/* "host", "host:port", "[address]:port". Returns 0 if it is none of these. */
static int parse_target(const char *text, struct target *t)
{
    int is_bracketed = *text == '[';
    const char *host_end = is_bracketed ? strchr(text, ']') : strrchr(text, ':');
    size_t len;

    text += is_bracketed;
    if (host_end == NULL && !is_bracketed)
        host_end = text + strlen(text);
    len = host_end == NULL ? 0 : (size_t)(host_end - text);
    if (len == 0 || len >= sizeof(t->host))
        return 0;
    memcpy(t->host, text, len);
    t->host[len] = '\0';
    host_end += is_bracketed;
    t->port = *host_end == ':' ? host_end + 1 : "443";
    return (*host_end == ':' || *host_end == '\0') && *t->port != '\0';
}

static int connect_to(const struct addrinfo *a)
{
    const struct timeval limit = { .tv_sec = TIME_LIMIT };
    int fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);

    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
    if (connect(fd, a->ai_addr, a->ai_addrlen) == 0)
        return fd;
    close(fd);
    return -1;
}

/* A connection; -1 with one line printed. */
static int open_target(const struct target *t)
{
    const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
    struct addrinfo *list;
    int error = getaddrinfo(t->host, t->port, &hints, &list), fd = -1;

    if (error != 0) {
        ab_say_error("%s: %s", ab_quoted(t->host), gai_strerror(error));
        return -1;
    }
    for (const struct addrinfo *a = list; a != NULL && fd < 0; a = a->ai_next)
        fd = connect_to(a);
    if (fd < 0)
        ab_say_error("cannot connect to %s: %s", ab_quoted(t->host), strerror(errno));
    freeaddrinfo(list);
    return fd;
}

/* Send a ClientHello and read until the answer is clear, the server closes, or time is up. */
static enum ab_hello_answer ask(int fd, const struct target *t, unsigned *number)
{
    static uint8_t hello[AB_HELLO_MAX], answer[MAX_ANSWER];
    size_t len = ab_hello_make(hello, t->host), have = 0;
    enum ab_hello_answer found = AB_HELLO_INCOMPLETE;
    ssize_t n = 1;

    if (len == 0 || send(fd, hello, len, MSG_NOSIGNAL) != (ssize_t)len)
        return AB_HELLO_INCOMPLETE;
    while (found == AB_HELLO_INCOMPLETE && have < sizeof(answer) && n > 0) {
        n = recv(fd, answer + have, sizeof(answer) - have, 0);
        have += n > 0 ? (size_t)n : 0;
        found = ab_hello_read(answer, have, number);
    }
    return found;
}

static const char *group_name(unsigned number, char room[16])
{
    static const struct {
        unsigned number;
        const char *name;
    } known[] = {
        { 0x11ec, AB_HYBRID_GROUP },
        { 0x11eb, "SecP256r1MLKEM768" },
        { 0x11ed, "SecP384r1MLKEM1024" },
        { 0x11ee, "curveSM2MLKEM768" },
        { 0x0017, "P-256" },
        { 0x0018, "P-384" },
        { 0x0019, "P-521" },
        { 0x001d, "X25519" },
        { 0x001e, "X448" },
    };

    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (known[i].number == number)
            return known[i].name;
    snprintf(room, 16, "group 0x%04x", number);
    return room;
}

static int is_hybrid(unsigned number)
{
    return number >= 0x11eb && number <= 0x11ee;
}

#define FIX                                                                                                  \
    "on the server, put " AB_HYBRID_GROUP " into its own list of groups or, if it has none, run afterburner " \
    "enable --post-quantum"

static int report(const char *target, enum ab_hello_answer answer, unsigned number)
{
    struct ab_doctor d = { .as_user = "" };
    char room[16];

    switch (answer) {
    case AB_HELLO_GROUP:
    case AB_HELLO_RETRY:
        if (!is_hybrid(number))
            ab_found(&d, FIX, "%s negotiates %s, which is not post-quantum", target, group_name(number, room));
        else if (answer == AB_HELLO_GROUP)
            printf("post-quantum: %s negotiates %s\n", target, group_name(number, room));
        else
            printf("post-quantum: %s demands %s, in a second round trip\n", target, group_name(number, room));
        return d.num_findings == 0 ? AB_EXIT_OK : AB_EXIT_FINDINGS;
    case AB_HELLO_OLD:
        ab_found(&d, "allow TLS 1.3 on the server",
                 "%s does not negotiate TLS 1.3, without which nothing is post-quantum", target);
        return AB_EXIT_FINDINGS;
    case AB_HELLO_ALERT: ab_say_error("%s refuses the handshake with alert %u", target, number); break;
    case AB_HELLO_NOT_TLS: ab_say_error("%s does not answer by TLS", target); break;
    default: ab_say_error("%s does not answer", target); break;
    }
    return AB_EXIT_ERROR;
}

int ab_doctor_tls(const char *text)
{
    struct target t;
    unsigned number = 0;
    enum ab_hello_answer answer;
    int fd;

    if (!parse_target(text, &t)) {
        ab_say_error("--tls: %s is not HOST:PORT", ab_quoted(text));
        return AB_EXIT_ERROR;
    }
    fd = open_target(&t);
    if (fd < 0)
        return AB_EXIT_ERROR;
    answer = ask(fd, &t, &number);
    close(fd);
    return report(ab_quoted(text), answer, number);
}
