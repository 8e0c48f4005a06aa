/* What the process-wide configuration does for a program that is started now, with this environment. */
#ifndef AB_CLI_CONF_LIVE_H
#define AB_CLI_CONF_LIVE_H

#include "cli/conf/conf.h"
#include "cli/conf/merge.h"
#include "cli/conf/trial.h"

struct ab_live {
    char *file;        /* the configuration that is read; "" if none */
    int is_refused;    /* somebody besides root and the caller can change it or what it names: nothing is loaded */
    int is_named;      /* it lists Afterburner, with `settings` */
    int on, node;      /* the module serves programs that use OpenSSL, and Node.js */
    char reason[640];  /* why `on` is 0 */
    CONF *conf;        /* NULL: cannot be read or parsed */
    const char *tuned; /* what afterburner tune took away (tuned.h), or NULL; conf's */
    struct ab_settings settings; /* of the configured module; its strings are conf's */
};

void ab_live_read(struct ab_live *live);
void ab_live_free(struct ab_live *live);

#endif
