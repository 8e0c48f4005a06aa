/* afterburner status --all */
#ifndef AB_CLI_STATUS_ALL_H
#define AB_CLI_STATUS_ALL_H

#include "survey.h"

/* Prints every OpenSSL that is found, and whether the module is on there; returns the exit status. */
int ab_status_all(const struct ab_search *search, int is_json);

#endif
