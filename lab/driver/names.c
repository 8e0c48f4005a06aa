#include "names.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int is_foreign(const char *name)
{
    static const char *const prefixes[] = { "id-", "ssl3-", "RSA-" };

    for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
        if (strncasecmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            return 1;
    return isdigit((unsigned char)name[0]) && strchr(name, '.') != NULL;
}

void lab_name_offer(const char *name, void *arg)
{
    struct lab_name *best = arg;
    size_t len = strlen(name), best_len = strlen(best->text);

    if (is_foreign(name) || len >= sizeof(best->text) || len < best_len
        || (len == best_len && strcasecmp(name, best->text) >= 0))
        return;
    for (size_t i = 0; i <= len; i++)
        best->text[i] = (char)toupper((unsigned char)name[i]);
}
