/* A progress bar: one line of the standard error, rewritten in place, on a terminal only. */
#ifndef AB_CLI_TEXT_BAR_H
#define AB_CLI_TEXT_BAR_H

#include <stddef.h>

/* Open the bar if the standard error is a terminal that can show one. Return a descriptor, or -1. Close with close. */
int ab_bar_open(void);

/* Show that `done` of `total` is done, and what comes next. Nothing happens if the descriptor is -1. */
void ab_bar_show(int bar, size_t done, size_t total, const char *next);

/* Clear the line. */
void ab_bar_clear(int bar);

#endif
