/* Reading a configuration whole, and replacing it whole or not at all. */
#ifndef AB_CLI_FILE_H
#define AB_CLI_FILE_H

#include <sys/stat.h>

#include "text.h"

/* What was read: kept so that a change behind our back is noticed. */
struct ab_file {
    char *path; /* with every symbolic link followed */
    struct stat stat;
    struct ab_text text;
};

/* Reads the file; 0 and an errno text in error (say the path yourself). Only regular files and /dev/null. */
int ab_file_read(const char *path, struct ab_file *file, char *error, size_t size);
void ab_file_free(struct ab_file *file);

/*
 * Replaces the file by text: first its present bytes go to PATH.afterburner-backup, then the new ones to a temporary
 * file in the same directory with the same mode, owner and extended attributes, which is synced and renamed. 0 and one
 * line in error, with the file as it was, if anything fails or the file has changed since it was read.
 */
int ab_file_replace(const struct ab_file *file, const struct ab_text *text, char *error, size_t size);

#define AB_BACKUP_SUFFIX ".afterburner-backup"

#endif
