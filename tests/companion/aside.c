/*
 * Plug-ins, each with a libcrypto of its own in no scope but its own: every call must reach the right one. Then a
 * function that is found by name where no libcrypto is loaded must do nothing.
 *
 * aside PLUGIN...       prints the version that served each, twice
 * aside none            calls what dlsym finds in the process
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef void use_fn(void *ctx);

enum { MAX_PLUGINS = 4 };

static use_fn *find(void *handle, const char *name)
{
    void *found = dlsym(handle, name);
    use_fn *use;

    memcpy(&use, &found, sizeof(use));
    return use;
}

static int call_by_name(void)
{
    use_fn *use = find(RTLD_DEFAULT, "OSSL_DECODER_CTX_free");

    if (use != NULL)
        use(NULL);
    puts(use == NULL ? "no function" : "a function");
    return 0;
}

int main(int argc, char **argv)
{
    use_fn *use[MAX_PLUGINS];

    if (argc == 2 && strcmp(argv[1], "none") == 0)
        return call_by_name();
    for (int i = 1; i < argc && i <= MAX_PLUGINS; i++) {
        void *handle = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);

        if (handle == NULL) {
            puts(dlerror());
            return 1;
        }
        use[i - 1] = find(handle, "use");
    }
    for (int i = 0; i < 2 * (argc - 1) && argc <= MAX_PLUGINS; i++) {
        unsigned long version = 0;

        use[i % (argc - 1)](&version);
        printf("%#lx\n", version);
    }
    return 0;
}
