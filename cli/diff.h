/*
 * The difference between two texts as a unified diff without context: what stands round a change stays unshown.
 * A last line that only gets its newline is not shown either, but said.
 */
#ifndef AB_CLI_DIFF_H
#define AB_CLI_DIFF_H

#include "text.h"

/* Prints it to stdout; nothing if they are equal. One hunk: all between the first and the last line that differ. */
void ab_diff_print(const char *path, const struct ab_text *old_text, const struct ab_text *new_text);

#endif
