/* Planning to switch the module on in a configuration. */
#include <stdio.h>
#include <string.h>

#include "cli/conf/edit.h"
#include "cli/conf/named.h"
#include "cli/text/quote.h"
#include "cli/conf/trial.h"

/* The old text must load by itself: otherwise our lines may never be reached, and the fault is not ours to fix. */
static int try_old(const struct ab_edit *e, const struct ab_text *whole)
{
    struct ab_trial t;
    char why[640];

    ab_trial_run(whole, AB_APP_OPENSSL, &t);
    if (t.loads)
        return 1;
    snprintf(why, sizeof(why), "OpenSSL does not load it even without Afterburner (%s); fix that first", t.error);
    return ab_edit_leave(e, why);
}

static int try_new(const struct ab_edit *e, const struct ab_text *whole, const char *app)
{
    struct ab_trial t;
    char why[640];

    ab_trial_run(whole, app, &t);
    if (e->groups != AB_GROUPS_KEPT && t.loads && !t.has_hybrid)
        return ab_edit_leave(e, "the module does not offer " AB_HYBRID_GROUP " with these settings");
    if (t.loads && t.is_default && t.is_afterburner)
        return 1;
    snprintf(why, sizeof(why), "with Afterburner in it, %s",
             !t.loads       ? t.error
             : t.is_default ? "OpenSSL does not activate the module"
                            : "OpenSSL does not activate the default provider");
    return ab_edit_leave(e, why);
}

/* Append the lines that switch the module on. Print one line and return 0 if they cannot be added. */
static int make_module_lines(struct ab_edit *e, const CONF *conf, struct ab_text *lines)
{
    struct ab_conf_view view;
    struct ab_conf_provider own;
    struct ab_settings settings = e->settings;
    char error[256];

    ab_conf_view(conf, AB_APP_OPENSSL, &view);
    if (!ab_conf_provider(conf, &view, "afterburner", &own))
        return ab_merge(conf, &settings, lines, error, sizeof(error)) || ab_edit_leave(e, error);
    ab_settings_read(conf, own.section, &settings);
    if (!ab_merge(conf, &settings, lines, error, sizeof(error)))
        return ab_edit_leave(e, error);
    return lines->len == 0
           || ab_edit_leave(e, "it has Afterburner lines put in by hand, but not all that are needed (see afterburner"
                               " doctor); complete them, or take them out and run this again");
}

/* Append the lines that e->plain needs. Print one line and return 0 if they cannot be added. */
static int make_lines(struct ab_edit *e, const CONF *conf, struct ab_text *lines)
{
    char error[256];

    return make_module_lines(e, conf, lines)
           && (ab_groups_merge(conf, e->groups, lines, error, sizeof(error)) || ab_edit_leave(e, error));
}

/* Can the modules that a text names be trusted? Sets e->is_tried. */
static int judge_modules(struct ab_edit *e, const CONF *conf)
{
    char error[640];
    int has_foreign;

    if (!ab_named_check(conf, e->settings.module, &has_foreign, error, sizeof(error)))
        return ab_edit_leave(e, error);
    e->is_tried = 1;
    if (e->is_dry && has_foreign)
        ab_edit_leave_untried(e);
    return 1;
}

/* Works out e->wanted. The text without our block, with its includes in place, is appended to plain_whole. */
static int work_out(struct ab_edit *e, struct ab_text *plain_whole)
{
    struct ab_text lines = { 0 };
    CONF *conf = ab_edit_parse(e, &e->plain, plain_whole);
    int ok;

    if (conf == NULL)
        return 0;
    ok = make_lines(e, conf, &lines);
    if (ok && lines.len > 0)
        ab_block_append(&e->plain, &lines, e->origin, &e->wanted);
    else if (ok)
        ab_text_add(&e->wanted, e->plain.data, e->plain.len);
    if (ok && e->settings.algorithms == NULL && e->settings.cpu == NULL)
        ab_tune_block_keep(&e->file.text, &e->wanted);
    ab_text_free(&lines);
    NCONF_free(conf);
    return ok;
}

/* Tries what the file is to become, and what it was. */
static int try_both(struct ab_edit *e, const struct ab_text *plain_whole)
{
    struct ab_text whole = { 0 };
    CONF *conf = ab_edit_parse(e, &e->wanted, &whole);
    int ok = conf != NULL && judge_modules(e, conf);

    NCONF_free(conf);
    ok = ok
         && (!e->is_tried
             || (try_old(e, plain_whole) && try_new(e, &whole, AB_APP_OPENSSL) && try_new(e, &whole, AB_APP_NODEJS)));
    ab_text_free(&whole);
    return ok;
}

/* What a user must know of the groups, cost included. */
static const char *done_text(enum ab_groups groups)
{
    switch (groups) {
    case AB_GROUPS_FIRST:
        return "Afterburner is on for programs started from now; TLS servers take " AB_HYBRID_GROUP
               ", and clients before OpenSSL 3.5 begin with it (1216 bytes more, and a second round trip at servers "
               "that lack it)";
    case AB_GROUPS_SERVERS:
        return "Afterburner is on for programs started from now; TLS servers take " AB_HYBRID_GROUP
               " from clients that begin with it";
    default: return "Afterburner is on for programs started from now";
    }
}

int ab_edit_plan_on(struct ab_edit *e)
{
    struct ab_text plain_whole = { 0 };
    int ok = ab_edit_read(e) && work_out(e, &plain_whole);

    e->done = done_text(e->groups);
    e->is_change = ok
                   && (e->wanted.len != e->file.text.len
                       || memcmp(e->wanted.data, e->file.text.data, e->wanted.len) != 0);
    if (e->is_change)
        ok = try_both(e, &plain_whole);
    else if (ok && !e->is_dry)
        printf("%s: Afterburner is on already; nothing to do\n", ab_quoted(e->path));
    ab_text_free(&plain_whole);
    return ok;
}
