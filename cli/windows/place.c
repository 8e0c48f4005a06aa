/*
 * Finding a file. The system resolves its path; the access lists of the file and of the folders above it say who may
 * change them.
 */
#include "cli/system/place.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include "cli/system/system.h"
#include "cli/text/quote.h"
#include "cli/windows/trust.h"

enum { MAX_LEN = 4 * MAX_PATH };

const struct ab_view ab_our_view = { .root = AB_OUR_ROOT, .trust = AB_TRUST_ANYBODY };
const struct ab_view ab_our_trusted_view = { .root = AB_OUR_ROOT, .trust = AB_TRUST_OWNERS };

static int fail(int number, char *error, size_t size)
{
    snprintf(error, size, "%s", strerror(number));
    errno = number;
    return 0;
}

static int number_of(DWORD code)
{
    switch (code) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME: return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION: return EACCES;
    default: return EIO;
    }
}

/* The real path of what is there, with slashes; 0 and errno if there is nothing. */
static int find_real(const char *path, char real[MAX_LEN], char *error, size_t size)
{
    const HANDLE object = CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                                      OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    static const char local[] = "\\\\?\\", shared[] = "\\\\?\\UNC\\";
    DWORD len;

    if (object == INVALID_HANDLE_VALUE)
        return fail(number_of(GetLastError()), error, size);
    len = GetFinalPathNameByHandleA(object, real, MAX_LEN, 0);
    CloseHandle(object);
    if (len == 0 || len >= MAX_LEN)
        return fail(ENAMETOOLONG, error, size);
    if (strncmp(real, shared, strlen(shared)) == 0)
        memmove(real + 1, real + strlen(shared) - 1, len - strlen(shared) + 2);
    else if (strncmp(real, local, strlen(local)) == 0)
        memmove(real, real + strlen(local), len - strlen(local) + 1);
    for (char *c = real; *c != '\0'; c++)
        if (*c == '\\')
            *c = '/';
    return 1;
}

/* Cut the last component off. 0: what is left is the root of a drive. */
static int step_up(char *path)
{
    char *slash = strrchr(path, '/');

    if (slash == NULL || slash[1] == '\0')
        return 0;
    slash[slash > path && slash[-1] == ':' ? 1 : 0] = '\0';
    return 1;
}

/* The file and each folder above it. */
static int is_trusted(const char *real, char *error, size_t size)
{
    char part[MAX_LEN];
    const char *why;

    snprintf(part, sizeof(part), "%s", real);
    do {
        why = ab_trust_fault(part);
    } while (why == NULL && step_up(part));
    if (why == NULL)
        return 1;
    snprintf(error, size, "%s %s", ab_quoted(part), why);
    errno = EPERM;
    return 0;
}

/*
 * The path as a process sees it whose folder is view->cwd. What it names may be on a machine that its owner chose,
 * which would learn who asks: fail there.
 */
static int find_in_view(const struct ab_view *view, const char *path, char real[MAX_LEN], char *error, size_t size)
{
    char whole[MAX_LEN];

    if (view->cwd == NULL)
        return find_real(path, real, error, size);
    snprintf(whole, sizeof(whole), "%s%s%s", ab_is_absolute(path) ? "" : view->cwd, ab_is_absolute(path) ? "" : "/",
             path);
    if (strspn(whole, "/\\") >= 2)
        return fail(EACCES, error, size);
    return find_real(whole, real, error, size);
}

int ab_place_find(const struct ab_view *view, const char *path, struct ab_place *place, char *error, size_t size)
{
    char real[MAX_LEN];

    *place = (struct ab_place){ .dir = -1, .object = -1 };
    if (!find_in_view(view, path, real, error, size))
        return 0;
    if (view->trust == AB_TRUST_OWNERS && !is_trusted(real, error, size))
        return 0;
    if (stat(real, &place->stat) != 0)
        return fail(errno, error, size);
    place->path = ab_copy(real);
    place->name = ab_base_name(place->path);
    return 1;
}

void ab_place_free(struct ab_place *place)
{
    free(place->path);
    *place = (struct ab_place){ .dir = -1, .object = -1 };
}

int ab_place_open(const struct ab_place *place, int flags)
{
    return open(place->path, flags | O_CLOEXEC);
}

int ab_place_list(const struct ab_place *place, ab_entry_fn *take, void *arg)
{
    DIR *dir = opendir(place->path);
    int ok = 1;

    if (dir == NULL)
        return 1;
    for (struct dirent *e; ok && (e = readdir(dir)) != NULL;)
        ok = take(e->d_name, arg);
    closedir(dir);
    return ok;
}

int ab_is_null_device(const struct stat *st)
{
    return S_ISCHR(st->st_mode);
}
