/*
 * afterburner enable, afterburner disable: put our marked block at the end of an openssl.cnf, or take it out.
 * Everything is worked out and tried in memory; the file is replaced last, or not at all. Trying a file loads the
 * modules that it names, so nothing is tried that somebody other than root and the caller can change.
 */
#include <errno.h>
#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "block.h"
#include "commands.h"
#include "conf_read.h"
#include "diff.h"
#include "file.h"
#include "groups.h"
#include "module.h"
#include "named.h"
#include "quote.h"
#include "settings.h"
#include "trial.h"

const char ab_edit_usage[] =
    "  --config FILE      instead of the one that OpenSSL reads here (OPENSSL_CONF, or its openssl.cnf)\n"
    "  --dry-run          print the change as a diff; change nothing\n";

const char ab_enable_usage[] =
    "Usage: afterburner enable [OPTION...]\n"
    "Puts Afterburner into an openssl.cnf, so that every program that reads it is served.\n"
    "\n"
    "  --post-quantum[=servers]\n"
    "                     TLS with X25519MLKEM768 in programs that choose no groups themselves;\n"
    "                     servers: clients go on as before, afterburner(1)\n";

const char ab_disable_usage[] = "Usage: afterburner disable [OPTION...]\n"
                                "Takes out of an openssl.cnf what afterburner enable put in.\n"
                                "\n";

struct edit {
    const char *config, *module;
    int dry_run;
    enum ab_groups groups;
    struct ab_settings settings;
    struct ab_file file;
    struct ab_text plain;        /* the file without our block */
    struct ab_text plain_whole;  /* the same with its includes in place */
    struct ab_text wanted;       /* what it is to become */
    struct ab_text wanted_whole; /* the same with its includes in place */
    enum ab_block block;
    int is_tried; /* the modules that it names may be loaded to try it */
};

static int leave_alone(const struct edit *e, const char *why)
{
    ab_say_error("%s: left as it is: %s", e->file.place.path, why);
    return 0;
}

/* Only a file that nobody but root and the caller can change: what it names will run with the caller's rights. */
static int read_file(struct edit *e)
{
    char *path = e->config == NULL ? ab_conf_default_file() : OPENSSL_strdup(e->config);
    char error[512];
    int ok = path != NULL && ab_file_read(&ab_our_trusted_view, path, &e->file, error, sizeof(error));

    if (!ok && path != NULL && errno == EPERM)
        ab_say_error("%s: left as it is: %s", path, error);
    else if (!ok)
        ab_say_error("cannot read %s: %s; name the file with --config FILE", path == NULL ? "" : path, error);
    OPENSSL_free(path);
    if (ok && !S_ISREG(e->file.place.stat.st_mode))
        return leave_alone(e, "not a regular file; name one with --config FILE");
    return ok;
}

static int strip(struct edit *e)
{
    e->block = ab_block_strip(&e->file.text, &e->plain);
    return e->block != AB_BLOCK_BROKEN
           || leave_alone(e, "its afterburner marks do not pair up; put the BEGIN and END lines right, or take them"
                             " out");
}

/* Shows or makes the change. */
static int apply(struct edit *e, const char *done)
{
    char error[256];

    if (e->dry_run) {
        ab_diff_print(ab_quoted(e->file.place.path), &e->file.text, &e->wanted);
        return 1;
    }
    if (!ab_file_replace(&e->file, &e->wanted, error, sizeof(error)))
        return leave_alone(e, error);
    printf("%s: %s; what it was is in %s%s\n", ab_quoted(e->file.place.path), done, ab_quoted(e->file.place.path),
           AB_BACKUP_SUFFIX);
    return 1;
}

/* The old text must load by itself: otherwise our lines may never be reached, and the fault is not ours to fix. */
static int try_old(const struct edit *e)
{
    struct ab_trial t;
    char why[640];

    ab_trial_run(&e->plain_whole, AB_APP_OPENSSL, &t);
    if (t.loads)
        return 1;
    snprintf(why, sizeof(why), "OpenSSL does not load it even without Afterburner (%s); fix that first", t.error);
    return leave_alone(e, why);
}

