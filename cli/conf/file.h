/* Reading a configuration whole, and replacing it whole or not at all. */
#ifndef AB_CLI_CONF_FILE_H
#define AB_CLI_CONF_FILE_H

#include "cli/system/place.h"
#include "cli/text/text.h"

/*
 * A file that was read, and where: a change by somebody else is noticed, and the replacement goes to the same
 * directory.
 */
struct ab_file {
    struct ab_place place;
    struct ab_text text;
};

/*
 * Reads a regular file, or the null device as an empty one; nothing else is opened. 0 and one line in error (without
 * the path) if that fails or the view's trust does not extend to the file.
 */
int ab_file_read(const struct ab_view *view, const char *path, struct ab_file *file, char *error, size_t size);
void ab_file_free(struct ab_file *file);

/* Appends what is left to read; 0 and errno if that fails. EFBIG: more than 16 MiB. */
int ab_file_read_all(int fd, struct ab_text *text);

/* Writes all of it; 0 and errno if that fails. */
int ab_write_all(int fd, const void *bytes, size_t len);

/*
 * Replaces the file by text: first its present bytes go to NAME.afterburner-backup, then the new ones to a temporary
 * file in the same directory with the same mode, owner and extended attributes, which is synced and renamed. The
 * directory is the one that was found when the file was read, whatever its path leads to by now. 0 and one line in
 * error, with the file as it was, if anything fails or the file has changed since it was read.
 */
int ab_file_replace(const struct ab_file *file, const struct ab_text *text, char *error, size_t size);

/*
 * Makes a file of this name, mode 0644, with this text, in the open directory, whole or not at all. 0 and errno if that
 * fails; EEXIST: there is one.
 */
int ab_file_make(int dir, const char *name, const struct ab_text *text);

/*
 * Removes the file, and up to num_folders of the folders above it that are empty then. 0 and one line in error, with
 * the file as it was, if that fails or the file has changed since it was read.
 */
int ab_file_remove(const struct ab_file *file, unsigned num_folders, char *error, size_t size);

#define AB_BACKUP_SUFFIX ".afterburner-backup"

#endif
