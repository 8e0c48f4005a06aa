/* A configuration that is not there yet: making it, with the folders that it needs. */
#ifndef AB_CLI_CONF_FRESH_H
#define AB_CLI_CONF_FRESH_H

#include "cli/system/place.h"
#include "cli/text/text.h"

struct ab_fresh {
    struct ab_place above; /* the last folder of the path that there is */
    char *rest;            /* the path below it; NULL while nothing was found */
    unsigned num_folders;  /* of the path that have to be made */
};

/*
 * Finds where the file goes; path is absolute. 0, with one line in error that names the fix, if somebody other than
 * root and the caller can write in the folders above it, a sticky one included, since what is made there can be
 * forestalled; or if there is something at the path, as a symbolic link that leads nowhere.
 */
int ab_fresh_find(const char *path, struct ab_fresh *f, char *error, size_t size);
void ab_fresh_free(struct ab_fresh *f);

/*
 * Makes the folders (mode 0755) and the file (0644). 0, with one line in error, if that fails or there is such a file
 * by now; folders that were made stay.
 */
int ab_fresh_make(const struct ab_fresh *f, const struct ab_text *text, char *error, size_t size);

#endif
