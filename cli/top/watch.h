/* What commands that watch programs share: the option --seconds, and an end by an interrupt. */
#ifndef AB_CLI_TOP_WATCH_H
#define AB_CLI_TOP_WATCH_H

#include <signal.h>

/* Parse the value of --seconds, a whole number from 1 to most. Returns 0 with one line printed. */
int ab_parse_seconds(const char *word, unsigned most, unsigned *seconds);

/* From begin to end, SIGINT and SIGTERM do not end this process, but set the flag. */
extern volatile sig_atomic_t ab_watch_is_over;
void ab_watch_begin(void);
void ab_watch_end(void);

#endif
