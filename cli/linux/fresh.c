/* Making a configuration below a folder that is held open. */
#define _GNU_SOURCE
#include "cli/conf/fresh.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/conf/file.h"
#include "cli/text/quote.h"

static int fail(char *error, size_t size, const char *what)
{
    snprintf(error, size, "%s: %s", what, strerror(errno));
    return 0;
}

static int is_writable_by_others(const struct stat *st)
{
    return (st->st_mode & S_ISVTX) != 0 && (st->st_mode & (S_IWGRP | S_IWOTH)) != 0;
}

/* Does every component name something below? */
static int is_plain(const char *path)
{
    for (size_t len; (len = strcspn(path, "/")) > 0 || *path != '\0'; path += len + (path[len] == '/'))
        if (len == 0 || (len <= 2 && strncmp(path, "..", len) == 0))
            return 0;
    return 1;
}

/* What is there must be a folder that is ours alone, with nothing under the next name. */
static int judge(const struct ab_fresh *f, char *error, size_t size)
{
    char next[NAME_MAX + 2];
    struct stat st;

    snprintf(next, sizeof(next), "%.*s", (int)strcspn(f->rest, "/"), f->rest);
    errno = S_ISDIR(f->above.stat.st_mode) ? ENOENT : ENOTDIR;
    if (errno == ENOTDIR || !is_plain(f->rest))
        return fail(error, size, "cannot be made");
    if (is_writable_by_others(&f->above.stat)) {
        snprintf(error, size, "cannot be made safely: %s/ can be written by others; make the file first, as root",
                 ab_quoted(f->above.path));
        return 0;
    }
    if (fstatat(f->above.object, next, &st, AT_SYMLINK_NOFOLLOW) == 0) {
        snprintf(error, size, "%s/%s is a link that leads nowhere; make what it leads to", ab_quoted(f->above.path),
                 ab_quoted(next));
        return 0;
    }
    return errno == ENOENT || fail(error, size, "cannot be made");
}

static unsigned count(const char *text, char what)
{
    unsigned n = 0;

    for (; *text != '\0'; text++)
        n += *text == what;
    return n;
}

int ab_fresh_find(const char *path, struct ab_fresh *f, char *error, size_t size)
{
    char *above = ab_copy(path), *slash;
    int ok = 0;

    memset(f, 0, sizeof(*f));
    errno = ENOENT;
    while (!ok && errno == ENOENT && (slash = strrchr(above, '/')) != NULL) {
        *slash = '\0';
        ok = ab_place_find(&ab_our_trusted_view, *above == '\0' ? "/" : above, &f->above, error, size);
    }
    if (ok) {
        f->rest = ab_copy(path + strlen(above) + 1);
        f->num_folders = count(f->rest, '/');
        ok = judge(f, error, size);
    }
    free(above);
    return ok;
}

void ab_fresh_free(struct ab_fresh *f)
{
    ab_place_free(&f->above);
    free(f->rest);
    memset(f, 0, sizeof(*f));
}

/* The folder of the file, made if there is none; -1 and errno if that fails. */
static int make_folders(const struct ab_fresh *f)
{
    int at = openat(f->above.object, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), below;
    const char *rest = f->rest, *slash;

    for (; at >= 0 && (slash = strchr(rest, '/')) != NULL; rest = slash + 1, at = below) {
        char name[NAME_MAX + 2];

        snprintf(name, sizeof(name), "%.*s", (int)(slash - rest), rest);
        below = mkdirat(at, name, 0755) == 0 && fchmodat(at, name, 0755, 0) == 0
                    ? openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                    : -1;
        close(at);
    }
    return at;
}

int ab_fresh_make(const struct ab_fresh *f, const struct ab_text *text, char *error, size_t size)
{
    const char *slash = strrchr(f->rest, '/');
    int dir = make_folders(f), ok;

    if (dir < 0)
        return fail(error, size, "cannot make its folder");
    ok = ab_file_make(dir, slash == NULL ? f->rest : slash + 1, text) || fail(error, size, "cannot make it");
    close(dir);
    return ok;
}
