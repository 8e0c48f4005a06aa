/* afterburner sum --recursive: finding the files of a directory tree. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/text/say.h"
#include "cli/sum/sum.h"

static int order(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

struct names {
    char **name;
    size_t num, room;
};

static void add_name(struct names *names, const char *name)
{
    if (names->num == names->room) {
        names->room = 2 * names->room + 64;
        names->name = realloc(names->name, names->room * sizeof(*names->name));
    }
    if (names->name == NULL || (names->name[names->num++] = strdup(name)) == NULL)
        ab_out_of_memory();
}

static int say_failed(const char *directory)
{
    ab_say_error("%s: %s", directory, strerror(errno));
    return 0;
}

/* Close the directory before reading its entries, so that no depth of a tree exhausts the file descriptors. */
static int read_names(const char *directory, struct names *names)
{
    DIR *dir = opendir(directory);
    int ok;

    if (dir == NULL)
        return say_failed(directory);
    errno = 0;
    for (struct dirent *e; (e = readdir(dir)) != NULL; errno = 0)
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
            add_name(names, e->d_name);
    ok = errno == 0 || say_failed(directory);
    closedir(dir);
    if (names->num != 0)
        qsort(names->name, names->num, sizeof(*names->name), order);
    return ok;
}

static int add_entry(struct ab_sum_files *s, const char *path)
{
    struct stat st;

    if (lstat(path, &st) != 0)
        return say_failed(path);
    if (S_ISDIR(st.st_mode))
        return ab_sum_add_tree(s, path);
    if (S_ISREG(st.st_mode))
        ab_sum_files_add(s, path, NULL);
    return 1;
}

int ab_sum_add_tree(struct ab_sum_files *s, const char *directory)
{
    const char *slash = directory[0] != '\0' && directory[strlen(directory) - 1] == '/' ? "" : "/";
    struct names names = { 0 };
    int ok = read_names(directory, &names);

    for (size_t i = 0; i < names.num; i++) {
        struct ab_text path = { 0 };

        ab_text_addf(&path, "%s%s%s", directory, slash, names.name[i]);
        ok &= add_entry(s, path.data);
        ab_text_free(&path);
        free(names.name[i]);
    }
    free(names.name);
    return ok;
}
