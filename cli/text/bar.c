/* Draw a progress bar. */
#define _GNU_SOURCE
#include "cli/text/bar.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 30, NAME = 34 };

int ab_bar_open(void)
{
    const char *term = getenv("TERM");

    if (!isatty(STDERR_FILENO) || term == NULL || strcmp(term, "dumb") == 0)
        return -1;
    return fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
}

void ab_bar_show(int bar, size_t done, size_t total, const char *next)
{
    static const char marks[WIDTH + 1] = "##############################";
    int filled = total == 0 ? 0 : (int)(WIDTH * done / total), percent = total == 0 ? 0 : (int)(100 * done / total);

    if (bar >= 0)
        dprintf(bar, "\r[%-*.*s] %3d %%  %-*.*s", WIDTH, filled, marks, percent, NAME, NAME, next);
}

void ab_bar_clear(int bar)
{
    if (bar >= 0)
        dprintf(bar, "\r%*s\r", WIDTH + NAME + 12, "");
}
