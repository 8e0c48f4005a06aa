/* afterburner exec: running the program with a configuration of its own. */
#ifndef AB_CLI_SYSTEM_EXEC_RUN_H
#define AB_CLI_SYSTEM_EXEC_RUN_H

#include "cli/text/text.h"

enum { AB_EXIT_CANNOT_RUN = 126, AB_EXIT_NOT_FOUND = 127 };

/*
 * Runs argv[0] with OPENSSL_CONF set to a private file with this text, which it frees, and removes that file when the
 * program has ended. Returns the exit status: the program's, or with one line said 126 or 127 (afterburner(1)), or
 * AB_EXIT_ERROR.
 */
int ab_exec_run(struct ab_text *text, char **argv);

#endif
