/* Loading a configuration in a child process, as a program would, before anybody relies on it. */
#ifndef AB_CLI_CONF_TRIAL_H
#define AB_CLI_CONF_TRIAL_H

#include "cli/text/text.h"

struct ab_trial {
    int loads;          /* no error */
    int is_default;     /* the default provider is active */
    int is_afterburner; /* the module is active */
    int offers;         /* and has algorithms to offer here */
    int is_preferred;   /* and answers for them when a program asks without a property query */
    int has_hybrid;     /* a program finds the hybrid of groups.h */
    char error[512];    /* why it does not load */
};

/*
 * app: AB_APP_OPENSSL or AB_APP_NODEJS. The text has its includes in place (ab_conf_read). All modules that it names
 * are loaded, so ab_named_check comes first wherever somebody else may have written it.
 */
void ab_trial_run(const struct ab_text *text, const char *app, struct ab_trial *trial);

#endif
