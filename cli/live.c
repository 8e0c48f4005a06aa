#include "live.h"

#include <openssl/crypto.h>
#include <stdio.h>
#include <string.h>

#include "file.h"

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
    if (live->is_named)
        ab_settings_read(live->conf, own.section, &live->settings);
}

static void read_text(struct ab_live *live, const struct ab_text *text)
{
    struct ab_trial openssl, node;

    live->conf = ab_conf_parse(text->data, text->len, live->reason, sizeof(live->reason));
    if (live->conf == NULL)
        return;
    read_settings(live);
    ab_trial_run(text, AB_APP_OPENSSL, &openssl);
    live->on = is_served(&openssl);
    if (!live->on)
        explain(live, &openssl);
    if (ab_conf_value(live->conf, "default", AB_APP_NODEJS) == NULL)
        return;
    ab_trial_run(text, AB_APP_NODEJS, &node);
    live->node = is_served(&node);
}

void ab_live_read(struct ab_live *live)
{
    struct ab_file file;

    memset(live, 0, sizeof(*live));
    live->file = ab_conf_default_file();
    if (*live->file == '\0') {
        snprintf(live->reason, sizeof(live->reason), "OPENSSL_CONF is empty: no configuration is read");
    } else if (ab_file_read(live->file, &file, live->reason, sizeof(live->reason))) {
        read_text(live, &file.text);
        ab_file_free(&file);
    }
}

void ab_live_free(struct ab_live *live)
{
    NCONF_free(live->conf);
    OPENSSL_free(live->file);
}
