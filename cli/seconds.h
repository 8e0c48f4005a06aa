/* The option --seconds of commands that watch programs. */
#ifndef AB_CLI_SECONDS_H
#define AB_CLI_SECONDS_H

/* Parse its value, a whole number from 1 to most. Returns 0 with one line printed. */
int ab_parse_seconds(const char *word, unsigned most, unsigned *seconds);

#endif
