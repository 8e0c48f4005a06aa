/* Reading the option --seconds, and noticing an interrupt. */
#define _GNU_SOURCE
#include "cli/top/watch.h"

#include <stdlib.h>

#include "cli/text/quote.h"
#include "cli/text/say.h"

int ab_parse_seconds(const char *word, unsigned most, unsigned *seconds)
{
    char *end;
    long value = strtol(word, &end, 10);

    *seconds = (unsigned)value;
    if (*word != '\0' && *end == '\0' && value >= 1 && value <= (long)most)
        return 1;
    ab_say_error("--seconds wants a number from 1 to %u, not %s", most, ab_quoted(word));
    return 0;
}

volatile sig_atomic_t ab_watch_is_over;

static void stop(int signal)
{
    (void)signal;
    ab_watch_is_over = 1;
}

static void handle_signals(void (*handler)(int))
{
    struct sigaction action = { .sa_handler = handler };

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

void ab_watch_begin(void)
{
    handle_signals(stop);
}

void ab_watch_end(void)
{
    handle_signals(SIG_DFL);
}
