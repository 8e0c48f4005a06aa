/*
 * Windows: the manifest of the command makes names and arguments UTF-8 (from Windows 10 of 1903 on; before, they are of
 * the system's code page). Paths are written with slashes, since backslashes mean something in an openssl.cnf.
 */
#include "cli/system/system.h"

#include <errno.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include "cli/text/text.h"

const int ab_configuration_may_be_new = 1;

static UINT code_page;

static void restore_console(void)
{
    SetConsoleOutputCP(code_page);
}

void ab_system_begin(void)
{
    for (int fd = 0; fd < 3; fd++)
        _setmode(fd, _O_BINARY);
    code_page = GetConsoleOutputCP();
    if (code_page != 0 && SetConsoleOutputCP(CP_UTF8))
        atexit(restore_console);
}

int ab_is_absolute(const char *path)
{
    const char drive = (char)(*path | 0x20);

    if (*path == '/' || *path == '\\')
        return 1;
    return drive >= 'a' && drive <= 'z' && path[1] == ':' && (path[2] == '/' || path[2] == '\\');
}

static char *with_slashes(char *path)
{
    for (char *c = path; *c != '\0'; c++)
        if (*c == '\\')
            *c = '/';
    return path;
}

char *ab_real_path(const char *path)
{
    char full[MAX_PATH * 4];
    const DWORD len = GetFullPathNameA(path, sizeof(full), full, NULL);

    if (len == 0 || len >= sizeof(full)) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    return access(full, R_OK) == 0 ? with_slashes(ab_copy(full)) : NULL;
}

static char *path_of_module(HMODULE module)
{
    char path[MAX_PATH * 4];
    const DWORD len = GetModuleFileNameA(module, path, sizeof(path));

    return len == 0 || len >= sizeof(path) ? NULL : with_slashes(ab_copy(path));
}

char *ab_own_path(void)
{
    return path_of_module(NULL);
}

char *ab_path_of(const void *something)
{
    HMODULE module;

    if (!GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                            (LPCSTR)something, &module))
        return NULL;
    return path_of_module(module);
}

int ab_has_colours(void)
{
    const HANDLE console = GetStdHandle(STD_OUTPUT_HANDLE);
    DWORD mode;

    return GetConsoleMode(console, &mode) && SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

int ab_stderr_hide(void)
{
    int kept, null;

    fflush(stderr);
    kept = _dup(STDERR_FILENO);
    null = _open("NUL", _O_WRONLY | O_CLOEXEC);
    if (kept >= 0 && null >= 0)
        _dup2(null, STDERR_FILENO);
    if (null >= 0)
        _close(null);
    return kept;
}

void ab_stderr_show(int hidden)
{
    if (hidden < 0)
        return;
    fflush(stderr);
    _dup2(hidden, STDERR_FILENO);
    _close(hidden);
}

/* Windows has no limit for that. What include.h leaves in a text are lines that OpenSSL refuses. */
void ab_files_forbid(void)
{
}

void ab_files_allow(void)
{
}