static int try_new(const struct edit *e, const char *app)
{
    struct ab_trial t;
    char why[640];

    ab_trial_run(&e->wanted_whole, app, &t);
    if (e->groups != AB_GROUPS_KEPT && t.loads && !t.has_hybrid)
        return leave_alone(e, "the module does not offer " AB_HYBRID_GROUP " with these settings");
    if (t.loads && t.is_default && t.is_afterburner)
        return 1;
    snprintf(why, sizeof(why), "with Afterburner in it, %s",
             !t.loads       ? t.error
             : t.is_default ? "OpenSSL does not activate the module"
                            : "OpenSSL does not activate the default provider");
    return leave_alone(e, why);
}

/* Append the lines that switch the module on. Print one line and return 0 if they cannot be added. */
static int make_module_lines(struct edit *e, const CONF *conf, struct ab_text *lines)
{
    struct ab_conf_view view;
    struct ab_conf_provider own;
    struct ab_settings settings = e->settings;
    char error[256];

    ab_conf_view(conf, AB_APP_OPENSSL, &view);
    if (!ab_conf_provider(conf, &view, "afterburner", &own))
        return ab_merge(conf, &settings, lines, error, sizeof(error)) || leave_alone(e, error);
    ab_settings_read(conf, own.section, &settings);
    if (!ab_merge(conf, &settings, lines, error, sizeof(error)))
        return leave_alone(e, error);
    return lines->len == 0
           || leave_alone(e, "it has Afterburner lines put in by hand, but not all that are needed (see afterburner"
                             " doctor); complete them, or take them out and run this again");
}

/* Append the lines that e->plain needs. Print one line and return 0 if they cannot be added. */
static int make_lines(struct edit *e, const CONF *conf, struct ab_text *lines)
{
    char error[256];

    return make_module_lines(e, conf, lines)
           && (ab_groups_merge(conf, e->groups, lines, error, sizeof(error)) || leave_alone(e, error));
}

/* Parse one of the texts and put its includes in place. Print one line and return NULL if OpenSSL cannot parse it. */
static CONF *parse(const struct edit *e, const struct ab_text *text, struct ab_text *whole)
{
    struct ab_include include = ab_our_includes(AB_TRUST_OWNERS);
    char error[512], why[640];
    CONF *conf = ab_conf_read(text, &include, whole, error, sizeof(error));

    if (conf == NULL && errno == EPERM) {
        leave_alone(e, error);
    } else if (conf == NULL) {
        snprintf(why, sizeof(why), "OpenSSL cannot parse it (%s); fix that first", error);
        leave_alone(e, why);
    }
    return conf;
}

/* A dry run loads no module that is not OpenSSL's or ours. */
static void say_not_tried(struct edit *e)
{
    e->is_tried = 0;
    ab_say_error("note: not tried: %s names modules of others, which a dry run does not load", e->file.place.path);
}

/* Can the modules that a text names be trusted? Sets e->is_tried. */
static int judge_modules(struct edit *e, const CONF *conf)
{
    char error[640];
    int has_foreign;

    if (!ab_named_check(conf, e->settings.module, &has_foreign, error, sizeof(error)))
        return leave_alone(e, error);
    e->is_tried = 1;
    if (e->dry_run && has_foreign)
        say_not_tried(e);
    return 1;
}

static int plan_enable(struct edit *e)
{
    struct ab_text lines = { 0 };
    CONF *conf = parse(e, &e->plain, &e->plain_whole);
    int ok;

    if (conf == NULL)
        return 0;
    ok = make_lines(e, conf, &lines);
    if (ok && lines.len > 0)
        ab_block_append(&e->plain, &lines, &e->wanted);
    else if (ok)
        ab_text_add(&e->wanted, e->plain.data, e->plain.len);
    ab_text_free(&lines);
    NCONF_free(conf);
    return ok;
}

static int is_no_change(const struct edit *e)
{
    return e->wanted.len == e->file.text.len && memcmp(e->wanted.data, e->file.text.data, e->wanted.len) == 0;
}

