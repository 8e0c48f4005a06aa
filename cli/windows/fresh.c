/* Making a configuration, and the folders that it needs. */
#include "cli/conf/fresh.h"

#include <errno.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/conf/file.h"
#include "cli/system/system.h"
#include "cli/windows/new_file.h"

static int fail(char *error, size_t size, const char *what)
{
    snprintf(error, size, "%s: %s", what, strerror(errno));
    return 0;
}

/* The whole path, with slashes. NULL and errno if it has none. Free with free. */
static char *whole_path(const char *path)
{
    char *whole = _fullpath(NULL, path, 0);

    for (char *c = whole; c != NULL && *c != '\0'; c++)
        if (*c == '\\')
            *c = '/';
    return whole;
}

static unsigned count(const char *text, char what)
{
    unsigned n = 0;

    for (; *text != '\0'; text++)
        n += *text == what;
    return n;
}

/* The length of the path's longest part above `end` that there is, which is found. 0, and one line in error. */
static size_t find_above(const char *path, struct ab_fresh *f, char *error, size_t size)
{
    char *above = ab_copy(path), *slash;
    size_t len = 0;

    errno = ENOENT;
    while (len == 0 && errno == ENOENT && (slash = strrchr(above, '/')) != NULL) {
        const int is_drive = slash > above && slash[-1] == ':';

        slash[is_drive] = '\0';
        if (ab_place_find(&ab_our_trusted_view, above, &f->above, error, size))
            len = (size_t)(slash - above);
        else if (is_drive)
            break;
    }
    free(above);
    return len;
}

int ab_fresh_find(const char *path, struct ab_fresh *f, char *error, size_t size)
{
    char *whole = whole_path(path);
    size_t len;

    memset(f, 0, sizeof(*f));
    if (whole == NULL)
        return fail(error, size, "cannot be made");
    len = find_above(whole, f, error, size);
    if (len > 0) {
        f->rest = ab_copy(whole + len + 1);
        f->num_folders = count(f->rest, '/');
    }
    free(whole);
    return len > 0;
}

void ab_fresh_free(struct ab_fresh *f)
{
    ab_place_free(&f->above);
    free(f->rest);
    memset(f, 0, sizeof(*f));
}

/* Makes the folders of a path that begins with the one that was found. */
static int make_folders(char *path, size_t found)
{
    for (char *slash = strchr(path + found + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        int ok;

        *slash = '\0';
        ok = mkdir(path) == 0;
        *slash = '/';
        if (!ok)
            return 0;
    }
    return 1;
}

int ab_fresh_make(const struct ab_fresh *f, const struct ab_text *text, char *error, size_t size)
{
    const size_t above_len = strlen(f->above.path);
    const int is_root = above_len > 0 && f->above.path[above_len - 1] == '/';
    struct ab_text path = { 0 };
    int ok;

    ab_text_addf(&path, "%s%s%s", f->above.path, is_root ? "" : "/", f->rest);
    ok = (make_folders(path.data, above_len - (size_t)is_root) || fail(error, size, "cannot make its folder"))
         && (ab_new_file(path.data, 0644, text) || fail(error, size, "cannot make it"));
    ab_text_free(&path);
    return ok;
}
