/* Planning to switch the module off in a configuration. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/conf/edit.h"
#include "cli/conf/module.h"
#include "cli/conf/named.h"
#include "cli/text/quote.h"
#include "cli/text/say.h"
#include "cli/conf/trial.h"

/* There is no block of ours. Are there lines of somebody else? */
static int say_not_on(const struct ab_edit *e, const CONF *conf)
{
    struct ab_conf_view view;
    struct ab_conf_provider own;

    ab_conf_view(conf, AB_APP_OPENSSL, &view);
    if (ab_conf_provider(conf, &view, "afterburner", &own))
        return ab_edit_leave(e, "its Afterburner lines were not put in by afterburner enable; take them out by hand");
    if (!e->is_dry)
        printf("%s: Afterburner is not on; nothing to do\n", ab_quoted(e->path));
    return 1;
}

/* Taking the block out must not break what works with it. */
static int try_both(struct ab_edit *e, const struct ab_text *old_whole, const struct ab_text *plain_whole)
{
    struct ab_trial before, after;
    char why[640];

    ab_trial_run(old_whole, AB_APP_OPENSSL, &before);
    ab_trial_run(plain_whole, AB_APP_OPENSSL, &after);
    if (!before.loads || after.loads)
        return 1;
    snprintf(why, sizeof(why), "without Afterburner, OpenSSL does not load it (%s)", after.error);
    return ab_edit_leave(e, why);
}

/* Modules that cannot be trusted are no reason to leave the block in, only to load nothing. */
static void judge_modules(struct ab_edit *e, const CONF *conf)
{
    char error[640], *own = ab_module_own();
    int has_foreign;

    e->is_tried = ab_named_check(conf, own, &has_foreign, error, sizeof(error));
    if (!e->is_tried)
        ab_say_error("note: not tried: %s", error);
    else if (e->is_dry && has_foreign)
        ab_edit_leave_untried(e);
    free(own);
}

/* There is a block. */
static int take_out(struct ab_edit *e, const struct ab_text *plain_whole)
{
    struct ab_text old_whole = { 0 };
    CONF *old = ab_edit_parse(e, &e->file.text, &old_whole);
    int ok = old != NULL;

    if (ok)
        judge_modules(e, old);
    NCONF_free(old);
    ab_text_add(&e->wanted, e->plain.data, e->plain.len);
    e->is_change = ok && (!e->is_tried || try_both(e, &old_whole, plain_whole));
    e->is_removal = e->origin != AB_BLOCK_OLD_FILE;
    ab_text_free(&old_whole);
    return e->is_change;
}

int ab_edit_plan_off(struct ab_edit *e)
{
    struct ab_text plain_whole = { 0 };
    CONF *conf;
    int ok;

    e->done = "Afterburner is off for programs started from now";
    if (!ab_edit_read(e))
        return 0;
    conf = ab_edit_parse(e, &e->plain, &plain_whole);
    ok = conf != NULL && (e->block == AB_BLOCK_NONE ? say_not_on(e, conf) : take_out(e, &plain_whole));
    NCONF_free(conf);
    ab_text_free(&plain_whole);
    return ok;
}
