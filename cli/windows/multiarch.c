/* Windows has no path that names modules for two kinds of programs: a configuration's path is that of one file. */
#include "cli/system/multiarch.h"

#include <stddef.h>

#include "cli/text/text.h"

char *ab_multiarch_expand(const struct ab_view *view, const char *path, enum ab_elf kind)
{
    (void)view;
    (void)kind;
    return ab_copy(path);
}

char *ab_multiarch_common(const char *path)
{
    (void)path;
    return NULL;
}
