/* Finding processes by number and name. */
#define _GNU_SOURCE
#include "cli/top/targets.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/system/process.h"
#include "cli/text/quote.h"
#include "cli/text/say.h"

enum { COMM_LEN = 15 }; /* the kernel cuts longer names */

/* The name may be any bytes but a line feed at its end. */
void ab_target_name(pid_t pid, char *name, size_t size)
{
    char path[64];
    size_t len = 0;
    FILE *file;

    snprintf(path, sizeof(path), "/proc/%ld/comm", (long)pid);
    file = fopen(path, "re");
    if (file != NULL) {
        len = fread(name, 1, size - 1, file);
        fclose(file);
    }
    name[len] = '\0';
    if (len > 0 && name[len - 1] == '\n')
        name[len - 1] = '\0';
}

static void add(struct ab_targets *t, pid_t pid, const char *name)
{
    for (unsigned i = 0; i < t->num; i++)
        if (t->pids[i] == pid)
            return;
    t->pids = ab_grow(t->pids, t->num, sizeof(*t->pids));
    t->pids[t->num++] = pid;
    if (t->num == 1)
        snprintf(t->name, sizeof(t->name), "%s", name);
}

/* Whether a process runs this very program, as `afterburner exec` does beside what it has started. */
static int is_this_program(pid_t pid)
{
    struct stat own, its;
    char path[64];

    snprintf(path, sizeof(path), "/proc/%ld/exe", (long)pid);
    return stat("/proc/self/exe", &own) == 0 && stat(path, &its) == 0 && own.st_dev == its.st_dev
           && own.st_ino == its.st_ino;
}

/* word NULL: whatever the name, but not this program. */
static unsigned add_named(struct ab_targets *t, const char *word)
{
    DIR *dir = opendir("/proc");
    struct dirent *entry;
    unsigned num = 0;
    char name[64];

    while (dir != NULL && (entry = readdir(dir)) != NULL) {
        pid_t pid = ab_process_number(entry->d_name);

        if (pid == 0 || pid == getpid())
            continue;
        ab_target_name(pid, name, sizeof(name));
        if (*name == '\0' || (word != NULL ? strncmp(name, word, COMM_LEN) != 0 : is_this_program(pid)))
            continue;
        add(t, pid, name);
        num++;
    }
    if (dir != NULL)
        closedir(dir);
    return num;
}

void ab_targets_add_all(struct ab_targets *t)
{
    add_named(t, NULL);
}

unsigned ab_targets_add(struct ab_targets *t, const char *word)
{
    pid_t pid = ab_process_number(word);
    char name[64];

    if (pid == 0)
        return *word == '\0' ? 0 : add_named(t, word);
    ab_target_name(pid, name, sizeof(name));
    if (*name == '\0')
        return 0;
    add(t, pid, name);
    return 1;
}

int ab_targets_add_words(struct ab_targets *t, char *const *words, int num)
{
    for (int i = 0; i < num; i++)
        if (ab_targets_add(t, words[i]) == 0) {
            ab_say_error("there is no process %s", ab_quoted(words[i]));
            return 0;
        }
    return 1;
}

void ab_targets_free(struct ab_targets *t)
{
    free(t->pids);
    memset(t, 0, sizeof(*t));
}
