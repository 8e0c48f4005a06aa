/* afterburner exec: one program with Afterburner on. */
#define _GNU_SOURCE
#include <openssl/crypto.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/companion.h"
#include "cli/conf/conf_read.h"
#include "cli/system/exec_run.h"
#include "cli/conf/file.h"
#include "cli/conf/settings.h"
#include "cli/conf/trial.h"

const char ab_exec_usage[] =
    "Usage: afterburner exec [OPTION...] [--] COMMAND [ARGUMENT...]\n"
    "Runs COMMAND with Afterburner on, for it and its children. The exit status is COMMAND's; 127 if it is not found,\n"
    "126 if it cannot be run, 2 if Afterburner cannot be put on (COMMAND is not run then).\n"
    "\n"
    "  --companion        preload the companion for OpenSSL 3.0 and 3.1 as well; afterburner-companion(7)\n";

struct choice {
    const char *module;
    int has_companion;
};

/* Parse it by itself first, so that an error names the line of this file. */
static int can_be_parsed(const struct ab_file *file)
{
    struct ab_include include = ab_our_includes(AB_TRUST_ANYBODY);
    struct ab_text whole = { 0 };
    char error[512];
    CONF *conf = ab_conf_read(&file->text, &include, &whole, error, sizeof(error));

    if (conf == NULL)
        ab_say_error("OpenSSL cannot parse %s: %s; fix that line, or set OPENSSL_CONF to another file",
                     file->place.path, error);
    NCONF_free(conf);
    ab_text_free(&whole);
    return conf != NULL;
}

static int include_file(struct ab_text *text, const char *path)
{
    struct ab_file file;
    char error[256];
    int ok;

    if (!ab_file_read(&ab_our_view, path, &file, error, sizeof(error))) {
        ab_say_error("cannot read %s: %s; set OPENSSL_CONF to a file that can be read, or unset it", path, error);
        return 0;
    }
    ok = can_be_parsed(&file);
    ab_text_addf(text, ".include = ");
    if (ok && !ab_merge_value(text, file.place.path)) {
        ab_say_error("%s has control characters in its name; rename it", file.place.path);
        ok = 0;
    }
    ab_text_add(text, "\n", 1);
    ab_file_free(&file);
    return ok;
}

/* An empty OPENSSL_CONF means none; a system without an openssl.cnf has none either. */
static int include_system(struct ab_text *text)
{
    char *path = ab_conf_default_file();
    int is_wanted = *path != '\0' && (secure_getenv("OPENSSL_CONF") != NULL || access(path, F_OK) == 0);
    int ok = !is_wanted || include_file(text, path);

    OPENSSL_free(path);
    return ok;
}

static int try_conf(const struct ab_text *whole)
{
    struct ab_trial t;

    ab_trial_run(whole, AB_APP_OPENSSL, &t);
    if (t.loads && t.is_afterburner && t.is_default)
        return 1;
    ab_say_error("the configuration does not load: %s; afterburner doctor says more",
                 t.loads ? "a provider is not activated" : t.error);
    return 0;
}

/*
 * Appends our lines to a text that includes the configuration in force, and to the same text with the include in place.
 */
static int add_lines(const struct ab_settings *settings, struct ab_text *text, struct ab_text *whole)
{
    struct ab_include include = ab_our_includes(AB_TRUST_ANYBODY);
    struct ab_text lines = { 0 };
    char error[512];
    CONF *conf = ab_conf_read(text, &include, whole, error, sizeof(error));
    int ok = conf != NULL && ab_merge(conf, settings, &lines, error, sizeof(error));

    NCONF_free(conf);
    if (ok && lines.len > 0) {
        ab_text_add(text, lines.data, lines.len);
        ab_text_add(whole, lines.data, lines.len);
    }
    if (!ok)
        ab_say_error("Afterburner cannot be added to the configuration in use: %s", error);
    ab_text_free(&lines);
    return ok;
}

/* The trial loads what the program itself will load next, with the same rights. */
static int make_text(const struct ab_settings *settings, struct ab_text *text)
{
    struct ab_text whole = { 0 };
    int ok;

    ab_text_addf(text, "# of a running `afterburner exec`\n");
    ok = include_system(text) && add_lines(settings, text, &whole) && try_conf(&whole);
    ab_text_free(&whole);
    return ok;
}

static int preload_companion(const char *module)
{
    char *path = ab_companion_find(module);
    int ok = path != NULL && ab_companion_preload(path);

    free(path);
    return ok;
}

static int run(struct ab_settings *settings, const struct choice *choice, char **argv)
{
    struct ab_text text = { 0 };
    int ok = ab_settings_check(settings, choice->module) && make_text(settings, &text)
             && (!choice->has_companion || preload_companion(settings->module));

    if (ok)
        return ab_exec_run(&text, argv);
    ab_text_free(&text);
    return AB_EXIT_ERROR;
}

int ab_exec_main(int argc, char **argv)
{
    static const struct option options[] = { AB_SETTING_OPTIONS,
                                             { "companion", no_argument, NULL, 'C' },
                                             { "module", required_argument, NULL, 'm' },
                                             AB_COMMON_OPTIONS,
                                             { 0 } };
    struct ab_settings settings = { 0 };
    struct choice choice = { 0 };

    for (int o; (o = ab_next_option(argc, argv, options)) != -1;) {
        if (o == 'm')
            choice.module = optarg;
        else if (o == 'C')
            choice.has_companion = 1;
        else
            ab_setting_take(&settings, o, optarg);
    }
    if (optind >= argc) {
        ab_say_error("no command to run; see afterburner exec --help");
        return AB_EXIT_ERROR;
    }
    return run(&settings, &choice, argv + optind);
}
