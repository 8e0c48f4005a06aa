/*
 * The lab's drivers: load a libcrypto by path, then the measuring library, whose undefined symbols that libcrypto
 * provides, so that one build measures every OpenSSL from 3.0 on, whatever its soname. LAB_LIBRARY names the measuring
 * library; LAB_WANTS_LIBSSL is 1 if that also needs the libssl in the same folder.
 *
 * Usage: driver --libcrypto PATH [--keys DIR] --side NAME=CONF...     then the protocol of session.c on stdin and
 * stdout
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef int session_fn(int argc, char **argv, const char *libcrypto);

static const char WANTED[] = "--libcrypto wants a libcrypto.so of OpenSSL 3.0 or later, or its folder";

static int fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    return 2;
}

static void *load_libcrypto(const char *path)
{
    void *libcrypto = dlopen(path, RTLD_NOW | RTLD_GLOBAL);

    if (libcrypto == NULL)
        fprintf(stderr, "%s; %s\n", dlerror(), WANTED);
    else if (dlsym(libcrypto, "OSSL_LIB_CTX_new") == NULL)
        fprintf(stderr, "%s: has no OSSL_LIB_CTX_new; %s\n", path, WANTED);
    else
        return libcrypto;
    return NULL;
}

/*
 * Load the libssl in the same folder, unless libcrypto's file also contains it. Return 0 with a line on stderr if there
 * is none.
 */
static int load_libssl(void *libcrypto, const char *libcrypto_path)
{
    static const char crypto[] = "libcrypto", ssl[] = "libssl";
    const char *slash = strrchr(libcrypto_path, '/'), *name = slash == NULL ? libcrypto_path : slash + 1;
    const char *part = strstr(name, crypto);
    char path[PATH_MAX];

    if (dlsym(libcrypto, "SSL_CTX_new_ex") != NULL)
        return 1;
    if (part == NULL)
        part = name + strlen(name);
    snprintf(path, sizeof(path), "%.*s%s%s", (int)(part - libcrypto_path), libcrypto_path, ssl,
             *part == '\0' ? "" : part + strlen(crypto));
    if (dlopen(path, RTLD_NOW | RTLD_GLOBAL) != NULL)
        return 1;
    fprintf(stderr, "%s; connections want the libssl beside libcrypto\n", dlerror());
    return 0;
}

/* Return the path of LAB_LIBRARY, in the folder of this program. */
static const char *measuring_library(void)
{
    static char path[PATH_MAX + 16];
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);

    self[n < 0 ? 0 : n] = '\0';
    snprintf(path, sizeof(path), "%s/" LAB_LIBRARY, dirname(self));
    return path;
}

int main(int argc, char **argv)
{
    const char *path = argc > 2 && strcmp(argv[1], "--libcrypto") == 0 ? argv[2] : "libcrypto.so.3";
    void *libcrypto = load_libcrypto(path), *measure;
    session_fn *session;
    Dl_info info;

    if (libcrypto == NULL)
        return 2;
    if (dladdr(dlsym(libcrypto, "OSSL_LIB_CTX_new"), &info) == 0)
        return fail("the path of libcrypto cannot be found");
    if (LAB_WANTS_LIBSSL && !load_libssl(libcrypto, info.dli_fname))
        return 2;
    measure = dlopen(measuring_library(), RTLD_NOW);
    if (measure == NULL)
        return fail(dlerror());
    *(void **)&session = dlsym(measure, "lab_session");
    if (session == NULL)
        return fail(dlerror());
    return session(argc, argv, info.dli_fname);
}
