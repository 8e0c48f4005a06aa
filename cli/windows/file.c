/* Replacing a file: a new one is written beside it, and takes its place, access list and attributes in one step. */
#include "cli/conf/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include "cli/windows/new_file.h"

static int fail(char *error, size_t size, const char *what)
{
    snprintf(error, size, "%s: %s", what, strerror(errno));
    return 0;
}

static int fail_system(char *error, size_t size, const char *what)
{
    snprintf(error, size, "%s: error %lu of Windows", what, GetLastError());
    return 0;
}

/* Are its bytes the ones that were read? */
static int is_unchanged(const struct ab_file *file)
{
    struct ab_text now = { 0 };
    int fd = ab_place_open(&file->place, O_RDONLY), is;

    if (fd < 0)
        return 0;
    is = ab_file_read_all(fd, &now) && now.len == file->text.len && memcmp(now.data, file->text.data, now.len) == 0;
    close(fd);
    ab_text_free(&now);
    return is;
}

static int replace_locked(const struct ab_file *file, const struct ab_text *text, char *error, size_t size)
{
    struct ab_text temporary = { 0 }, backup = { 0 };
    int ok;

    ab_text_addf(&temporary, "%s.%lu-%llu", file->place.path, GetCurrentProcessId(), GetTickCount64());
    ab_text_addf(&backup, "%s%s", file->place.path, AB_BACKUP_SUFFIX);
    ok = ab_new_file(temporary.data, 0600, text) || fail(error, size, "cannot write beside it");
    if (ok
        && !ReplaceFileA(file->place.path, temporary.data, backup.data, REPLACEFILE_IGNORE_MERGE_ERRORS, NULL, NULL)) {
        ok = fail_system(error, size, "cannot replace it");
        unlink(temporary.data);
    }
    ab_text_free(&temporary);
    ab_text_free(&backup);
    return ok;
}

static int remove_locked(const struct ab_file *file, const struct ab_text *unused, char *error, size_t size)
{
    (void)unused;
    return unlink(file->place.path) == 0 || fail(error, size, "cannot remove it");
}

typedef int change_fn(const struct ab_file *file, const struct ab_text *text, char *error, size_t size);

/* Makes a change while no second command makes one. */
static int change(const struct ab_file *file, change_fn *make, const struct ab_text *text, char *error, size_t size)
{
    const HANDLE lock = CreateMutexA(NULL, FALSE, "Local\\afterburner-configuration");
    int ok = 0;

    if (lock == NULL)
        return fail_system(error, size, "cannot lock it");
    WaitForSingleObject(lock, INFINITE);
    if (is_unchanged(file))
        ok = make(file, text, error, size);
    else
        snprintf(error, size, "somebody else has changed it meanwhile; try again");
    ReleaseMutex(lock);
    CloseHandle(lock);
    return ok;
}

int ab_file_replace(const struct ab_file *file, const struct ab_text *text, char *error, size_t size)
{
    return change(file, replace_locked, text, error, size);
}

int ab_file_remove(const struct ab_file *file, unsigned num_folders, char *error, size_t size)
{
    char *path, *slash;

    if (!change(file, remove_locked, NULL, error, size))
        return 0;
    path = ab_copy(file->place.path);
    while (num_folders-- > 0 && (slash = strrchr(path, '/')) != NULL) {
        *slash = '\0';
        if (rmdir(path) != 0)
            break;
    }
    free(path);
    return 1;
}
