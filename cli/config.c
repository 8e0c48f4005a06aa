/* afterburner config: print the lines, for users who put them in by hand. */
#include <stdio.h>

#include "cli/commands.h"
#include "cli/conf/settings.h"

const char ab_config_usage[] = "Usage: afterburner config [OPTION...]\n"
                               "Prints the openssl.cnf lines that switch Afterburner on, for OpenSSL and for Node.js.\n"
                               "\n";

static int print_lines(const struct ab_settings *settings)
{
    struct ab_text lines = { 0 };
    char error[256];
    CONF *empty = ab_conf_parse(&(struct ab_text){ 0 }, error, sizeof(error));
    int ok = ab_merge(empty, settings, &lines, error, sizeof(error));

    NCONF_free(empty);
    if (ok)
        printf("# For a file with no openssl_conf line of its own; `afterburner enable` adds to one that has.\n%s",
               lines.data);
    else
        ab_say_error("%s", error);
    ab_text_free(&lines);
    return ok ? AB_EXIT_OK : AB_EXIT_ERROR;
}

int ab_config_main(int argc, char **argv)
{
    struct ab_settings settings = { 0 };
    const char *module = ab_settings_options(argc, argv, &settings);

    ab_no_more_arguments(argc, argv);
    return ab_settings_check(&settings, module) ? print_lines(&settings) : AB_EXIT_ERROR;
}
