/*
 * Plug-ins, each with a libcrypto of its own in no scope but its own: every call must reach the right one. Then a
 * function that is found by name where no libcrypto is loaded must do nothing.
 *
 * aside PLUGIN...       prints the version that served each, twice
 * aside turns PLUGIN... the same, but each is unloaded before the next is loaded, which takes its place in memory
 * aside none            calls what dlsym finds in the process
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
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

static void *load(const char *path)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);

    if (handle == NULL) {
        puts(dlerror());
        exit(1);
    }
    return handle;
}

static void print_version(use_fn *use)
{
    unsigned long version = 0;

    use(&version);
    printf("%#lx\n", version);
}

static int use_in_turns(int num, char **paths)
{
    for (int i = 0; i < 2 * num; i++) {
        void *handle = load(paths[i % num]);

        print_version(find(handle, "use"));
        dlclose(handle);
    }
    return 0;
}

int main(int argc, char **argv)
{
    use_fn *use[MAX_PLUGINS];
    int num = argc - 1;

    if (argc == 2 && strcmp(argv[1], "none") == 0)
        return call_by_name();
    if (argc > 2 && strcmp(argv[1], "turns") == 0)
        return use_in_turns(argc - 2, argv + 2);
    for (int i = 0; i < num && i < MAX_PLUGINS; i++)
        use[i] = find(load(argv[i + 1]), "use");
    for (int i = 0; i < 2 * num && num <= MAX_PLUGINS; i++)
        print_version(use[i % num]);
    return 0;
}
