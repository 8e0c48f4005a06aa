/*
 * Sorting samples. Files that a process has mapped may be an attacker's, who chooses their names too. So only the map
 * is read here; each file is opened by a child that has the rights of the process and no others, sees its root
 * directory, and has a time limit. It answers with numbers, which are checked.
 */
#define _GNU_SOURCE
#include "cli/estimate/evidence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/system/binary.h"
#include "cli/system/child.h"
#include "cli/estimate/functions.h"
#include "cli/system/place.h"
#include "cli/system/process.h"
#include "cli/text/say.h"
#include "cli/estimate/symbol_names.h"

enum { MOST_FILES = 64, TIME_LIMIT = 20, MAX_ANSWER = 4096 };
#define LEAST_SHARE 0.005 /* of all samples: a file with fewer is not looked into */

/* Samples in one mapped file. */
struct file {
    const struct ab_region *region;
    pid_t pid;
    uint64_t *offsets;
    size_t num;
};

static struct file *find_file(struct file *files, unsigned *num, const struct ab_region *region, pid_t pid)
{
    for (unsigned i = 0; i < *num; i++)
        if (ab_region_is_same_file(files[i].region, region))
            return &files[i];
    if (*num == MOST_FILES)
        return NULL;
    files[*num] = (struct file){ .region = region, .pid = pid };
    return &files[(*num)++];
}

/* The room doubles when the number is a power of two. */
static void add_offset(struct file *f, uint64_t offset)
{
    if ((f->num & (f->num - 1)) == 0) {
        f->offsets = realloc(f->offsets, (f->num == 0 ? 1 : 2 * f->num) * sizeof(*f->offsets));
        if (f->offsets == NULL)
            ab_out_of_memory();
    }
    f->offsets[f->num++] = offset;
}

static unsigned sort_samples(const struct ab_sampler *s, struct file *files)
{
    unsigned num = 0;

    for (size_t i = 0; i < s->num_samples; i++) {
        const struct ab_sampled_process *p = &s->processes[s->samples[i].process];
        const struct ab_region *region = ab_regions_find(&p->regions, s->samples[i].address);
        struct file *f = region == NULL ? NULL : find_file(files, &num, region, p->pid);

        if (f != NULL)
            add_offset(f, s->samples[i].address - region->start + region->offset);
    }
    return num;
}

/* ---- our libcrypto ---- */

static void count_own(const struct file *f, const struct ab_own_crypto *own, struct ab_evidence *e)
{
    for (size_t i = 0; i < f->num; i++) {
        long function = ab_functions_find(&own->functions, f->offsets[i]);

        if (function >= 0)
            e->own[function]++;
        e->num_own += function >= 0;
    }
}

/* ---- other files ---- */

struct question {
    const struct ab_process *process;
    const struct file *file;
};

static int has_names(const struct ab_functions *f)
{
    for (size_t i = 0; i < f->num; i++)
        if (strcmp(f->all[i].name, "sha256_block_data_order") == 0)
            return 1;
    return 0;
}

static void answer_classes(const struct file *file, const struct ab_functions *functions, int out)
{
    uint64_t classes[AB_NUM_CLASSES] = { 0 };

    for (size_t i = 0; i < file->num; i++) {
        long function = ab_functions_find(functions, file->offsets[i]);
        int class = function < 0 ? -1 : ab_symbol_class(functions->all[function].name);

        if (class >= 0)
            classes[class]++;
    }
    for (int i = 0; i < AB_NUM_CLASSES; i++)
        dprintf(out, " %llu", (unsigned long long)classes[i]);
}

/* The answer: the version; whether it can load modules, whether it has names; and the samples of each class. */
static void answer(const struct file *file, int fd, int out)
{
    struct ab_openssl_inside inside;
    struct ab_functions functions = { 0 };
    int names;

    if (!ab_binary_openssl(fd, &inside) || *inside.version == '\0' || *inside.openssldir == '\0')
        return;
    names = ab_functions_read(fd, AB_FUNCTIONS_OF_SYMBOLS, &functions) && has_names(&functions);
    dprintf(out, "%s %d %d", inside.version, inside.can_load && atoi(inside.version) >= 3, names);
    if (names)
        answer_classes(file, &functions, out);
    ab_functions_free(&functions);
}

/* Runs in the child. arg: struct question */
static int answer_in_child(void *arg, int out)
{
    const struct question *q = arg;
    struct ab_view view = { .root = q->process->root, .cwd = q->process->cwd };
    int fd;

    if (!ab_take_rights(&q->process->rights))
        return 1;
    fd = ab_open_regular(&view, q->file->region->path);
    if (fd >= 0)
        answer(q->file, fd, out);
    return fd < 0;
}

static void add_classes(const struct file *f, char *numbers, struct ab_evidence *e)
{
    uint64_t left = f->num; /* an answer that claims more is not believed */

    for (unsigned i = 0; i < AB_NUM_CLASSES; i++) {
        uint64_t num = strtoull(numbers, &numbers, 10);

        num = num < left ? num : left;
        left -= num;
        e->named[i] += num;
    }
}

static void read_answer(const struct file *f, char *text, struct ab_evidence *e)
{
    int can_load, names, len;

    if (sscanf(text, "%47s %d %d%n", e->version, &can_load, &names, &len) != 3)
        return;
    if (!can_load) {
        e->num_closed += f->num;
    } else if (names) {
        add_classes(f, text + len, e);
    } else {
        e->num_nameless += f->num;
        snprintf(e->nameless, sizeof(e->nameless), "%s", f->region->path);
    }
}

static void look_into(const struct file *f, struct ab_evidence *e)
{
    struct ab_process process;
    struct question question = { &process, f };
    struct ab_text text = { 0 };
    char error[512];

    if (!ab_process_read(f->pid, &process, error, sizeof(error)))
        return; /* it has ended */
    ab_child_run(answer_in_child, &question, TIME_LIMIT, MAX_ANSWER, &text, error, sizeof(error));
    if (text.data != NULL)
        read_answer(f, text.data, e);
    ab_text_free(&text);
    ab_process_free(&process);
}

/* ---- all ---- */

void ab_evidence_collect(const struct ab_sampler *s, const struct ab_own_crypto *own, struct ab_evidence *e)
{
    struct file files[MOST_FILES];
    unsigned num = sort_samples(s, files);
    size_t functions = own == NULL ? 0 : own->functions.num;

    memset(e, 0, sizeof(*e));
    e->total_user = (double)s->num_samples;
    e->total = e->total_user / ab_sampler_user_share(s);
    e->own = calloc(functions + 1, sizeof(*e->own));
    if (e->own == NULL)
        ab_out_of_memory();
    for (unsigned i = 0; i < num; i++) {
        if (own != NULL && ab_region_is_same_file(files[i].region, own->region))
            count_own(&files[i], own, e);
        else if ((double)files[i].num >= LEAST_SHARE * e->total)
            look_into(&files[i], e);
        free(files[i].offsets);
    }
    e->own[functions] = e->total > (double)e->num_own ? (uint32_t)(e->total - (double)e->num_own) : 0;
}

void ab_evidence_free(struct ab_evidence *e)
{
    free(e->own);
    memset(e, 0, sizeof(*e));
}
