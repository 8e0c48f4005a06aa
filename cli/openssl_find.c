/* Finding libcrypto when it is first called. */
#define _GNU_SOURCE
#include "cli/openssl_find.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "cli/text/say.h"

/* The one that programs most likely use comes first. */
static void *load(void)
{
    void *library = dlopen("libcrypto.so.3", RTLD_NOW);

    return library == NULL ? dlopen("libcrypto.so.4", RTLD_NOW) : library;
}

void ab_openssl_find(void)
{
    void *library = load();

    if (library == NULL) {
        ab_say_error("the loader finds no libcrypto.so.3 or libcrypto.so.4; install OpenSSL 3.0 or later, or set "
                     "LD_LIBRARY_PATH to its folder");
        exit(AB_EXIT_ERROR);
    }
    for (unsigned i = 0; i < ab_openssl_num; i++) {
        ab_openssl_addresses[i] = dlsym(library, ab_openssl_names[i]);
        if (ab_openssl_addresses[i] != NULL)
            continue;
        ab_say_error("this machine's libcrypto has no function %s: it is no OpenSSL 3.0 or later", ab_openssl_names[i]);
        exit(AB_EXIT_ERROR);
    }
}
