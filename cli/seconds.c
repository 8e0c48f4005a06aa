/* Reading the option --seconds. */
#include "seconds.h"

#include <stdlib.h>

#include "quote.h"
#include "say.h"

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
