/* Walking through folders by descriptors. */
#define _GNU_SOURCE
#include "cli/search/tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "cli/system/child.h"
#include "cli/text/text.h"

enum { MAX_DEPTH = 32, SMB2 = (int)0xfe534d42, CIFS = (int)0xff534d42, CEPH = 0x00c36400 };

static int is_late(struct ab_tree *t)
{
    t->is_late |= ab_now_ms() >= t->deadline;
    return t->is_late;
}

static int is_local(int dir)
{
    static const int others[] = { NFS_SUPER_MAGIC,
                                  SMB_SUPER_MAGIC,
                                  SMB2,
                                  CIFS,
                                  CEPH,
                                  AFS_SUPER_MAGIC,
                                  AUTOFS_SUPER_MAGIC,
                                  FUSE_SUPER_MAGIC,
                                  PROC_SUPER_MAGIC,
                                  SYSFS_MAGIC,
                                  CGROUP2_SUPER_MAGIC,
                                  CGROUP_SUPER_MAGIC };
    struct statfs fs;

    if (fstatfs(dir, &fs) != 0)
        return 0;
    for (unsigned i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if ((int)fs.f_type == others[i])
            return 0;
    return 1;
}

static int is_other_system(int dir, unsigned depth)
{
    struct stat st;

    return depth > 0 && fstatat(dir, "usr/lib/os-release", &st, AT_SYMLINK_NOFOLLOW) == 0;
}

static void walk(struct ab_tree *t, int at, struct ab_text *path, unsigned depth, dev_t device);

static void enter(struct ab_tree *t, int dir, const char *name, struct ab_text *path, unsigned depth, dev_t device)
{
    int below = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

    if (below >= 0)
        walk(t, below, path, depth, device);
}

static void take_file(struct ab_tree *t, int dir, const char *name, const char *path)
{
    int object = openat(dir, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);

    if (object < 0)
        return;
    t->take(t->arg, path, object);
    close(object);
}

static unsigned char kind_of(int dir, const struct dirent *e)
{
    struct stat st;

    if (e->d_type != DT_UNKNOWN)
        return e->d_type;
    if (fstatat(dir, e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0)
        return DT_UNKNOWN;
    return S_ISDIR(st.st_mode) ? DT_DIR : S_ISREG(st.st_mode) ? DT_REG : DT_UNKNOWN;
}

static void visit(struct ab_tree *t, int dir, const struct dirent *e, struct ab_text *path, unsigned depth,
                  dev_t device)
{
    unsigned char kind = kind_of(dir, e);
    size_t len = path->len;

    if (kind != DT_DIR && (kind != DT_REG || !t->wants(e->d_name)))
        return;
    ab_text_addf(path, "/%s", e->d_name);
    if (kind == DT_REG)
        take_file(t, dir, e->d_name, path->data);
    else if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 && depth < MAX_DEPTH)
        enter(t, dir, e->d_name, path, depth + 1, device);
    path->data[path->len = len] = '\0';
}

/* Closes `at`. */
static void walk(struct ab_tree *t, int at, struct ab_text *path, unsigned depth, dev_t device)
{
    struct stat st;
    DIR *dir;

    if (is_late(t) || fstat(at, &st) != 0 || (st.st_dev != device && !is_local(at)) || is_other_system(at, depth)
        || (dir = fdopendir(at)) == NULL) {
        close(at);
        return;
    }
    for (struct dirent *e; !is_late(t) && (e = readdir(dir)) != NULL;)
        visit(t, at, e, path, depth, st.st_dev);
    closedir(dir);
}

void ab_tree_search(struct ab_tree *t, const char *folder)
{
    struct ab_text path = { 0 };

    ab_text_addf(&path, "%s", strcmp(folder, "/") == 0 ? "" : folder);
    enter(t, AT_FDCWD, folder, &path, 0, 0);
    ab_text_free(&path);
}
