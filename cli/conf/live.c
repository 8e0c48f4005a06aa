/* Reading and trying the configuration in force. */
#include "cli/conf/live.h"

#include <openssl/crypto.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/conf/conf_read.h"
#include "cli/conf/file.h"
#include "cli/text/filter.h"
#include "cli/conf/module.h"
#include "cli/conf/named.h"
#include "cli/text/quote.h"
#include "cli/conf/tuned.h"

static int is_served(const struct ab_trial *t)
{
    return t->loads && t->is_preferred;
}

static void explain(struct ab_live *live, const struct ab_trial *t)
{
    const char *why = "it prefers another provider";

    if (!t->loads)
        why = t->error;
    else if (!live->is_named)
        why = "it does not name Afterburner";
    else if (!t->is_afterburner)
        why = "it does not activate the module";
    else if (!t->offers)
        why = "the module offers nothing here";
    snprintf(live->reason, sizeof(live->reason), "%s", why);
}

static void read_settings(struct ab_live *live)
{
    struct ab_conf_view view;
    struct ab_conf_provider own;

    ab_conf_view(live->conf, AB_APP_OPENSSL, &view);
    live->is_named = ab_conf_provider(live->conf, &view, "afterburner", &own);
    if (!live->is_named)
        return;
    ab_settings_read(live->conf, own.section, &live->settings);
    live->tuned = ab_conf_value(live->conf, own.section, AB_TUNED_KEY);
}

/* Loads what the configuration names, unless somebody else can change one of the files. */
static void try_it(struct ab_live *live, const struct ab_text *whole)
{
    struct ab_trial openssl, node;
    char *own = ab_module_own();
    int has_foreign;

    live->is_refused = !ab_named_check(live->conf, own, &has_foreign, live->reason, sizeof(live->reason));
    free(own);
    if (live->is_refused)
        return;
    ab_trial_run(whole, AB_APP_OPENSSL, &openssl);
    live->on = is_served(&openssl);
    if (!live->on)
        explain(live, &openssl);
    if (ab_conf_value(live->conf, "default", AB_APP_NODEJS) == NULL)
        return;
    ab_trial_run(whole, AB_APP_NODEJS, &node);
    live->node = is_served(&node);
}

static void read_text(struct ab_live *live, const struct ab_text *text)
{
    struct ab_include include = ab_our_includes(AB_TRUST_OWNERS);
    struct ab_text whole = { 0 };

    live->conf = ab_conf_read(text, &include, &whole, live->reason, sizeof(live->reason));
    live->is_refused = live->conf == NULL && errno == EPERM;
    if (live->conf != NULL) {
        read_settings(live);
        try_it(live, &whole);
    }
    ab_text_free(&whole);
}

void ab_live_read(struct ab_live *live)
{
    struct ab_file file;

    memset(live, 0, sizeof(*live));
    live->file = ab_conf_default_file();
    if (*live->file == '\0') {
        snprintf(live->reason, sizeof(live->reason), "OPENSSL_CONF is empty: no configuration is read");
    } else if (ab_file_read(&ab_our_trusted_view, live->file, &file, live->reason, sizeof(live->reason))) {
        read_text(live, &file.text);
        ab_file_free(&file);
    } else {
        live->is_refused = errno == EPERM;
    }
    ab_filter(live->reason);
}

void ab_live_free(struct ab_live *live)
{
    NCONF_free(live->conf);
    OPENSSL_free(live->file);
}
