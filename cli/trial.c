#define _GNU_SOURCE
#include "trial.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "answer.h"
#include "conf.h"
#include "module.h"
#include "say.h"

enum { TIME_LIMIT = 30 }; /* seconds; a provider of somebody else may wait for a token or a network */

struct offer {
    OSSL_LIB_CTX *context;
    int is_any, is_preferred;
};

static int is_ours(const OSSL_PROVIDER *provider)
{
    return provider != NULL && strcmp(OSSL_PROVIDER_get0_name(provider), "afterburner") == 0;
}

#define NOT_OURS "provider!=afterburner"

/* A name that no other provider has shows no preference. arg: struct offer */
static void try_name(const char *operation, const char *name, const OSSL_PROVIDER *provider, void *arg)
{
    struct offer *o = arg;

    if (!is_ours(provider))
        return;
    o->is_any = 1;
    o->is_preferred |= ab_answer(o->context, operation, name, NOT_OURS) != NULL
                       && is_ours(ab_answer(o->context, operation, name, NULL));
}

/* Does a fetch with no property query, as programs make it, get what the module offers? */
static void find_preference(OSSL_LIB_CTX *context, struct ab_trial *t)
{
    struct offer o = { .context = context };

    ab_answer_do_all(context, try_name, &o);
    t->offers = o.is_any;
    t->is_preferred = o.is_preferred;
}

static void load(const struct ab_text *text, const char *app, struct ab_trial *t)
{
    OSSL_LIB_CTX *context = OSSL_LIB_CTX_new();
    CONF *conf = NCONF_new_ex(context, NULL);
    BIO *bio = BIO_new_mem_buf(text->len == 0 ? "" : text->data, (int)text->len);

    if (context == NULL || conf == NULL || bio == NULL) {
        snprintf(t->error, sizeof(t->error), "out of memory");
        return;
    }
    t->loads = NCONF_load_bio(conf, bio, NULL) > 0 && CONF_modules_load(conf, app, 0) > 0;
    if (!t->loads) {
        ab_openssl_error(t->error, sizeof(t->error));
        return;
    }
    t->is_default = OSSL_PROVIDER_available(context, "default");
    t->is_afterburner = OSSL_PROVIDER_available(context, "afterburner");
    find_preference(context, t);
}

/* What a provider prints does not belong into our output. */
static void silence(void)
{
    int null = open("/dev/null", O_RDWR);

    for (int fd = 0; null >= 0 && fd < 3; fd++)
        dup2(null, fd);
}

static void run_child(const struct ab_text *text, const char *app, int pipe_end)
{
    struct ab_trial t = { 0 };

    silence();
    alarm(TIME_LIMIT);
    load(text, app, &t);
    _exit(write(pipe_end, &t, sizeof(t)) == sizeof(t) ? 0 : 1);
}

static int read_result(int fd, struct ab_trial *trial)
{
    size_t got = 0;
    ssize_t n = 1;

    while (got < sizeof(*trial) && n != 0) {
        n = read(fd, (char *)trial + got, sizeof(*trial) - got);
        if (n < 0 && errno != EINTR)
            return 0;
        got += n > 0 ? (size_t)n : 0;
    }
    return got == sizeof(*trial);
}

void ab_trial_run(const struct ab_text *text, const char *app, struct ab_trial *trial)
{
    int ends[2], status = 0;
    pid_t child;

    memset(trial, 0, sizeof(*trial));
    fflush(NULL);
    if (pipe2(ends, O_CLOEXEC) != 0 || (child = fork()) < 0) {
        snprintf(trial->error, sizeof(trial->error), "cannot start a process to try it: %s", strerror(errno));
        return;
    }
    if (child == 0)
        run_child(text, app, ends[1]);
    close(ends[1]);
    if (!read_result(ends[0], trial)) {
        memset(trial, 0, sizeof(*trial));
        snprintf(trial->error, sizeof(trial->error), "the process that tried it crashed or hung");
    }
    close(ends[0]);
    waitpid(child, &status, 0);
}
