/* A search of folders for files by name, which follows no symbolic link and enters no network or kernel file system. */
#ifndef AB_CLI_SEARCH_TREE_H
#define AB_CLI_SEARCH_TREE_H

#include <stdint.h>

/* Is a file of this name wanted? */
typedef int ab_tree_name_fn(const char *name);

/* What to do with a regular file of such a name. object: an O_PATH descriptor of it, which the search closes. */
typedef void ab_tree_file_fn(void *arg, const char *path, int object);

struct ab_tree {
    ab_tree_name_fn *wants;
    ab_tree_file_fn *take;
    void *arg;
    int64_t deadline; /* ab_now_ms() at which the search ends */
    int is_late;      /* it has ended early */
};

/*
 * Searches the folder and those below it. A folder that cannot be opened, one that holds another system (with a
 * usr/lib/os-release of its own), and what lies deeper than 32 folders are left out.
 */
void ab_tree_search(struct ab_tree *t, const char *folder);

#endif
