#define _GNU_SOURCE
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "say.h"

enum { MAX_FILE = 16 << 20 };

static int fail(char *error, size_t size, const char *what)
{
    snprintf(error, size, "%s: %s", what, strerror(errno));
    return 0;
}

static int read_all(int fd, struct ab_text *text)
{
    char buffer[65536];
    ssize_t n;

    while ((n = read(fd, buffer, sizeof(buffer))) > 0 && text->len < MAX_FILE)
        ab_text_add(text, buffer, (size_t)n);
    if (n > 0)
        errno = EFBIG;
    return n == 0;
}

static int read_open(int fd, struct ab_file *file, char *error, size_t size)
{
    if (fstat(fd, &file->stat) != 0)
        return fail(error, size, "cannot read it");
    if (!S_ISREG(file->stat.st_mode) && !S_ISCHR(file->stat.st_mode)) {
        snprintf(error, size, "not a regular file");
        return 0;
    }
    ab_text_add(&file->text, "", 0);
    return read_all(fd, &file->text) || fail(error, size, "cannot read it");
}

int ab_file_read(const char *path, struct ab_file *file, char *error, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), ok;

    memset(file, 0, sizeof(*file));
    if (fd < 0) {
        snprintf(error, size, "%s", strerror(errno));
        return 0;
    }
    file->path = realpath(path, NULL);
    ok = file->path == NULL ? fail(error, size, "cannot find it") : read_open(fd, file, error, size);
    close(fd);
    if (!ok)
        ab_file_free(file);
    return ok;
}

void ab_file_free(struct ab_file *file)
{
    free(file->path);
    ab_text_free(&file->text);
    memset(file, 0, sizeof(*file));
}

/* Access lists and security labels; what this file system or user cannot set is passed over, as cp -p does. */
static void copy_attributes(const char *from, int to)
{
    char names[4096], value[4096];
    ssize_t len = listxattr(from, names, sizeof(names));

    for (char *name = names; len > 0 && name < names + len; name += strlen(name) + 1) {
        ssize_t n = getxattr(from, name, value, sizeof(value));

        if (n >= 0 && fsetxattr(to, name, value, (size_t)n, 0) != 0)
            continue;
    }
}

static int write_all(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t n = write(fd, bytes, len);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return 0;
        bytes += n;
        len -= (size_t)n;
    }
    return 1;
}

/* The owner first: chown clears set-id bits, and the mode must never be wider than the original's for another owner. */
static int fill_twin(int fd, const struct ab_file *like, const struct ab_text *text)
{
    if ((like->stat.st_uid != geteuid() || like->stat.st_gid != getegid())
        && fchown(fd, like->stat.st_uid, like->stat.st_gid) != 0)
        return 0;
    copy_attributes(like->path, fd);
    return fchmod(fd, like->stat.st_mode & 07777) == 0 && write_all(fd, text->data, text->len) && fsync(fd) == 0;
}

/* A file at `target` with this text and the other properties of `like`, put there by one rename. */
static int write_twin(const struct ab_file *like, const struct ab_text *text, const char *target)
{
    struct ab_text temporary = { 0 };
    int fd, ok;

    ab_text_addf(&temporary, "%s.XXXXXX", target);
    fd = mkostemp(temporary.data, O_CLOEXEC);
    ok = fd >= 0 && fill_twin(fd, like, text);
    if (fd >= 0 && close(fd) != 0)
        ok = 0;
    ok = ok && rename(temporary.data, target) == 0;
    if (!ok && fd >= 0) {
        int saved = errno;

        unlink(temporary.data);
        errno = saved;
    }
    ab_text_free(&temporary);
    return ok;
}

static int is_unchanged(const struct ab_file *file)
{
    struct stat now;

    return stat(file->path, &now) == 0 && now.st_dev == file->stat.st_dev && now.st_ino == file->stat.st_ino
           && now.st_size == file->stat.st_size && now.st_mtim.tv_sec == file->stat.st_mtim.tv_sec
           && now.st_mtim.tv_nsec == file->stat.st_mtim.tv_nsec;
}

static int replace_locked(const struct ab_file *file, const struct ab_text *text, char *error, size_t size)
{
    struct ab_text backup = { 0 };
    int ok;

    if (!is_unchanged(file)) {
        snprintf(error, size, "it was changed by somebody else meanwhile; try again");
        return 0;
    }
    ab_text_addf(&backup, "%s%s", file->path, AB_BACKUP_SUFFIX);
    ok = write_twin(file, &file->text, backup.data) || fail(error, size, "cannot write the backup beside it");
    ab_text_free(&backup);
    return ok && (write_twin(file, text, file->path) || fail(error, size, "cannot replace it"));
}

int ab_file_replace(const struct ab_file *file, const struct ab_text *text, char *error, size_t size)
{
    char *copy = strdup(file->path);
    int dir, ok;

    if (copy == NULL)
        ab_out_of_memory();
    dir = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(copy);
    if (dir < 0)
        return fail(error, size, "cannot open its directory");
    ok = flock(dir, LOCK_EX) == 0 || fail(error, size, "cannot lock its directory"); /* against a second command */
    ok = ok && replace_locked(file, text, error, size);
    if (ok)
        fsync(dir);
    close(dir);
    return ok;
}
