/* Reading an openssl.cnf with what it includes. */
#include "cli/conf/conf_read.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The number of a line counts in the file itself if the fault is there, and means nothing to the user if it is not. */
static void place_error(const struct ab_text *text, char *error, size_t size)
{
    char own[256], reason[256];
    CONF *conf = ab_conf_parse(text, own, sizeof(own));
    const char *colon = strstr(error, ": ");

    snprintf(reason, sizeof(reason), "%s", colon == NULL ? error : colon + 2);
    if (conf == NULL)
        snprintf(error, size, "%s", own);
    else
        snprintf(error, size, "in a file that it includes: %s", reason);
    NCONF_free(conf);
}

CONF *ab_conf_read(const struct ab_text *text, const struct ab_include *include, struct ab_text *whole, char *error,
                   size_t size)
{
    CONF *conf = NULL;

    if (ab_conf_is_text(text, error, size)) {
        if (!ab_include(text, include, whole, error, size))
            return NULL;
        conf = ab_conf_parse(whole, error, size);
        if (conf == NULL)
            place_error(text, error, size);
    }
    errno = 0;
    return conf;
}
