/* Finding and reading the counters of other processes: counts.h. */
#define _GNU_SOURCE
#include "cli/top/counts.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

#include "cli/system/child.h"
#include "cli/conf/file.h"
#include "cli/text/filter.h"
#include "cli/linux/regions.h"
#include "cli/text/say.h"

enum { FIND_LIMIT_S = 10, READ_LIMIT_S = 2, PAGE = 4096, MAX_FOUND = 4096 };
enum { LEN = (sizeof(struct ab_counters) + PAGE - 1) / PAGE * PAGE };

/* ---- finding: in a child, /proc/PID/maps (proc_pid_maps(5)) ---- */

struct search {
    const pid_t *pids;
    unsigned num;
};

/* A line of a private mapping without a file, with the counters' length, and no name but that which they have. */
static int is_counters(const char *line, uint64_t *start)
{
    uint64_t end, inode;
    char perms[5] = "";
    int len = 0;

    if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %*x %*x:%*x %" SCNu64 " %n", start, &end, perms, &inode, &len) < 4)
        return 0;
    return end - *start == LEN && strcmp(perms, "rw-p") == 0 && inode == 0
           && (line[len] == '\0' || strcmp(line + len, "[anon:afterburner]") == 0);
}

static int is_module(const char *line)
{
    const char *name = strrchr(line, '/');

    return name != NULL && strncmp(name + 1, "afterburner.so", strlen("afterburner.so")) == 0;
}

/* 1 if the map is that of a process with the module. */
static int read_map(char *map, struct ab_counted_process *p)
{
    int has_module = 0;
    char *rest = map;

    for (char *line; (line = strsep(&rest, "\n")) != NULL;) {
        has_module |= is_module(line);
        if (p->num < AB_MAX_COUNTERS && is_counters(line, &p->address[p->num]))
            p->num++;
    }
    return has_module;
}

/* A process that ends, or that this user may not look at, has no map. */
static int find_in(pid_t pid, struct ab_counted_process *p)
{
    struct ab_text map = { 0 };
    int found;

    memset(p, 0, sizeof(*p));
    p->pid = pid;
    found = ab_maps_read(pid, &map) && read_map(map.data, p);
    ab_text_free(&map);
    return found;
}

/* An ab_child_fn. 1: more processes than the parent takes. */
static int find_all(void *arg, int out)
{
    const struct search *s = arg;
    struct ab_counted_process p;
    unsigned num = 0;

    for (unsigned i = 0; i < s->num; i++)
        if (find_in(s->pids[i], &p) && (num++ == MAX_FOUND || !ab_write_all(out, &p, sizeof(p))))
            return 1;
    return 0;
}

int ab_counts_find(const pid_t *pids, unsigned num, struct ab_text *out, char *error, size_t size)
{
    struct search s = { pids, num };
    int status = ab_child_run(find_all, &s, FIND_LIMIT_S, MAX_FOUND * sizeof(struct ab_counted_process), out, error,
                              size);

    if (status > 0)
        snprintf(error, size, "more than %d processes have the module: name some of them", MAX_FOUND);
    return status == 0;
}

/* ---- reading: in a child, process_vm_readv(2) ---- */

static int read_memory(pid_t pid, uint64_t address, void *to, size_t len)
{
    struct iovec local = { to, len }, remote = { (void *)(uintptr_t)address, len };
    ssize_t n = process_vm_readv(pid, &local, 1, &remote, 1, 0);

    if (n >= 0 && (size_t)n < len)
        errno = EFAULT;
    return n == (ssize_t)len;
}

struct sums {
    struct ab_counters_head head;
    struct ab_counters_line total;
};

static void add_line(struct sums *s, const struct ab_counters_line *line)
{
    for (unsigned f = 0; f < AB_COUNTERS_FAMILIES; f++)
        for (unsigned k = 0; k < AB_COUNTERS_KINDS; k++) {
            s->total.of[f][k].calls += line->of[f][k].calls;
            s->total.of[f][k].bytes += line->of[f][k].bytes;
        }
}

/* What is not the counters of this version is passed over. 0 and errno if memory that is there cannot be read. */
static int read_one(pid_t pid, uint64_t address, struct sums *s, int *is_ours)
{
    static struct ab_counters_line line;

    memset(s, 0, sizeof(*s));
    if (!read_memory(pid, address, &s->head, sizeof(s->head)))
        return 0;
    *is_ours = s->head.magic == AB_COUNTERS_MAGIC && s->head.version == AB_COUNTERS_VERSION
               && s->head.size == sizeof(struct ab_counters);
    for (unsigned i = 0; *is_ours && i < AB_COUNTERS_LINES; i++) {
        if (s->head.owner[i] == 0 && i != AB_COUNTERS_SHARED_LINE)
            continue;
        if (!read_memory(pid, address + sizeof(s->head) + i * sizeof(line), &line, sizeof(line)))
            return 0;
        add_line(s, &line);
    }
    return 1;
}

