/*
 * The load generator: a TLS client that keeps a server busy from one thread, and reports what it did and what that cost
 * itself. Each line is a request and gets a line as its answer (lab/native/driver/request.h, reply.h). It uses the
 * system's OpenSSL, configured by OPENSSL_CONF.
 *
 * Usage: tls_load [CPU]     pinned to that processor
 *
 *   open   port= version=1.2|1.3 group= cipher= path= bytes= connections= keep=0|1 resume=0|1
 *          returns what was negotiated (version, cipher, group, signature), and how many signatures were verified
 *   load   ms= most=
 *          returns done, resumed, seconds, cpu_seconds, p50_us, p99_us, and how many signatures were accepted
 *          unverified
 *   close
 */
#define _GNU_SOURCE
#include <openssl/crypto.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "crowd.h"
#include "lab/native/driver/reply.h"
#include "lab/native/driver/request.h"
#include "trust.h"

enum { LINE = 1024 };

static struct crowd crowd;

static int parse_open(const struct lab_line *line, struct target_options *o)
{
    static const char *const texts[] = { "version", "group", "cipher", "path", NULL };
    static const char *const numbers[] = { "port", "bytes", "connections", "keep", "resume", NULL };

    o->port = (unsigned)lab_line_number(line, "port", 0);
    o->version = lab_line_text(line, "version", "1.3");
    o->group = lab_line_text(line, "group", "X25519");
    o->cipher = lab_line_text(line, "cipher", "TLS_AES_128_GCM_SHA256");
    o->path = lab_line_text(line, "path", "/");
    o->bytes = lab_line_number(line, "bytes", 0);
    o->keep = lab_line_number(line, "keep", 0) != 0;
    return lab_line_fits(line, texts, numbers) && o->port > 0 && o->port < 65536;
}

static void open_crowd(const struct lab_line *line)
{
    size_t connections = lab_line_number(line, "connections", 1);
    unsigned long checked = trust_num_checked();
    struct target_options o;
    char why[LOAD_WHY_LEN];

    if (!parse_open(line, &o) || connections == 0 || connections > CROWD_MAX || crowd.num_clients > 0) {
        lab_reply_error("not a request to open");
        return;
    }
    if (!crowd_open(&crowd, &o, connections, lab_line_number(line, "resume", 0) != 0, why)) {
        lab_reply_error(why);
        return;
    }
    lab_reply_open(NULL, '{');
    lab_reply_bool("ok", 1);
    lab_reply_text("version", crowd.agreed.version);
    lab_reply_text("cipher", crowd.agreed.cipher);
    lab_reply_text("group", crowd.agreed.group);
    lab_reply_text("signature", crowd.agreed.signature);
    lab_reply_number("checked", (double)(trust_num_checked() - checked));
    lab_reply_close('}');
}

static void load_crowd(const struct lab_line *line)
{
    static const char *const texts[] = { NULL }, *const numbers[] = { "ms", "most", NULL };
    const struct crowd_result *r = &crowd.result;
    unsigned long taken = trust_num_taken();
    char why[LOAD_WHY_LEN] = "nothing is open";

    if (!lab_line_fits(line, texts, numbers) || crowd.num_clients == 0
        || !crowd_load(&crowd, 1e-3 * (double)lab_line_number(line, "ms", 1000), lab_line_number(line, "most", 1000000),
                       why)) {
        lab_reply_error(why);
        return;
    }
    lab_reply_open(NULL, '{');
    lab_reply_bool("ok", 1);
    lab_reply_number("done", (double)r->done);
    lab_reply_number("resumed", (double)r->resumed);
    lab_reply_number("seconds", r->seconds);
    lab_reply_number("cpu_seconds", r->cpu_seconds);
    lab_reply_number("p50_us", 1e-3 * histogram_quantile(&r->latency, 0.5));
    lab_reply_number("p99_us", 1e-3 * histogram_quantile(&r->latency, 0.99));
    lab_reply_number("taken", (double)(trust_num_taken() - taken));
    lab_reply_close('}');
}

static void close_crowd(void)
{
    if (crowd.num_clients > 0)
        crowd_close(&crowd);
    lab_reply_open(NULL, '{');
    lab_reply_bool("ok", 1);
    lab_reply_close('}');
}

static void answer(char *text)
{
    struct lab_line line;

    if (!lab_line_parse(&line, text))
        lab_reply_error("not a request");
    else if (strcmp(line.command, "open") == 0)
        open_crowd(&line);
    else if (strcmp(line.command, "load") == 0)
        load_crowd(&line);
    else if (strcmp(line.command, "close") == 0)
        close_crowd();
    else
        lab_reply_error("unknown request");
}

static int pin(const char *cpu)
{
    cpu_set_t set;
    char *end;
    unsigned long number = strtoul(cpu, &end, 10);

    CPU_ZERO(&set);
    CPU_SET(number, &set);
    return *cpu != '\0' && *end == '\0' && number < CPU_SETSIZE && sched_setaffinity(0, sizeof(set), &set) == 0;
}

int main(int argc, char **argv)
{
    char text[LINE];

    prctl(PR_SET_PDEATHSIG, SIGKILL); /* if the lab is killed, nobody reads the answers */
    signal(SIGPIPE, SIG_IGN);
    if (argc > 2 || (argc == 2 && !pin(argv[1]))) {
        fprintf(stderr, "usage: tls_load [CPU], a processor that this process may run on\n");
        return 2;
    }
    while (fgets(text, sizeof(text), stdin) != NULL)
        answer(text);
    return 0;
}
