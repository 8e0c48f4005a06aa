/* afterburner enable --all, afterburner disable --all */
#ifndef AB_CLI_SEARCH_ALL_H
#define AB_CLI_SEARCH_ALL_H

#include "cli/conf/edit.h"
#include "cli/search/survey.h"

struct ab_all {
    struct ab_search search;
    int is_confirmed;           /* do not ask */
    const struct ab_edit *like; /* what the caller wants of each configuration */
    ab_edit_plan_fn *plan;
};

/*
 * Plans the change of every configuration that an OpenSSL here reads, shows all, asks, and makes them one by one. What
 * is written was shown. Returns the exit status: AB_EXIT_FINDINGS if one of them stays as it is, with one line said.
 */
int ab_all_change(const struct ab_all *all);

#endif
