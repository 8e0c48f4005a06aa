/* What the command does on Linux only says so in one line. */
#include <stddef.h>

#include "cli/search/all.h"
#include "cli/commands.h"
#include "cli/companion.h"
#include "cli/text/say.h"
#include "cli/search/status_all.h"

#define ONLY_ON_LINUX "is on Linux only"

const char ab_estimate_usage[] = "afterburner estimate " ONLY_ON_LINUX ".\n";
const char ab_top_usage[] = "afterburner top " ONLY_ON_LINUX ".\n";
const char ab_tune_usage[] = "afterburner tune " ONLY_ON_LINUX ".\n";
const char ab_container_usage[] = "afterburner container " ONLY_ON_LINUX ".\n";
const char ab_search_usage[] = "";

static int refuse(void)
{
    ab_say_error("this command " ONLY_ON_LINUX);
    return AB_EXIT_ERROR;
}

/* Only --help and --version do something. */
static int run_absent(int argc, char **argv)
{
    static const struct option options[] = { AB_COMMON_OPTIONS, { 0 } };

    if (argc == 2)
        ab_next_option(argc, argv, options);
    return refuse();
}

int ab_estimate_main(int argc, char **argv)
{
    return run_absent(argc, argv);
}

int ab_top_main(int argc, char **argv)
{
    return run_absent(argc, argv);
}

int ab_tune_main(int argc, char **argv)
{
    return run_absent(argc, argv);
}

int ab_container_main(int argc, char **argv)
{
    return run_absent(argc, argv);
}

/* ---- options ---- */

static int refuse_option(const char *option)
{
    ab_say_error("%s " ONLY_ON_LINUX, option);
    return 0;
}

void ab_search_add(struct ab_search *search, const char *folder)
{
    (void)folder;
    search->num = 1;
}

void ab_search_free(struct ab_search *search)
{
    (void)search;
}

int ab_all_change(const struct ab_all *all)
{
    (void)all;
    refuse_option("--all");
    return AB_EXIT_ERROR;
}

int ab_status_all(const struct ab_search *search, int is_json)
{
    (void)search;
    (void)is_json;
    refuse_option("--all");
    return AB_EXIT_ERROR;
}

char *ab_companion_find(const char *module)
{
    (void)module;
    refuse_option("--companion");
    return NULL;
}

int ab_companion_preload(const char *path)
{
    (void)path;
    return refuse_option("--companion");
}

void ab_companion_print_ways(const char *path)
{
    (void)path;
    refuse_option("--companion");
}
