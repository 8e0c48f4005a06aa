/* The modules that a configuration makes a program load. */
#ifndef AB_CLI_CONF_NAMED_H
#define AB_CLI_CONF_NAMED_H

#include "cli/conf/conf.h"

/*
 * Looks through all sections that openssl_conf and nodejs_conf lead to. 0, with one line in error that names the fix,
 * if one of the files that they name may be changed by somebody other than root and the caller. Otherwise *has_foreign
 * says whether a module is named that is neither OpenSSL's own nor `vouched` (a path, or NULL): the module that the
 * caller chose.
 */
int ab_named_check(const CONF *conf, const char *vouched, int *has_foreign, char *error, size_t size);

#endif
