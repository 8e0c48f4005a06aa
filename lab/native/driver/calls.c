/* Tell from the name of an operation how it is called. */
#include "calls.h"

#include <string.h>

static int ends_with(const char *text, const char *end)
{
    size_t len = strlen(text), end_len = strlen(end);

    return len > end_len && strcmp(text + len - end_len, end) == 0;
}

enum lab_calls lab_calls_of(const char *operation)
{
    if (ends_with(operation, "-stream"))
        return LAB_CALLS_STREAM;
    if (ends_with(operation, "-context"))
        return LAB_CALLS_CONTEXT;
    return ends_with(operation, "-fetch") ? LAB_CALLS_FETCH : LAB_CALLS_KEPT;
}
