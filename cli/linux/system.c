/* Linux: names and streams are bytes, and /proc says what is where. */
#define _GNU_SOURCE
#include "cli/system/system.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/text/say.h"

const int ab_configuration_may_be_new = 0;

void ab_system_begin(void)
{
}

int ab_is_absolute(const char *path)
{
    return *path == '/';
}

char *ab_real_path(const char *path)
{
    return access(path, R_OK) == 0 ? realpath(path, NULL) : NULL;
}

char *ab_own_path(void)
{
    char self[PATH_MAX];
    ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);

    return len <= 0 ? NULL : strndup(self, (size_t)len);
}

char *ab_path_of(const void *something)
{
    Dl_info info;

    return dladdr(something, &info) != 0 ? realpath(info.dli_fname, NULL) : NULL;
}

int ab_has_colours(void)
{
    const char *term = getenv("TERM");

    return isatty(STDOUT_FILENO) && term != NULL && strcmp(term, "dumb") != 0;
}

int ab_stderr_hide(void)
{
    int kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3), null = open("/dev/null", O_WRONLY | O_CLOEXEC);

    if (kept >= 0 && null >= 0)
        dup2(null, STDERR_FILENO);
    close(null);
    return kept;
}

void ab_stderr_show(int hidden)
{
    if (hidden < 0)
        return;
    dup2(hidden, STDERR_FILENO);
    close(hidden);
}

static struct rlimit files;

void ab_files_forbid(void)
{
    struct rlimit none;

    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        ab_out_of_memory();
    none = files;
    none.rlim_cur = 0;
    setrlimit(RLIMIT_NOFILE, &none);
}

void ab_files_allow(void)
{
    setrlimit(RLIMIT_NOFILE, &files);
}
