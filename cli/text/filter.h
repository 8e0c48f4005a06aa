/* Text that this command did not choose, made safe to print. */
#ifndef AB_CLI_TEXT_FILTER_H
#define AB_CLI_TEXT_FILTER_H

#include <stddef.h>

/*
 * Replace by '?' what a terminal acts on: control characters, invalid UTF-8, and marks that change the direction of
 * text.
 */
void ab_filter(char *text);

/* The length of the UTF-8 character at text, and its value. 0: there is none. */
size_t ab_utf8_read(const char *text, unsigned long *value);

#endif
