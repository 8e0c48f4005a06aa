/* Trying a configuration in a child process. */
#define _GNU_SOURCE
#include "cli/conf/trial.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/conf/answer.h"
#include "cli/system/child.h"
#include "cli/conf/conf.h"
#include "cli/conf/groups.h"
#include "cli/conf/module.h"

enum { TIME_LIMIT = 30 }; /* seconds; another provider may wait for a token or a network */

struct offer {
    OSSL_LIB_CTX *context;
    int is_any, is_preferred;
};

static int is_ours(const OSSL_PROVIDER *provider)
{
    return provider != NULL && strcmp(OSSL_PROVIDER_get0_name(provider), "afterburner") == 0;
}

#define NOT_OURS "provider!=afterburner"

/* Skip names that no other provider has: they show no preference. arg: struct offer */
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

    if (context == NULL || conf == NULL) {
        snprintf(t->error, sizeof(t->error), "out of memory");
        return;
    }
    t->loads = ab_conf_load(conf, text, NULL) && CONF_modules_load(conf, app, 0) > 0;
    if (!t->loads) {
        ab_openssl_error(t->error, sizeof(t->error));
        return;
    }
    t->is_default = OSSL_PROVIDER_available(context, "default");
    t->is_afterburner = OSSL_PROVIDER_available(context, "afterburner");
    t->has_hybrid = ab_answer(context, "kem", AB_HYBRID_GROUP, NULL) != NULL;
    find_preference(context, t);
}

struct request {
    const struct ab_text *text;
    const char *app;
};

/* Runs in the child. arg: struct request */
static int try_in_child(void *arg, int out)
{
    const struct request *r = arg;
    struct ab_trial t = { 0 };

    ab_child_silence();
    load(r->text, r->app, &t);
    return write(out, &t, sizeof(t)) == sizeof(t) ? 0 : 1;
}

void ab_trial_run(const struct ab_text *text, const char *app, struct ab_trial *trial)
{
    struct request r = { text, app };
    struct ab_text result = { 0 };
    char error[256] = "the process that tried it ended early";

    memset(trial, 0, sizeof(*trial));
    if (ab_child_run(try_in_child, &r, TIME_LIMIT, sizeof(*trial), &result, error, sizeof(error)) == 0
        && result.len == sizeof(*trial))
        memcpy(trial, result.data, sizeof(*trial));
    else
        snprintf(trial->error, sizeof(trial->error), "%s", error);
    ab_text_free(&result);
}
