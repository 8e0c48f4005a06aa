/* How a check of the C programs of this folder fails. */
#include "check.h"

#include <openssl/err.h>
#include <stdio.h>
#include <unistd.h>

char host_note[256];

_Noreturn void host_die(const char *file, int line, const char *what)
{
    fprintf(stderr, "%s:%d: failed: %s%s%s\n", file, line, what, *host_note == '\0' ? "" : " at ", host_note);
    ERR_print_errors_fp(stderr);
    _exit(1);
}
