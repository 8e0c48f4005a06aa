/* Finding a file one path component at a time. */
#define _GNU_SOURCE
#include "cli/system/place.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <linux/magic.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "cli/text/quote.h"

enum { MAX_LINKS = 40, MAX_STEPS = 8192 };

const struct ab_view ab_our_view = { .root = AB_OUR_ROOT, .trust = AB_TRUST_ANYBODY };
const struct ab_view ab_our_trusted_view = { .root = AB_OUR_ROOT, .trust = AB_TRUST_OWNERS };

struct walk {
    const struct ab_view *view;
    int above, at;       /* the directory before the last step, and the current position */
    struct ab_text done; /* "/a/b": the path to `at`; empty at the root */
    struct ab_text rest; /* what is still to go */
    unsigned num_links, num_steps;
    struct stat stat; /* of `at` */
    char *error;
    size_t size;
};

static int fail(struct walk *w, int number)
{
    snprintf(w->error, w->size, "%s", strerror(number));
    errno = number;
    return 0;
}

/* ---- trust ---- */

int ab_is_null_device(const struct stat *st)
{
    return S_ISCHR(st->st_mode) && st->st_rdev == makedev(1, 3);
}

/* A group that has the name of the owner and no other member, as many distributions give each user. */
static int is_private_group(const struct stat *st)
{
    const struct passwd *owner = getpwuid(st->st_uid);
    char name[256] = "";
    const struct group *group;

    if (owner != NULL)
        snprintf(name, sizeof(name), "%s", owner->pw_name);
    group = getgrgid(st->st_gid);
    return group != NULL && strcmp(group->gr_name, name) == 0 && group->gr_mem[0] == NULL;
}

/* In a sticky directory others can add names, but not replace those of root and the caller. */
static int can_be_written_by_others(const struct stat *st)
{
    if (S_ISLNK(st->st_mode) || ab_is_null_device(st) || (S_ISDIR(st->st_mode) && (st->st_mode & S_ISVTX) != 0))
        return 0;
    return (st->st_mode & S_IWOTH) != 0 || ((st->st_mode & S_IWGRP) != 0 && !is_private_group(st));
}

static int refuse(struct walk *w, const char *name, const char *why, const char *fix)
{
    struct ab_text path = { 0 };

    ab_text_addf(&path, "%s/%s", w->done.len == 0 ? "" : w->done.data, name);
    snprintf(w->error, w->size, "%s %s; %s", ab_quoted(path.data), why, fix);
    ab_text_free(&path);
    errno = EPERM;
    return 0;
}

static int is_trusted(struct walk *w, const char *name, const struct stat *st)
{
    char why[96];

    if (w->view->trust == AB_TRUST_ANYBODY)
        return 1;
    if (st->st_uid != 0 && st->st_uid != geteuid()) {
        snprintf(why, sizeof(why), "belongs to user %u, not to root or you", (unsigned)st->st_uid);
        return refuse(w, name, why, "run this as that user, or chown it first");
    }
    return !can_be_written_by_others(st) || refuse(w, name, "can be written by others", "chmod go-w it first");
}

/* ---- steps ---- */

static int go_to_root(struct walk *w)
{
    int root = w->view->root == AB_OUR_ROOT ? open("/", O_PATH | O_DIRECTORY | O_CLOEXEC)
                                            : fcntl(w->view->root, F_DUPFD_CLOEXEC, 3);

    if (root < 0)
        return fail(w, errno);
    if (fstat(root, &w->stat) != 0) {
        fail(w, errno);
        close(root);
        return 0;
    }
    if (w->at >= 0)
        close(w->at);
    if (w->above >= 0)
        close(w->above);
    w->at = root;
    w->above = -1;
    ab_text_free(&w->done);
    ab_text_add(&w->done, "", 0);
    return is_trusted(w, "", &w->stat);
}

/* Puts a path in front of what is still to go. */
static void put_in_front(struct walk *w, const char *path, size_t len)
{
    struct ab_text rest = { 0 };

    ab_text_add(&rest, path, len);
    ab_text_add(&rest, "/", 1);
    ab_text_add(&rest, w->rest.data, w->rest.len);
    ab_text_free(&w->rest);
    w->rest = rest;
}

/*
 * "..": walk again from the root to the directory before the last step, which a rename meanwhile cannot move out of it.
 */
static int step_up(struct walk *w)
{
    const char *slash = strrchr(w->done.data, '/');

    put_in_front(w, w->done.data, slash == NULL ? 0 : (size_t)(slash - w->done.data));
    return go_to_root(w);
}

/* Links such as /proc/PID/root lead elsewhere than their text says. */
static int is_magic(int link, const char *name)
{
    struct statfs fs;

    return fstatfs(link, &fs) == 0 && fs.f_type == PROC_SUPER_MAGIC && strcmp(name, "self") != 0
           && strcmp(name, "thread-self") != 0;
}

