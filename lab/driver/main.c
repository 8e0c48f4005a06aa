/*
 * The lab's driver: loads a libcrypto by path, then the measuring library (its undefined symbols are that libcrypto's), so
 * that one build measures every OpenSSL from 3.0 on, whatever its soname.
 *
 * Usage: driver --libcrypto PATH [--keys DIR] --side NAME=CONF...     then the protocol of session.c on stdin and stdout
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef int session_fn(int argc, char **argv, const char *libcrypto);

static int fail(void)
{
    fprintf(stderr, "%s\n", dlerror());
    return 2;
}

/* measure.so beside this program. */
static const char *measuring_library(void)
{
    static char path[PATH_MAX + 16];
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);

    self[n < 0 ? 0 : n] = '\0';
    snprintf(path, sizeof(path), "%s/measure.so", dirname(self));
    return path;
}

int main(int argc, char **argv)
{
    const char *path = argc > 2 && strcmp(argv[1], "--libcrypto") == 0 ? argv[2] : "libcrypto.so.3";
    void *libcrypto = dlopen(path, RTLD_NOW | RTLD_GLOBAL), *measure;
    session_fn *session;
    Dl_info info;

    if (libcrypto == NULL)
        return fail();
    measure = dlopen(measuring_library(), RTLD_NOW);
    if (measure == NULL)
        return fail();
    *(void **)&session = dlsym(measure, "lab_session");
    if (session == NULL)
        return fail();
    if (dladdr(dlsym(libcrypto, "OpenSSL_version"), &info) == 0)
        return fail();
    return session(argc, argv, info.dli_fname);
}
