/* afterburner enable, afterburner disable: their options; one configuration, or (all.h) those of the whole machine. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/search/all.h"
#include "cli/commands.h"
#include "cli/companion.h"
#include "cli/conf/edit.h"
#include "cli/conf/module.h"
#include "cli/conf/settings.h"
#include "cli/system/multiarch.h"
#include "cli/system/system.h"

const char ab_edit_usage[] =
    "  --config FILE      instead of the one that OpenSSL reads here (OPENSSL_CONF, or its openssl.cnf)\n"
    "  --dry-run          print the change as a diff; change nothing\n"
    "  --all              the configurations of every OpenSSL on this machine: shows all changes, then asks\n"
    "  --yes              with --all: do not ask\n";

const char ab_enable_usage[] =
    "Usage: afterburner enable [OPTION...]\n"
    "Puts Afterburner into an openssl.cnf, so that every program that reads it is served.\n"
    "\n"
    "  --companion        instead print how to preload the companion, afterburner-companion(7); change nothing\n"
    "  --post-quantum[=servers]\n"
    "                     TLS with X25519MLKEM768 in programs that choose no groups themselves;\n"
    "                     servers: clients go on as before, afterburner(1)\n";

const char ab_disable_usage[] = "Usage: afterburner disable [OPTION...]\n"
                                "Takes out of an openssl.cnf what afterburner enable put in.\n"
                                "\n";

struct choice {
    struct ab_edit edit;
    struct ab_all all;
    int is_all;
    int is_companion;
    const char *module;
};

/* Takes an option that both commands have; 0 if it is none. */
static int take_option(struct choice *c, int option, char *value)
{
    switch (option) {
    case 'f': c->edit.config = value; return 1;
    case 'n': c->edit.is_dry = 1; return 1;
    case 'A': c->is_all = 1; return 1;
    case 'y': c->all.is_confirmed = 1; return 1;
    case 'b': ab_search_add(&c->all.search, value); return 1;
    default: return 0;
    }
}

/* 0, with one line said, if options exclude each other. */
static int is_consistent(const struct choice *c)
{
    const char *fault = NULL;

    if (c->is_all && c->edit.config != NULL)
        fault = "--all and --config exclude each other";
    else if (c->is_all && c->edit.groups != AB_GROUPS_KEPT)
        fault = "--post-quantum depends on the release of OpenSSL: name one configuration with --config instead of "
                "--all";
    else if (!c->is_all && (c->all.is_confirmed || c->all.search.num > 0))
        fault = "--yes and --below go with --all";
    if (fault != NULL)
        ab_say_error("%s", fault);
    return fault == NULL;
}

static int change_one(struct ab_edit *e, ab_edit_plan_fn *plan)
{
    int ok = plan(e);

    if (ok && e->is_change && e->is_dry)
        ab_edit_show(e);
    else if (ok && e->is_change)
        ok = ab_edit_make(e);
    ab_edit_free(e);
    return ok ? AB_EXIT_OK : AB_EXIT_ERROR;
}

static int change(struct choice *c, ab_edit_plan_fn *plan)
{
    int status;

    if (!c->is_all)
        return change_one(&c->edit, plan);
    c->all.like = &c->edit;
    c->all.plan = plan;
    status = ab_all_change(&c->all);
    ab_search_free(&c->all.search);
    return status;
}

static int print_companion(const char *option)
{
    char *module = ab_module_find(option), *path = module == NULL ? NULL : ab_companion_find(module);
    int status = path != NULL ? AB_EXIT_OK : AB_EXIT_ERROR;

    if (path != NULL)
        ab_companion_print_ways(path);
    free(module);
    free(path);
    return status;
}

#define EDIT_OPTIONS                                                                                                  \
    { "config", required_argument, NULL, 'f' }, { "dry-run", no_argument, NULL, 'n' },                                \
        { "all", no_argument, NULL, 'A' }, { "yes", no_argument, NULL, 'y' }, AB_SEARCH_OPTION

int ab_enable_main(int argc, char **argv)
{
    static const struct option options[] = { AB_SETTING_OPTIONS,
                                             EDIT_OPTIONS,
                                             { "companion", no_argument, NULL, 'C' },
                                             { "post-quantum", optional_argument, NULL, 'q' },
                                             { "module", required_argument, NULL, 'm' },
                                             AB_COMMON_OPTIONS,
                                             { 0 } };
    struct choice c = { 0 };
    char *common;
    int status;

    for (int o; (o = ab_next_option(argc, argv, options)) != -1;) {
        if (o == 'm')
            c.module = optarg;
        else if (o == 'C')
            c.is_companion = 1;
        else if (o == 'q')
            c.edit.groups = ab_groups_parse(optarg);
        else if (!take_option(&c, o, optarg))
            ab_setting_take(&c.edit.settings, o, optarg);
    }
    ab_no_more_arguments(argc, argv);
    if (c.is_companion)
        return print_companion(c.module);
    if (!is_consistent(&c) || !ab_settings_check(&c.edit.settings, c.module))
        return AB_EXIT_ERROR;
    common = ab_multiarch_common(c.edit.settings.module);
    if (common != NULL)
        c.edit.settings.module = common;
    c.edit.may_be_new = c.is_all || ab_configuration_may_be_new;
    status = change(&c, ab_edit_plan_on);
    free(common);
    return status;
}

int ab_disable_main(int argc, char **argv)
{
    static const struct option options[] = { EDIT_OPTIONS, AB_COMMON_OPTIONS, { 0 } };
    struct choice c = { 0 };

    for (int o; (o = ab_next_option(argc, argv, options)) != -1;)
        take_option(&c, o, optarg);
    ab_no_more_arguments(argc, argv);
    return is_consistent(&c) ? change(&c, ab_edit_plan_off) : AB_EXIT_ERROR;
}
