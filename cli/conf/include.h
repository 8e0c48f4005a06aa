/*
 * A configuration with what it includes put in place, so that OpenSSL opens no file while it parses: each included file
 * is found, checked and read here, once.
 */
#ifndef AB_CLI_CONF_INCLUDE_H
#define AB_CLI_CONF_INCLUDE_H

#include "cli/system/place.h"
#include "cli/text/text.h"

/* Where the included files are looked for. */
struct ab_include {
    struct ab_view view;
    const char *dir; /* OPENSSL_CONF_INCLUDE of the program in question; NULL: not set */
};

/* What this process would include. */
struct ab_include ab_our_includes(enum ab_trust trust);

/*
 * Appends text to out, with the files and directories that its .include lines name (config(5)) in place of those lines.
 * As in OpenSSL, an included file that cannot be opened is left out. 0, with errno EPERM and one line in error, if the
 * view's trust does not extend to an included file, if one is neither a regular file nor a directory, or if there are
 * too many.
 */
int ab_include(const struct ab_text *text, const struct ab_include *include, struct ab_text *out, char *error,
               size_t size);

#endif
