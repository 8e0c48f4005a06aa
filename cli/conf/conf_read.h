/* An openssl.cnf with what it includes in place, parsed. */
#ifndef AB_CLI_CONF_CONF_READ_H
#define AB_CLI_CONF_CONF_READ_H

#include "cli/conf/conf.h"
#include "cli/conf/include.h"

/*
 * Parses a text with what it includes; the text with its includes in place is appended to whole. NULL, with one line in
 * error, if that fails: errno is EPERM if an included file is refused (include.h), else 0.
 */
CONF *ab_conf_read(const struct ab_text *text, const struct ab_include *include, struct ab_text *whole, char *error,
                   size_t size);

#endif