/* Tries what the file is to become, and what it was. */
static int try_enabled(struct edit *e)
{
    CONF *conf = parse(e, &e->wanted, &e->wanted_whole);
    int ok = conf != NULL && judge_modules(e, conf);

    NCONF_free(conf);
    return ok && (!e->is_tried || (try_old(e) && try_new(e, AB_APP_OPENSSL) && try_new(e, AB_APP_NODEJS)));
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

static int enable(struct edit *e)
{
    if (!ab_settings_check(&e->settings, e->module) || !read_file(e) || !strip(e) || !plan_enable(e))
        return 0;
    if (is_no_change(e)) {
        if (!e->dry_run)
            printf("%s: Afterburner is on already; nothing to do\n", ab_quoted(e->file.place.path));
        return 1;
    }
    return try_enabled(e) && apply(e, done_text(e->groups));
}

/* There is no block of ours. Are there lines of somebody else? */
static int say_not_on(const struct edit *e, const CONF *conf)
{
    struct ab_conf_view view;
    struct ab_conf_provider own;

    ab_conf_view(conf, AB_APP_OPENSSL, &view);
    if (ab_conf_provider(conf, &view, "afterburner", &own))
        return leave_alone(e, "its Afterburner lines were not put in by afterburner enable; take them out by hand");
    if (!e->dry_run)
        printf("%s: Afterburner is not on; nothing to do\n", ab_quoted(e->file.place.path));
    return 1;
}

/* Taking the block out must not break what works with it. */
static int try_disabled(struct edit *e, const struct ab_text *old_whole)
{
    struct ab_trial before, after;
    char why[640];

    ab_trial_run(old_whole, AB_APP_OPENSSL, &before);
    ab_trial_run(&e->plain_whole, AB_APP_OPENSSL, &after);
    if (!before.loads || after.loads)
        return 1;
    snprintf(why, sizeof(why), "without Afterburner, OpenSSL does not load it (%s)", after.error);
    return leave_alone(e, why);
}

/* Modules that cannot be trusted are no reason to leave the block in, only to load nothing. */
static void judge_old_modules(struct edit *e, const CONF *conf)
{
    char error[640], *own = ab_module_own();
    int has_foreign;

    e->is_tried = ab_named_check(conf, own, &has_foreign, error, sizeof(error));
    if (!e->is_tried)
        ab_say_error("note: not tried: %s", error);
    else if (e->dry_run && has_foreign)
        say_not_tried(e);
    free(own);
}

/* There is a block. */
static int take_out(struct edit *e)
{
    struct ab_text old_whole = { 0 };
    CONF *old = parse(e, &e->file.text, &old_whole);
    int ok = old != NULL;

    if (ok)
        judge_old_modules(e, old);
    NCONF_free(old);
    ab_text_add(&e->wanted, e->plain.data, e->plain.len);
    ok = ok && (!e->is_tried || try_disabled(e, &old_whole));
    ab_text_free(&old_whole);
    return ok && apply(e, "Afterburner is off for programs started from now");
}

static int disable(struct edit *e)
{
    CONF *conf;
    int ok;

    if (!read_file(e) || !strip(e) || (conf = parse(e, &e->plain, &e->plain_whole)) == NULL)
        return 0;
    ok = e->block == AB_BLOCK_NONE ? say_not_on(e, conf) : take_out(e);
    NCONF_free(conf);
    return ok;
}

static int finish(struct edit *e, int ok)
{
    ab_file_free(&e->file);
    ab_text_free(&e->plain);
    ab_text_free(&e->plain_whole);
    ab_text_free(&e->wanted);
    ab_text_free(&e->wanted_whole);
    return ok ? AB_EXIT_OK : AB_EXIT_ERROR;
}

int ab_enable_main(int argc, char **argv)
{
    static const struct option options[] = { AB_SETTING_OPTIONS,
                                             { "config", required_argument, NULL, 'f' },
                                             { "dry-run", no_argument, NULL, 'n' },
                                             { "post-quantum", optional_argument, NULL, 'q' },
                                             { "module", required_argument, NULL, 'm' },
                                             AB_COMMON_OPTIONS,
                                             { 0 } };
    struct edit e = { 0 };

    for (int c; (c = ab_next_option(argc, argv, options)) != -1;) {
        switch (c) {
        case 'f': e.config = optarg; break;
        case 'm': e.module = optarg; break;
        case 'n': e.dry_run = 1; break;
        case 'q': e.groups = ab_groups_parse(optarg); break;
        default: ab_setting_take(&e.settings, c, optarg); break;
        }
    }
    ab_no_more_arguments(argc, argv);
    return finish(&e, enable(&e));
}

int ab_disable_main(int argc, char **argv)
{
    static const struct option options[] = {
        { "config", required_argument, NULL, 'f' }, { "dry-run", no_argument, NULL, 'n' }, AB_COMMON_OPTIONS, { 0 }
    };
    struct edit e = { 0 };

    for (int c; (c = ab_next_option(argc, argv, options)) != -1;) {
        if (c == 'f')
            e.config = optarg;
        else
            e.dry_run = 1;
    }
    ab_no_more_arguments(argc, argv);
    return finish(&e, disable(&e));
}
