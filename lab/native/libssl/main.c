/*
 * The lab's driver of a libssl that is no OpenSSL: AWS-LC's or BoringSSL's. It is compiled against the fork's headers
 * when it is first needed (lab/afterburner_lab/core/libssl.py), from the source that measures OpenSSL, and answers the
 * requests `hello`, `list`, `measure` and `quit` of lab/native/driver/session.c. It has one side.
 *
 * Usage: PROGRAM --keys DIR --side NAME=FILE     the file is not read: a fork has no openssl.cnf
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "fork.h"
#include "lab/native/driver/lab.h"
#include "lab/native/driver/measure.h"
#include "lab/native/driver/reply.h"
#include "lab/native/driver/requests.h"
#include "lab/native/measure/clock.h"
#include "lab/native/profile/sampler.h"

_Thread_local volatile sig_atomic_t lab_sampler_on; /* there is no sampler here */

static void hello(const struct lab *lab, const struct lab_line *line)
{
    (void)line;
    lab_reply_open(NULL, '{');
    lab_reply_bool("ok", 1);
    lab_reply_number("protocol", LAB_PROTOCOL);
    lab_reply_text("libcrypto", LAB_FORK " " LAB_FORK_VERSION);
    lab_reply_text("libcrypto_version", LAB_FORK " " LAB_FORK_VERSION);
    lab_reply_text("libcrypto_path", lab->libcrypto);
    lab_reply_text("cpu_settings", "");
    lab_reply_number("clock_hz", lab_core_hz());
    lab_reply_open("sides", '{');
    lab_reply_open(lab->sides[0].name, '[');
    lab_reply_open(NULL, '{');
    lab_reply_text("name", LAB_FORK);
    lab_reply_text("version", LAB_FORK_VERSION);
    lab_reply_close('}');
    lab_reply_close(']');
    lab_reply_close('}');
    lab_reply_close('}');
}

/* A connection has too many combinations to list. */
static void list(const struct lab *lab, const struct lab_line *line)
{
    (void)lab;
    (void)line;
    lab_reply_open(NULL, '{');
    lab_reply_bool("ok", 1);
    lab_reply_open("offers", '[');
    lab_reply_close(']');
    lab_reply_close('}');
}

static const struct lab_command commands[] = {
    { "hello", hello },
    { "list", list },
    { "measure", lab_measure },
    { NULL, NULL },
};

int main(int argc, char **argv)
{
    static struct lab lab = { .libcrypto = LAB_FORK_PATH, .num_sides = 1 };
    char *equals = argc == 5 ? strchr(argv[4], '=') : NULL;

    if (equals == NULL || strcmp(argv[1], "--keys") != 0 || strcmp(argv[3], "--side") != 0) {
        fprintf(stderr, "usage: %s --keys DIR --side NAME=FILE\n", argv[0]);
        return 2;
    }
    lab.keys = argv[2];
    snprintf(lab.sides[0].name, sizeof(lab.sides[0].name), "%.*s", (int)(equals - argv[4]), argv[4]);
    lab_answer_all(&lab, commands);
    return 0;
}
