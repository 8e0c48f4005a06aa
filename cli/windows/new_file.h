/* Making a file that is not there yet. */
#ifndef AB_CLI_WINDOWS_NEW_FILE_H
#define AB_CLI_WINDOWS_NEW_FILE_H

#include "cli/text/text.h"

/*
 * Makes a file of this name and mode with this text, on the disk, whole or not at all. 0 and errno if that fails;
 * EEXIST: there is one.
 */
int ab_new_file(const char *path, int mode, const struct ab_text *text);

#endif
