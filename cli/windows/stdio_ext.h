/* The part of glibc's header that the command uses. */
#ifndef AB_CLI_WINDOWS_STDIO_EXT_H
#define AB_CLI_WINDOWS_STDIO_EXT_H

#include <stdio.h>

/* Bytes in the buffer of a stream that is written to; PIPE_BUF here, so that callers write each line at once. */
size_t __fpending(FILE *f);

#endif
