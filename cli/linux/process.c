/* Reading /proc about another process, and taking its rights. */
#define _GNU_SOURCE
#include "cli/system/process.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cli/conf/file.h"
#include "cli/linux/regions.h"
#include "cli/text/say.h"

/*
 * /proc/PID/name, whole. Files of /proc have no size, so read until the end. `proc` is the open directory of the
 * process, so that all entries are those of one process, even if its number is given to another meanwhile.
 */
static int read_entry(int proc, const char *name, struct ab_text *text)
{
    int fd = openat(proc, name, O_RDONLY | O_CLOEXEC), ok;

    if (fd < 0)
        return 0;
    ok = ab_file_read_all(fd, text);
    if (!ok && errno != ESRCH)
        errno = EACCES;
    close(fd);
    return ok;
}

static void add_file(struct ab_process *p, const struct ab_region *r)
{
    static const char deleted[] = " (deleted)";
    char *path = r->path;
    size_t len = strlen(path), tail = sizeof(deleted) - 1;
    int is_deleted = len > tail && strcmp(path + len - tail, deleted) == 0;

    if (is_deleted)
        path[len - tail] = '\0';
    for (unsigned i = 0; i < p->num_files; i++)
        if (strcmp(p->files[i].path, path) == 0)
            return;
    p->files = ab_grow(p->files, p->num_files, sizeof(*p->files));
    p->files[p->num_files++] = (struct ab_mapped_file){ ab_copy(path), is_deleted, r->device, r->inode };
}

/* Keep the files that are mapped as code. */
static void read_maps(struct ab_process *p, char *maps)
{
    struct ab_regions regions = { 0 };

    ab_regions_add(&regions, maps);
    for (unsigned i = 0; i < regions.num; i++)
        add_file(p, &regions.all[i]);
    ab_regions_free(&regions);
}

static void read_environment(struct ab_process *p, const struct ab_text *text)
{
    const struct {
        const char *name;
        char **value;
    } wanted[] = {
        { "OPENSSL_CONF=", &p->conf },
        { "OPENSSL_CONF_INCLUDE=", &p->conf_include },
        { "AFTERBURNER_CPU=", &p->cpu },
        { "OPENSSL_ia32cap=", &p->ia32cap },
        { "AFTERBURNER_COMPANION=", &p->companion },
    };

    for (size_t at = 0; at < text->len; at += strlen(text->data + at) + 1)
        for (unsigned i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
            size_t len = strlen(wanted[i].name);

            if (*wanted[i].value == NULL && strncmp(text->data + at, wanted[i].name, len) == 0)
                *wanted[i].value = ab_copy(text->data + at + len);
        }
}

static void read_arguments(struct ab_process *p, int proc)
{
    struct ab_text text = { 0 };

    if (read_entry(proc, "cmdline", &text))
        for (size_t at = 0; at < text.len; at += strlen(text.data + at) + 1)
            p->is_shared_config |= strcmp(text.data + at, "--openssl-shared-config") == 0;
    ab_text_free(&text);
}

/* An entry of the auxiliary vector is two words of the process. The value of the last one of this type, or 0. */
static uint64_t auxv_value(const struct ab_text *auxv, size_t word_len, uint64_t type)
{
    uint64_t found = 0;

    for (size_t at = 0; at + 2 * word_len <= auxv->len; at += 2 * word_len) {
        uint64_t entry[2] = { 0 };

        memcpy(&entry[0], auxv->data + at, word_len);
        memcpy(&entry[1], auxv->data + at + word_len, word_len);
        if (entry[0] == type)
            found = entry[1];
    }
    return found;
}

/* The kernel gives the size of the program's headers in words of 64 bits, or of 32 bits for a 32-bit program. */
static void read_auxv(struct ab_process *p, int proc)
{
    struct ab_text text = { 0 };
    int is_32;

    p->kind = AB_ELF_OURS;
    if (read_entry(proc, "auxv", &text)) {
        is_32 = auxv_value(&text, sizeof(uint64_t), AT_PHENT) != sizeof(Elf64_Phdr)
                && auxv_value(&text, sizeof(uint32_t), AT_PHENT) == sizeof(Elf32_Phdr);
        p->kind = is_32 ? AB_ELF_32 : AB_ELF_64;
        p->is_secure = auxv_value(&text, is_32 ? sizeof(uint32_t) : sizeof(uint64_t), AT_SECURE) != 0;
    }
    ab_text_free(&text);
}

static void read_groups(struct ab_rights *r, const char *list)
{
    char *end;

    for (;; list = end) {
        unsigned long group = strtoul(list, &end, 10);

        if (end == list)
            return;
        r->groups = ab_grow(r->groups, r->num_groups, sizeof(*r->groups));
        r->groups[r->num_groups++] = (gid_t)group;
        end += strspn(end, " \t"); /* not over the end of the line */
        if (*end == '\n')
            return;
    }
}

/*
 * "Uid:" and "Gid:" have the real, effective, saved and file system identity. A name in the file cannot hold a line
 * feed.
 */
