/* Work that must not happen in this process: code of others is loaded, or files of others are read. */
#ifndef AB_CLI_SYSTEM_CHILD_H
#define AB_CLI_SYSTEM_CHILD_H

#include <stdint.h>

#include "cli/text/text.h"

/* Milliseconds of a clock that nobody sets. */
int64_t ab_now_ms(void);

/* What runs in the child. What it writes to out is its result; what it returns is its exit status. */
typedef int ab_child_fn(void *arg, int out);

/*
 * Runs work in a child process, for at most time_limit_s seconds, and appends at most max_len bytes of its result to
 * output; then it is not waited for any longer, and ended. The exit status, or -1 and one line in error if it could not
 * be started, was ended by a signal, or took too long.
 */
int ab_child_run(ab_child_fn *work, void *arg, unsigned time_limit_s, size_t max_len, struct ab_text *output,
                 char *error, size_t size);

/* For a child: connect the standard streams to the null device. What a provider prints is no output of ours. */
void ab_child_silence(void);

#endif
