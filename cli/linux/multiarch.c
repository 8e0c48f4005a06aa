/* Paths of modules with the loader's $LIB in them. */
#define _GNU_SOURCE
#include "cli/system/multiarch.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/text/say.h"
#include "cli/text/text.h"

static const enum ab_elf other_kind = AB_ELF_OURS == AB_ELF_64 ? AB_ELF_32 : AB_ELF_64;

/* What $LIB is on Debian and its kin, on Fedora and its kin, and on Arch. */
static const struct folders {
    const char *of_64, *of_32;
} known[] = {
    { "lib/x86_64-linux-gnu", "lib/i386-linux-gnu" },
    { "lib64", "lib" },
    { "lib", "lib32" },
};

enum { NUM_KNOWN = sizeof(known) / sizeof(known[0]) };

static const char *folder_of(const struct folders *f, enum ab_elf kind)
{
    return kind == AB_ELF_32 ? f->of_32 : f->of_64;
}

/* Finds $LIB or ${LIB}. *len is how long it is. NULL if there is none. */
static const char *find_token(const char *path, size_t *len)
{
    static const char *const tokens[] = { "$LIB/", "${LIB}/" };

    for (unsigned i = 0; i < sizeof(tokens) / sizeof(tokens[0]); i++) {
        const char *hit = strstr(path, tokens[i]);

        *len = strlen(tokens[i]) - 1;
        if (hit != NULL)
            return hit;
    }
    return NULL;
}

static char *join(const char *head, size_t head_len, const char *middle, const char *tail)
{
    struct ab_text path = { 0 };

    ab_text_add(&path, head, head_len);
    ab_text_addf(&path, "%s%s", middle, tail);
    return path.data;
}

static int is_there(const struct ab_view *view, const char *path)
{
    struct ab_place place;
    char error[512];
    int found = ab_place_find(view, path, &place, error, sizeof(error));

    if (found)
        ab_place_free(&place);
    return found;
}

char *ab_multiarch_expand(const struct ab_view *view, const char *path, enum ab_elf kind)
{
    size_t len;
    const char *token = find_token(path, &len);

    if (token == NULL)
        return ab_copy(path);
    for (unsigned i = 0; i < NUM_KNOWN; i++) {
        char *found = join(path, (size_t)(token - path), folder_of(&known[i], kind), token + len);

        if (is_there(view, found))
            return found;
        free(found);
    }
    return join(path, (size_t)(token - path), folder_of(&known[0], kind), token + len);
}

/* Does the loader of this process find this very file by that path? */
static int leads_to(const char *path, const char *file)
{
    void *module = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    struct link_map *map;
    struct stat loaded, wanted;
    int ok;

    if (module == NULL)
        return 0;
    ok = dlinfo(module, RTLD_DI_LINKMAP, &map) == 0 && stat(map->l_name, &loaded) == 0 && stat(file, &wanted) == 0
         && loaded.st_dev == wanted.st_dev && loaded.st_ino == wanted.st_ino;
    dlclose(module);
    return ok;
}

static int is_module(const char *path, enum ab_elf kind)
{
    int fd = ab_open_regular(&ab_our_trusted_view, path), found;

    if (fd < 0)
        return 0;
    found = ab_binary_elf(fd) == kind;
    close(fd);
    return found;
}

/* The path of `file` with $LIB for these folders, or NULL. */
static char *make_common(const struct folders *f, const char *file)
{
    static const char top[] = "/usr/";
    const char *own = folder_of(f, AB_ELF_OURS), *rest = file + sizeof(top) - 1 + strlen(own);
    char *other, *common;

    if (strncmp(file, top, sizeof(top) - 1) != 0 || strncmp(file + sizeof(top) - 1, own, strlen(own)) != 0
        || *rest != '/')
        return NULL;
    other = join(top, sizeof(top) - 1, folder_of(f, other_kind), rest);
    common = join(top, sizeof(top) - 1, "$LIB", rest);
    if (!is_module(other, other_kind) || !leads_to(common, file)) {
        free(common);
        common = NULL;
    }
    free(other);
    return common;
}

char *ab_multiarch_common(const char *path)
{
    char *common = NULL;

    for (unsigned i = 0; common == NULL && i < NUM_KNOWN; i++)
        common = make_common(&known[i], path);
    return common;
}