static int follow(struct walk *w, int link, const char *name)
{
    char target[PATH_MAX];
    ssize_t len;

    if (++w->num_links > MAX_LINKS)
        return fail(w, ELOOP);
    if (is_magic(link, name))
        return refuse(w, name, "is a link of /proc to another view of the files", "name the file by its own path");
    len = readlinkat(link, "", target, sizeof(target));
    if (len <= 0 || (size_t)len == sizeof(target))
        return fail(w, len < 0 ? errno : ENAMETOOLONG);
    put_in_front(w, target, (size_t)len);
    return target[0] != '/' || go_to_root(w);
}

static int step_into(struct walk *w, int object, const char *name, const struct stat *st)
{
    if (w->above >= 0)
        close(w->above);
    w->above = w->at;
    w->at = object;
    w->stat = *st;
    ab_text_addf(&w->done, "/%s", name);
    return 1;
}

static int step(struct walk *w, const char *name)
{
    struct stat st;
    int object, ok;

    if (++w->num_steps > MAX_STEPS)
        return fail(w, ELOOP);
    if (!S_ISDIR(w->stat.st_mode))
        return fail(w, ENOTDIR);
    if (strcmp(name, ".") == 0)
        return 1;
    if (strcmp(name, "..") == 0)
        return step_up(w);
    object = openat(w->at, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (object < 0)
        return fail(w, errno);
    ok = fstat(object, &st) == 0 ? is_trusted(w, name, &st) : fail(w, errno);
    if (ok && !S_ISLNK(st.st_mode))
        return step_into(w, object, name, &st);
    ok = ok && follow(w, object, name);
    close(object);
    return ok;
}

/* Takes the first component off the rest. 0: there is none left. */
static int next_component(struct walk *w, char *name, size_t size)
{
    const char *start = w->rest.data + strspn(w->rest.data, "/");
    size_t len = strcspn(start, "/");
    struct ab_text rest = { 0 };

    if (len == 0)
        return 0;
    snprintf(name, size, "%.*s", (int)(len < size ? len : size - 1), start);
    ab_text_addf(&rest, "%s", start + len);
    ab_text_free(&w->rest);
    w->rest = rest;
    return 1;
}

static int set_out(struct walk *w, const char *path)
{
    char cwd[PATH_MAX];
    const char *start = w->view->cwd;

    if (*path == '\0')
        return fail(w, ENOENT);
    if (start == NULL && *path != '/' && (start = getcwd(cwd, sizeof(cwd))) == NULL)
        return fail(w, errno);
    ab_text_addf(&w->rest, "%s/%s", *path == '/' ? "" : start, path);
    return go_to_root(w);
}

static int walk(struct walk *w, const char *path)
{
    char name[NAME_MAX + 2]; /* a longer one is cut to what the kernel refuses */
    int ok = set_out(w, path);

    while (ok && next_component(w, name, sizeof(name)))
        ok = step(w, name);
    return ok;
}

int ab_place_find(const struct ab_view *view, const char *path, struct ab_place *place, char *error, size_t size)
{
    struct walk w = { .view = view, .above = -1, .at = -1, .error = error, .size = size };
    int ok = walk(&w, path), saved = errno;

    *place = (struct ab_place){ .dir = w.above, .object = w.at, .path = w.done.data, .stat = w.stat };
    ab_text_free(&w.rest);
    if (ok)
        place->name = *place->path == '\0' ? place->path : strrchr(place->path, '/') + 1;
    else
        ab_place_free(place);
    errno = saved;
    return ok;
}

void ab_place_free(struct ab_place *place)
{
    if (place->path == NULL)
        return;
    if (place->dir >= 0)
        close(place->dir);
    close(place->object);
    free(place->path);
    *place = (struct ab_place){ .dir = -1, .object = -1 };
}

/* ---- opening ---- */

/* Through /proc, which cannot be diverted; where there is no /proc, by name, and compared. */
int ab_place_open(const struct ab_place *place, int flags)
{
    char link[64];
    struct stat st;
    int fd;

    snprintf(link, sizeof(link), "/proc/self/fd/%d", place->object);
    fd = open(link, flags | O_CLOEXEC);
    if (fd >= 0 || errno != ENOENT)
        return fd;
    fd = openat(place->dir, place->name, flags | O_CLOEXEC | O_NOFOLLOW);
    if (fd >= 0 && (fstat(fd, &st) != 0 || st.st_dev != place->stat.st_dev || st.st_ino != place->stat.st_ino)) {
        close(fd);
        errno = ESTALE;
        return -1;
    }
    return fd;
}

int ab_place_list(const struct ab_place *place, ab_entry_fn *take, void *arg)
{
    int fd = ab_place_open(place, O_RDONLY | O_DIRECTORY), ok = 1;
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);

    if (dir == NULL) {
        if (fd >= 0)
            close(fd);
        return 1;
    }
    for (struct dirent *e; ok && (e = readdir(dir)) != NULL;)
        ok = take(e->d_name, arg);
    closedir(dir);
    return ok;
}
