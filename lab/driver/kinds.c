#include <string.h>

#include "lab.h"

const struct lab_kind *const lab_kinds[] = { &lab_kind_cipher, NULL };

const struct lab_kind *lab_kind_find(const char *name)
{
    for (const struct lab_kind *const *k = lab_kinds; *k != NULL; k++)
        if (strcmp((*k)->name, name) == 0)
            return *k;
    return NULL;
}
