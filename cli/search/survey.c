/* Finding files that have an OpenSSL inside, by their names first and then by their bytes. */
#define _GNU_SOURCE
#include "cli/search/survey.h"

#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/system/child.h"
#include "cli/commands.h"
#include "cli/system/place.h"
#include "cli/text/say.h"
#include "cli/search/tree.h"

enum { SEARCH_LIMIT_MS = 60000, READ_LIMIT_S = 30 };

const char ab_search_usage[] =
    "  --below DIR        with --all: search DIR instead of the usual places; may be repeated\n";

const char ab_survey_late[] = "the search was ended after a minute and may not have found all; search less at a time "
                              "with --below DIR";

/* Where packages and people put libraries. A link, as /lib often is, leads to what is searched anyway. */
static const char *const usual_places[] = { "/usr", "/lib", "/lib64", "/opt", "/srv", "/home", "/root" };

/* Files that are known to be a libcrypto or to carry one. */
static const char *const names[] = {
    "libcrypto*.so*",                                   /* OpenSSL's own, conda's, and renamed ones in Python wheels */
    "openssl",                                          /* the command, linked without shared libraries */
    "node",           "nodejs",          "libnode.so*", /* Node.js */
    "_rust*.so",      "_openssl*.so",                   /* the wheel `cryptography` */
    "python3*",       "libpython3*.so*",                /* Python built to be moved */
    "_ssl*.so",       "_hashlib*.so",    "openssl.so"   /* extensions of Python and Ruby */
};

void ab_search_add(struct ab_search *search, const char *folder)
{
    char *path = realpath(folder, NULL);

    if (path == NULL)
        ab_say_error("cannot search %s: %m", folder);
    else if (search->num == sizeof(search->folders) / sizeof(search->folders[0]))
        ab_say_error("too many folders to search");
    else {
        search->folders[search->num++] = path;
        return;
    }
    exit(AB_EXIT_ERROR);
}

void ab_search_free(struct ab_search *search)
{
    for (unsigned i = 0; i < search->num; i++)
        free(search->folders[i]);
    search->num = 0;
}

static int is_wanted(const char *name)
{
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (fnmatch(names[i], name, 0) == 0)
            return 1;
    return 0;
}

/* ---- reading one file ---- */

struct reading {
    enum ab_elf elf;
    struct ab_openssl_inside inside;
    int is_node;
};

/*
 * Runs in the child, since a file that its owner cuts short while it is read ends the reader. arg: struct ab_place, of
 * which only the object counts.
 */
static int read_in_child(void *arg, int out)
{
    const struct ab_place *place = arg;
    struct reading r = { 0 };
    int fd = ab_place_open(place, O_RDONLY | O_NONBLOCK);

    if (fd < 0 || !ab_binary_openssl(fd, &r.inside))
        return 1;
    r.elf = ab_binary_elf(fd);
    r.is_node = *r.inside.openssldir != '\0' && ab_binary_contains(fd, "nodejs_conf");
    return write(out, &r, sizeof(r)) == sizeof(r) ? 0 : 1;
}

static int read_object(struct ab_place *place, struct reading *r)
{
    struct ab_text result = { 0 };
    char error[256];
    int ok = ab_child_run(read_in_child, place, READ_LIMIT_S, sizeof(*r), &result, error, sizeof(error)) == 0
             && result.len == sizeof(*r);

    if (ok)
        memcpy(r, result.data, sizeof(*r));
    ab_text_free(&result);
    return ok && r->elf != AB_ELF_NOT && *r->inside.openssldir != '\0';
}

/* ---- the list ---- */

static const char *find_fault(const struct reading *r)
{
    if (r->elf != AB_ELF_OURS)
        return ab_binary_fault(r->elf, AB_ELF_OURS);
    if (*r->inside.version == '\0')
        return "is not OpenSSL itself";
    if (atoi(r->inside.version) < 3)
        return "is older than 3.0 and has no providers";
    if (!r->inside.can_load)
        return "was built without the means to load modules";
    return *r->inside.openssldir == '/' ? NULL : "does not say where its configuration is";
}

static int is_listed(const struct ab_survey *s, const struct stat *st)
{
    for (unsigned i = 0; i < s->num; i++)
        if (s->all[i].device == st->st_dev && s->all[i].inode == st->st_ino)
            return 1;
    return 0;
}

static void add(struct ab_survey *s, const char *path, const struct stat *st, const struct reading *r)
{
    struct ab_libcrypto *l;
    struct ab_text config = { 0 };

    s->all = ab_grow(s->all, s->num, sizeof(*s->all));
    l = &s->all[s->num++];
    *l = (struct ab_libcrypto){ .path = ab_copy(path),
                                .inside = r->inside,
                                .is_node = r->is_node,
                                .fault = find_fault(r),
                                .device = st->st_dev,
                                .inode = st->st_ino };
    if (l->fault != NULL)
        return;
    ab_text_addf(&config, "%s/openssl.cnf", r->inside.openssldir);
    l->config = config.data;
}

/* Only who may change the file can make it say another folder than OpenSSL's. */
static void find_refusal(struct ab_libcrypto *l)
{
    struct ab_place place;
    char error[512];

    if (ab_place_find(&ab_our_trusted_view, l->path, &place, error, sizeof(error))) {
        if (place.stat.st_dev != l->device || place.stat.st_ino != l->inode)
            l->refusal = ab_copy("it was replaced while it was read; try again");
        ab_place_free(&place);
    } else {
        l->refusal = ab_copy(error);
    }
}

/* arg: struct ab_survey */
static void take(void *arg, const char *path, int object)
{
    struct ab_survey *s = arg;
    struct ab_place place = { .dir = -1, .object = object };
    struct reading r;

    if (fstat(object, &place.stat) == 0 && S_ISREG(place.stat.st_mode) && !is_listed(s, &place.stat)
        && read_object(&place, &r)) {
        add(s, path, &place.stat, &r);
        find_refusal(&s->all[s->num - 1]);
    }
}

static int compare(const void *a, const void *b)
{
    const struct ab_libcrypto *x = a, *y = b;

    return strcmp(x->path, y->path);
}

void ab_survey_read(const struct ab_search *search, struct ab_survey *s)
{
    struct ab_tree tree = { .wants = is_wanted, .take = take, .arg = s, .deadline = ab_now_ms() + SEARCH_LIMIT_MS };

    memset(s, 0, sizeof(*s));
    for (unsigned i = 0; i < search->num; i++)
        ab_tree_search(&tree, search->folders[i]);
    for (unsigned i = 0; search->num == 0 && i < sizeof(usual_places) / sizeof(usual_places[0]); i++)
        ab_tree_search(&tree, usual_places[i]);
    s->is_late = tree.is_late;
    if (s->num > 0)
        qsort(s->all, s->num, sizeof(*s->all), compare);
}

void ab_survey_free(struct ab_survey *s)
{
    for (unsigned i = 0; i < s->num; i++) {
        free(s->all[i].path);
        free(s->all[i].config);
        free(s->all[i].refusal);
    }
    free(s->all);
    memset(s, 0, sizeof(*s));
}
