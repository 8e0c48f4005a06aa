/* Replacing a file by descriptors of its directory. */
#define _GNU_SOURCE
#include "cli/conf/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/xattr.h>
#include <unistd.h>

static int fail(char *error, size_t size, const char *what)
{
    snprintf(error, size, "%s: %s", what, strerror(errno));
    return 0;
}

/* Access lists and security labels. Skip what this file system or user cannot set, as cp -p does. */
static void copy_attributes(int from, int to)
{
    char names[4096], value[4096];
    ssize_t len = flistxattr(from, names, sizeof(names));

    for (char *name = names; len > 0 && name < names + len; name += strlen(name) + 1) {
        ssize_t n = fgetxattr(from, name, value, sizeof(value));

        if (n >= 0 && fsetxattr(to, name, value, (size_t)n, 0) != 0)
            continue;
    }
}

/*
 * Set the owner first: chown clears set-id bits, and the mode must never be wider than the original's for another
 * owner.
 */
static int fill_twin(int fd, const struct ab_file *like, const struct ab_text *text)
{
    const struct stat *st = &like->place.stat;
    int original = ab_place_open(&like->place, O_RDONLY | O_NONBLOCK);

    if (original < 0)
        return 0;
    if ((st->st_uid == geteuid() && st->st_gid == getegid()) || fchown(fd, st->st_uid, st->st_gid) == 0) {
        copy_attributes(original, fd);
        close(original);
        return fchmod(fd, st->st_mode & 07777) == 0 && ab_write_all(fd, text->data, text->len) && fsync(fd) == 0;
    }
    close(original);
    return 0;
}

/* A new file in the directory, under a name that nobody can guess; -1 and errno if that fails. */
static int make_temporary(int dir, const char *target, struct ab_text *name)
{
    uint64_t number;

    if (getrandom(&number, sizeof(number), 0) != sizeof(number))
        return -1;
    ab_text_addf(name, "%s.%016" PRIx64, target, number);
    return openat(dir, name->data, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

/* A file called `target` with this text and the other properties of `like`, put there by one rename. */
static int write_twin(const struct ab_file *like, const struct ab_text *text, const char *target)
{
    struct ab_text temporary = { 0 };
    int dir = like->place.dir, fd = make_temporary(dir, target, &temporary), ok;

    ok = fd >= 0 && fill_twin(fd, like, text);
    if (fd >= 0 && close(fd) != 0)
        ok = 0;
    ok = ok && renameat(dir, temporary.data, dir, target) == 0;
    if (!ok && fd >= 0) {
        int saved = errno;

        unlinkat(dir, temporary.data, 0);
        errno = saved;
    }
    ab_text_free(&temporary);
    return ok;
}

static int is_unchanged(const struct ab_place *place)
{
    struct stat now;

    return fstatat(place->dir, place->name, &now, AT_SYMLINK_NOFOLLOW) == 0 && now.st_dev == place->stat.st_dev
           && now.st_ino == place->stat.st_ino && now.st_size == place->stat.st_size
           && now.st_mtim.tv_sec == place->stat.st_mtim.tv_sec && now.st_mtim.tv_nsec == place->stat.st_mtim.tv_nsec;
}

static int is_still_ours(const struct ab_file *file, char *error, size_t size)
{
    if (is_unchanged(&file->place))
        return 1;
    snprintf(error, size, "somebody else has changed it meanwhile; try again");
    return 0;
}

static int replace_locked(const struct ab_file *file, const struct ab_text *text, char *error, size_t size)
{
    struct ab_text backup = { 0 };
    int ok;

    if (!is_still_ours(file, error, size))
        return 0;
    ab_text_addf(&backup, "%s%s", file->place.name, AB_BACKUP_SUFFIX);
    ok = write_twin(file, &file->text, backup.data) || fail(error, size, "cannot write the backup beside it");
    ab_text_free(&backup);
    return ok && (write_twin(file, text, file->place.name) || fail(error, size, "cannot replace it"));
}

static int remove_locked(const struct ab_file *file, const struct ab_text *unused, char *error, size_t size)
{
    (void)unused;
    return is_still_ours(file, error, size)
           && (unlinkat(file->place.dir, file->place.name, 0) == 0 || fail(error, size, "cannot remove it"));
}

typedef int change_fn(const struct ab_file *file, const struct ab_text *text, char *error, size_t size);

/* Makes a change with the directory locked against a second command. */
static int change(const struct ab_file *file, change_fn *make, const struct ab_text *text, char *error, size_t size)
{
    int dir = openat(file->place.dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), ok;

    if (dir < 0)
        return fail(error, size, "cannot open its directory");
    ok = flock(dir, LOCK_EX) == 0 || fail(error, size, "cannot lock its directory");
    ok = ok && make(file, text, error, size);
    if (ok)
        fsync(dir);
    close(dir);
    return ok;
}

int ab_file_replace(const struct ab_file *file, const struct ab_text *text, char *error, size_t size)
{
    return change(file, replace_locked, text, error, size);
}

/* The folders were found without symbolic links, and nobody else could write there. */
static void remove_folders(const struct ab_file *file, unsigned num)
{
    char *path = ab_copy(file->place.path), *slash;

    while (num-- > 0 && (slash = strrchr(path, '/')) != NULL && slash > path) {
        *slash = '\0';
        if (rmdir(path) != 0)
            break;
    }
    free(path);
}

int ab_file_remove(const struct ab_file *file, unsigned num_folders, char *error, size_t size)
{
    if (!change(file, remove_locked, NULL, error, size))
        return 0;
    remove_folders(file, num_folders);
    return 1;
}

int ab_file_make(int dir, const char *name, const struct ab_text *text)
{
    struct ab_text temporary = { 0 };
    int fd = make_temporary(dir, name, &temporary), ok, saved;

    ok = fd >= 0 && ab_write_all(fd, text->data, text->len) && fchmod(fd, 0644) == 0 && fsync(fd) == 0;
    if (fd >= 0 && close(fd) != 0)
        ok = 0;
    ok = ok && linkat(dir, temporary.data, dir, name, 0) == 0; /* a rename would replace a file */
    saved = errno;
    if (fd >= 0)
        unlinkat(dir, temporary.data, 0);
    if (ok)
        fsync(dir);
    ab_text_free(&temporary);
    errno = saved;
    return ok;
}