static int read_rights(struct ab_rights *r, int proc)
{
    struct ab_text text = { 0 };
    const char *uid, *gid, *groups;
    int ok = read_entry(proc, "status", &text);

    uid = ok ? strstr(text.data, "\nUid:") : NULL;
    gid = ok ? strstr(text.data, "\nGid:") : NULL;
    groups = ok ? strstr(text.data, "\nGroups:") : NULL;
    ok = uid != NULL && gid != NULL && groups != NULL && sscanf(uid + 5, "%*u %*u %*u %u", &r->uid) == 1
         && sscanf(gid + 5, "%*u %*u %*u %u", &r->gid) == 1;
    if (ok)
        read_groups(r, groups + strlen("\nGroups:"));
    ab_text_free(&text);
    return ok;
}

static int is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static int read_root(struct ab_process *p, int proc)
{
    struct stat root, our_root, mounts, our_mounts;

    p->root = openat(proc, "root", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (p->root < 0)
        return 0;
    p->has_own_root = fstat(p->root, &root) != 0 || stat("/", &our_root) != 0 || !is_same(&root, &our_root)
                      || fstatat(proc, "ns/mnt", &mounts, 0) != 0 || stat("/proc/self/ns/mnt", &our_mounts) != 0
                      || !is_same(&mounts, &our_mounts);
    return 1;
}

static void read_link(int proc, const char *name, char *target, size_t size)
{
    ssize_t len = readlinkat(proc, name, target, size - 1);

    target[len < 0 ? 0 : len] = '\0';
}

/* The kernel gives the directory below our root; the process may have a root further down. */
static void read_cwd(struct ab_process *p, int proc)
{
    char root[PATH_MAX];
    size_t len;

    read_link(proc, "root", root, sizeof(root));
    read_link(proc, "cwd", p->cwd, sizeof(p->cwd));
    len = strlen(root);
    if (len > 1 && strncmp(p->cwd, root, len) == 0 && (p->cwd[len] == '/' || p->cwd[len] == '\0'))
        memmove(p->cwd, p->cwd + len, strlen(p->cwd + len) + 1);
}

static void read_cgroup(struct ab_process *p, int proc)
{
    struct ab_text text = { 0 };

    if (!read_entry(proc, "cgroup", &text))
        ab_text_free(&text);
    p->cgroup = text.data;
}

pid_t ab_process_number(const char *word)
{
    char *end;
    long number = strtol(word, &end, 10);

    return *word >= '0' && *word <= '9' && *end == '\0' && number > 0 && number <= INT_MAX ? (pid_t)number : 0;
}

/* What a glance is to show. */
static int read_little(struct ab_process *p, int proc)
{
    struct ab_text maps = { 0 };
    int ok = read_entry(proc, "maps", &maps) && read_root(p, proc), saved = errno;

    if (ok) {
        read_maps(p, maps.data);
        read_cgroup(p, proc);
        read_link(proc, "exe", p->exe, sizeof(p->exe));
    }
    ab_text_free(&maps);
    errno = saved;
    return ok;
}

static int read_all(struct ab_process *p, int proc)
{
    struct ab_text environment = { 0 };
    int ok = read_little(p, proc) && read_entry(proc, "environ", &environment) && read_rights(&p->rights, proc);
    int saved = errno;

    if (ok) {
        read_environment(p, &environment);
        read_arguments(p, proc);
        read_auxv(p, proc);
        read_cwd(p, proc);
    }
    ab_text_free(&environment);
    errno = saved;
    return ok;
}

typedef int read_fn(struct ab_process *p, int proc);

/* 0 and errno if that fails. */
static int read_process(pid_t pid, struct ab_process *p, read_fn *read_parts)
{
    char path[64];
    int proc, ok, saved;

    memset(p, 0, sizeof(*p));
    p->pid = pid;
    p->root = -1;
    snprintf(path, sizeof(path), "/proc/%ld", (long)pid);
    proc = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    ok = proc >= 0 && read_parts(p, proc);
    saved = errno;
    if (proc >= 0)
        close(proc);
    if (!ok)
        ab_process_free(p);
    errno = saved;
    return ok;
}

int ab_process_read(pid_t pid, struct ab_process *p, char *error, size_t size)
{
    if (read_process(pid, p, read_all))
        return 1;
    if (errno == ENOENT || errno == ESRCH)
        snprintf(error, size, "there is no process %ld", (long)pid);
    else
        snprintf(error, size, "cannot look at process %ld: %s; run this as its user or as root", (long)pid,
                 strerror(errno));
    return 0;
}

int ab_process_glance(pid_t pid, struct ab_process *p)
{
    return read_process(pid, p, read_little);
}

/* ---- rights ---- */

static int has_groups(const struct ab_rights *rights)
{
    gid_t own[256];
    int num = getgroups(sizeof(own) / sizeof(own[0]), own);

    return num >= 0 && (unsigned)num == rights->num_groups
           && (num == 0 || memcmp(own, rights->groups, (size_t)num * sizeof(*own)) == 0);
}

/* Root without capabilities is a user like any other, but for what belongs to root. */
static int drop_capabilities(void)
{
    struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = { 0 };

    return syscall(SYS_capset, &header, none) == 0;
}

int ab_take_rights(const struct ab_rights *rights)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return 0;
    if (geteuid() == 0
        && ((!has_groups(rights) && setgroups(rights->num_groups, rights->groups) != 0)
            || setresgid(rights->gid, rights->gid, rights->gid) != 0
            || setresuid(rights->uid, rights->uid, rights->uid) != 0))
        return 0;
    return drop_capabilities();
}