/* An ab_child_fn. The result: struct sums of each mapping. */
static int read_all(void *arg, int out)
{
    const struct ab_counted_process *p = arg;
    static struct sums sums;
    int is_ours = 0;

    for (unsigned i = 0; i < p->num; i++) {
        if (!read_one(p->pid, p->address[i], &sums, &is_ours))
            return errno == EPERM || errno == EACCES ? EPERM : EFAULT;
        if (is_ours && !ab_write_all(out, &sums, sizeof(sums)))
            return EIO;
    }
    return 0;
}

/* ---- names ---- */

/* NULL: no such operation. */
static const char *operation_of(int is_cipher, unsigned kind)
{
    static const char *const names[AB_COUNTERS_KINDS] = {
        [AB_COUNTED_DIGEST] = "digest",           [AB_COUNTED_DERIVE] = "derive",
        [AB_COUNTED_EXCHANGE] = "exchange",       [AB_COUNTED_SIGN] = "sign",
        [AB_COUNTED_VERIFY] = "verify",           [AB_COUNTED_ENCRYPT] = "encrypt",
        [AB_COUNTED_DECRYPT] = "decrypt",         [AB_COUNTED_MAC] = "mac",
        [AB_COUNTED_ENCAPSULATE] = "encapsulate", [AB_COUNTED_DECAPSULATE] = "decapsulate",
        [AB_COUNTED_GENERATE] = "generate",
    };

    if (!is_cipher || kind == AB_COUNTED_MAC)
        return names[kind];
    return kind & AB_COUNTED_DECRYPTION ? "decrypt" : "encrypt";
}

/* "AES-GCM" with keys of 256 bits is "AES-256-GCM"; XTS and SIV have two keys of the length that they are named by. */
static void name_it(const struct ab_counted_family *f, unsigned kind, struct ab_count *c)
{
    unsigned bits = ((kind & (AB_COUNTED_DECRYPTION - 1)) + 2) * 64;
    char name[AB_COUNTERS_NAME_LEN];

    snprintf(name, sizeof(name), "%.*s", (int)sizeof(name) - 1, f->name);
    snprintf(c->level, sizeof(c->level), "%.*s", (int)sizeof(c->level) - 1, f->level);
    if (strcmp(name, "AES-XTS") == 0 || strcmp(name, "AES-SIV") == 0)
        bits /= 2;
    if (f->is_cipher && kind != AB_COUNTED_MAC && strncmp(name, "AES-", 4) == 0)
        snprintf(c->algorithm, sizeof(c->algorithm), "AES-%u-%s", bits, name + 4);
    else
        snprintf(c->algorithm, sizeof(c->algorithm), "%s", name);
    ab_filter(c->algorithm);
    ab_filter(c->level);
}

struct ab_count *ab_counts_same(const struct ab_counts *counts, const struct ab_count *wanted)
{
    for (unsigned i = 0; i < counts->num; i++) {
        struct ab_count *c = &counts->all[i];

        if (c->operation == wanted->operation && strcmp(c->algorithm, wanted->algorithm) == 0
            && strcmp(c->level, wanted->level) == 0)
            return c;
    }
    return NULL;
}

static void add_count(struct ab_counts *counts, const struct ab_count *one)
{
    struct ab_count *same = ab_counts_same(counts, one);

    if (same != NULL) {
        same->calls += one->calls;
        same->bytes += one->bytes;
        return;
    }
    counts->all = ab_grow(counts->all, counts->num, sizeof(*counts->all));
    counts->all[counts->num++] = *one;
}

static void add_sums(struct ab_counts *counts, const struct sums *s)
{
    for (unsigned f = 0; f < AB_COUNTERS_FAMILIES; f++)
        for (unsigned k = 0; k < AB_COUNTERS_KINDS; k++) {
            const struct ab_counted_family *family = &s->head.family[f];
            struct ab_count c = { .operation = operation_of(family->is_cipher != 0, k),
                                  .calls = s->total.of[f][k].calls,
                                  .bytes = s->total.of[f][k].bytes };

            if (family->state != AB_COUNTED_NAMED || (c.calls == 0 && c.bytes == 0) || c.operation == NULL)
                continue;
            name_it(family, k, &c);
            add_count(counts, &c);
        }
}

int ab_counts_read(const struct ab_counted_process *p, struct ab_counts *counts, char *error, size_t size)
{
    struct ab_counted_process copy = *p;
    struct ab_text result = { 0 };
    int status = ab_child_run(read_all, &copy, READ_LIMIT_S, AB_MAX_COUNTERS * sizeof(struct sums), &result, error,
                              size);

    memset(counts, 0, sizeof(*counts));
    if (status == EPERM)
        snprintf(error, size, "may not read the memory of process %ld: run this as root, with sudo", (long)p->pid);
    else if (status > 0)
        snprintf(error, size, "cannot read the counters of process %ld", (long)p->pid);
    for (size_t at = 0; status == 0 && at + sizeof(struct sums) <= result.len; at += sizeof(struct sums))
        add_sums(counts, (const struct sums *)(const void *)(result.data + at));
    ab_text_free(&result);
    return status == 0;
}

void ab_counts_free(struct ab_counts *counts)
{
    free(counts->all);
    memset(counts, 0, sizeof(*counts));
}
