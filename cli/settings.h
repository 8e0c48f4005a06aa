/* The options that become lines of the provider's section: exec, config and enable share them. */
#ifndef AB_CLI_SETTINGS_H
#define AB_CLI_SETTINGS_H

#include "merge.h"
#include "say.h"

/* Entries of an option table, to be given to ab_setting_take. */
#define AB_SETTING_OPTIONS                                                                                        \
    { "algorithms", required_argument, NULL, 'a' }, { "cpu", required_argument, NULL, 'c' },                      \
    { "threads", required_argument, NULL, 't' }, { "log", required_argument, NULL, 'l' }, AB_COUNTERS_OPTION
#define AB_COUNTERS_OPTION { "counters", required_argument, NULL, 'K' }

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
