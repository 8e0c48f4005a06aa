/* afterburner status --all */
#ifndef AB_CLI_SEARCH_STATUS_ALL_H
#define AB_CLI_SEARCH_STATUS_ALL_H

#include "cli/search/survey.h"

/* Prints every OpenSSL that is found, and whether the module is on there; returns the exit status. */
int ab_status_all(const struct ab_search *search, int is_json);

#endif
