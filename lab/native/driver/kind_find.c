/* Find the kind of operation that a request names. */
#include <string.h>

#include "lab.h"

static int does(const struct lab_kind *kind, const char *operation)
{
    for (const char *const *o = kind->operations; *o != NULL; o++)
        if (strcmp(*o, operation) == 0)
            return 1;
    return 0;
}

const struct lab_kind *lab_kind_find(const char *name, const char *operation)
{
    for (const struct lab_kind *const *k = lab_kinds; *k != NULL; k++)
        if (strcmp((*k)->name, name) == 0 && does(*k, operation))
            return *k;
    return NULL;
}
