/*
 * A file found by its path one component at a time, with every component held open, so that what was checked is what is
 * used. Symbolic links are followed here and not by the kernel: a link never leads out of the root that the search
 * starts from, and its owner is checked like that of a directory.
 */
#ifndef AB_CLI_SYSTEM_PLACE_H
#define AB_CLI_SYSTEM_PLACE_H

#include <stddef.h>
#include <sys/stat.h>

enum ab_trust {
    AB_TRUST_ANYBODY,
    AB_TRUST_OWNERS /* nobody but root and the caller may own or write the file, a directory above, or a link to it */
};

/* From where a path is seen. */
struct ab_view {
    int root;        /* a descriptor of the root directory; AB_OUR_ROOT: this process's own */
    const char *cwd; /* where relative paths start; NULL: this process's own directory */
    enum ab_trust trust;
};

enum { AB_OUR_ROOT = -1 };

/* What this process sees. */
extern const struct ab_view ab_our_view, ab_our_trusted_view;

struct ab_place {
    int dir, object;  /* O_PATH descriptors of the directory and of what is in it */
    char *path;       /* below the root, without symbolic links */
    const char *name; /* the last component of path */
    struct stat stat; /* of object */
};

/*
 * 0, errno, and one line in error if there is nothing at this path, or (EPERM) if the view's trust does not extend to
 * it; the line then names the fix.
 */
int ab_place_find(const struct ab_view *view, const char *path, struct ab_place *place, char *error, size_t size);
void ab_place_free(struct ab_place *place);

/* Opens the very object that was found. -1 and errno if that fails. */
int ab_place_open(const struct ab_place *place, int flags);

/*
 * Calls back with the name of each entry of a directory, in the order in which the directory has them, until a call
 * returns 0, and returns 0 then. A directory that cannot be read has none.
 */
typedef int ab_entry_fn(const char *name, void *arg);
int ab_place_list(const struct ab_place *place, ab_entry_fn *take, void *arg);

/* The null device, which is an empty file to who reads it. */
int ab_is_null_device(const struct stat *st);

/*
 * Opens a regular file for reading. Nothing else is ever opened: opening a device may act on it, and opening a FIFO may
 * hang. -1 and errno if that fails; EINVAL: it is not a regular file.
 */
int ab_open_regular(const struct ab_view *view, const char *path);

#endif
