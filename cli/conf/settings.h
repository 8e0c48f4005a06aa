/* The options that become lines of the provider's section: exec, config and enable share them. */
#ifndef AB_CLI_CONF_SETTINGS_H
#define AB_CLI_CONF_SETTINGS_H

#include "cli/conf/merge.h"
#include "cli/text/say.h"

/* Entries of an option table, to be given to ab_setting_take. */
#define AB_SETTING_OPTION(name, letter) { name, required_argument, NULL, letter }
#define AB_SWITCH_OPTION(name, letter) { name, optional_argument, NULL, letter }
#define AB_SETTING_OPTIONS                                                                                            \
    AB_SETTING_OPTION("algorithms", 'a'), AB_SETTING_OPTION("cpu", 'c'), AB_SETTING_OPTION("threads", 't'),           \
        AB_SETTING_OPTION("log", 'l'), AB_SETTING_OPTION("counters", 'K'), AB_SWITCH_OPTION("random", 'R')

extern const char ab_setting_usage[];

/* Takes one of AB_SETTING_OPTIONS. */
void ab_setting_take(struct ab_settings *settings, int option, const char *value);

/* Takes the options of a subcommand that has these and --module, no others; returns the value of --module or NULL. */
const char *ab_settings_options(int argc, char **argv, struct ab_settings *settings);

/*
 * Finds the module and loads it with these settings, in a library context of its own. Prints one line and returns 0 if
 * it does not load.
 */
int ab_settings_check(struct ab_settings *settings, const char *module_option);

#endif
