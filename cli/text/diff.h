/*
 * The difference between two texts as a unified diff without context, so that nothing around a change is shown. If a
 * last line only gets its newline, a note says so instead of the line.
 */
#ifndef AB_CLI_TEXT_DIFF_H
#define AB_CLI_TEXT_DIFF_H

#include "cli/text/text.h"

/* Prints it to stdout; nothing if they are equal. One hunk: all between the first and the last line that differ. */
void ab_diff_print(const char *path, const struct ab_text *old_text, const struct ab_text *new_text);

#endif
