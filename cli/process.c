#define _GNU_SOURCE
#include "process.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "say.h"
#include "text.h"

/* /proc/PID/name, whole. Files of /proc have no size, so read until the end. */
static int read_entry(pid_t pid, const char *name, struct ab_text *text)
{
    char path[64], buffer[16384];
    ssize_t n;
    int fd;

    snprintf(path, sizeof(path), "/proc/%ld/%s", (long)pid, name);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    while ((n = read(fd, buffer, sizeof(buffer))) > 0)
        ab_text_add(text, buffer, (size_t)n);
    ab_text_add(text, "", 0);
    if (n < 0)
        errno = EACCES;
    close(fd);
    return n == 0;
}

static char *copy(const char *text)
{
    char *twin = strdup(text);

    if (twin == NULL)
        ab_out_of_memory();
    return twin;
}

static void add_file(struct ab_process *p, char *path)
{
    static const char deleted[] = " (deleted)";
    size_t len = strlen(path), tail = sizeof(deleted) - 1;
    int is_deleted = len > tail && strcmp(path + len - tail, deleted) == 0;

    if (is_deleted)
        path[len - tail] = '\0';
    for (unsigned i = 0; i < p->num_files; i++)
        if (strcmp(p->files[i].path, path) == 0)
            return;
    p->files = realloc(p->files, (p->num_files + 1) * sizeof(*p->files));
    if (p->files == NULL)
        ab_out_of_memory();
    p->files[p->num_files].path = copy(path);
    p->files[p->num_files++].is_deleted = is_deleted;
}

/* "start-end perms offset dev inode   path": files that have code. */
static void read_maps(struct ab_process *p, char *maps)
{
    for (char *line = maps, *next; line != NULL && *line != '\0'; line = next) {
        char perms[5] = "", *path;
        int is_code;

        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        is_code = sscanf(line, "%*s %4s", perms) == 1 && perms[2] == 'x';
        path = strchr(line, '/');
        if (is_code && path != NULL)
            add_file(p, path);
    }
}

static void read_environment(struct ab_process *p, const struct ab_text *text)
{
    const struct {
        const char *name;
        char **value;
    } wanted[] = {
        { "OPENSSL_CONF=", &p->conf },
        { "AFTERBURNER_CPU=", &p->cpu },
        { "OPENSSL_ia32cap=", &p->ia32cap },
    };

    for (size_t at = 0; at < text->len; at += strlen(text->data + at) + 1)
        for (unsigned i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
            size_t len = strlen(wanted[i].name);

            if (*wanted[i].value == NULL && strncmp(text->data + at, wanted[i].name, len) == 0)
                *wanted[i].value = copy(text->data + at + len);
        }
}

static void read_arguments(struct ab_process *p)
{
    struct ab_text text = { 0 };

    if (read_entry(p->pid, "cmdline", &text))
        for (size_t at = 0; at < text.len; at += strlen(text.data + at) + 1)
            p->is_shared_config |= strcmp(text.data + at, "--openssl-shared-config") == 0;
    ab_text_free(&text);
}

static void read_auxv(struct ab_process *p)
{
    struct ab_text text = { 0 };
    Elf64_auxv_t entry;

    if (read_entry(p->pid, "auxv", &text))
        for (size_t at = 0; at + sizeof(entry) <= text.len; at += sizeof(entry)) {
            memcpy(&entry, text.data + at, sizeof(entry));
            if (entry.a_type == AT_SECURE)
                p->is_secure = entry.a_un.a_val != 0;
        }
    ab_text_free(&text);
}

static int is_same(const char *a, const char *b)
{
    struct stat x, y;

    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static void find_prefix(struct ab_process *p)
{
    char root[64], mounts[64];

    snprintf(root, sizeof(root), "/proc/%ld/root", (long)p->pid);
    snprintf(mounts, sizeof(mounts), "/proc/%ld/ns/mnt", (long)p->pid);
    if (!is_same(root, "/") || !is_same(mounts, "/proc/self/ns/mnt"))
        snprintf(p->prefix, sizeof(p->prefix), "/proc/%ld/root", (long)p->pid);
}

static void read_links(struct ab_process *p)
{
    char path[64];
    struct stat st;
    ssize_t len;

    snprintf(path, sizeof(path), "/proc/%ld/exe", (long)p->pid);
    len = readlink(path, p->exe, sizeof(p->exe) - 1);
    p->exe[len < 0 ? 0 : len] = '\0';
    snprintf(path, sizeof(path), "/proc/%ld", (long)p->pid);
    p->started = stat(path, &st) == 0 ? st.st_ctim.tv_sec : 0; /* close enough to its start */
    find_prefix(p);
}

static int read_all(struct ab_process *p)
{
    struct ab_text maps = { 0 }, environment = { 0 };
    int ok = read_entry(p->pid, "maps", &maps) && read_entry(p->pid, "environ", &environment);
    int saved = errno;

    if (ok) {
        read_maps(p, maps.data);
        read_environment(p, &environment);
        read_arguments(p);
        read_auxv(p);
        read_links(p);
    }
    ab_text_free(&maps);
    ab_text_free(&environment);
    errno = saved;
    return ok;
}

int ab_process_read(pid_t pid, struct ab_process *p, char *error, size_t size)
{
    memset(p, 0, sizeof(*p));
    p->pid = pid;
    if (read_all(p))
        return 1;
    if (errno == ENOENT || errno == ESRCH)
        snprintf(error, size, "there is no process %ld", (long)pid);
    else
        snprintf(error, size, "cannot look at process %ld: %s; run this as its user or as root", (long)pid,
                 strerror(errno));
    ab_process_free(p);
    return 0;
}

void ab_process_free(struct ab_process *p)
{
    for (unsigned i = 0; i < p->num_files; i++)
        free(p->files[i].path);
    free(p->files);
    free(p->conf);
    free(p->cpu);
    free(p->ia32cap);
    memset(p, 0, sizeof(*p));
}
