/* Names that this command did not choose (of files, processes, sections), made safe to paste into a shell. */
#ifndef AB_CLI_TEXT_QUOTE_H
#define AB_CLI_TEXT_QUOTE_H

#include "cli/text/text.h"

/*
 * Appends name as one word of a POSIX shell: as it is if every character is plain, else in single quotes, with what
 * cannot be printed as $'\ooo'. This is the form that ls and sha256sum --check of coreutils print. A name that has one
 * of the characters of `also` is quoted as well. What can be printed depends on LC_CTYPE; without setlocale it is
 * ASCII.
 */
void ab_text_add_quoted(struct ab_text *t, const char *name, const char *also);

/* The same word for a message, safe against brace and tilde expansion. The string lives for seven more calls. */
const char *ab_quoted(const char *name);

#endif
