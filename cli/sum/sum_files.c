/*
 * afterburner sum: reading and hashing several files at once. A few files are open, each with a buffer and a job of the
 * batch; when the batch has hashed a buffer, read the next piece into it. So a long file needs no more memory than a
 * short one. Results are reported in order; they are small, so many may wait for a long file before them.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "afterburner/hash_batch.h"
#include "cli/system/child.h"
#include "cli/text/say.h"
#include "cli/sum/sum.h"

enum {
    MIN_SLOTS = 8,
    BUFFERS_LEN = 1 << 20, /* of all of them: they stay in the second-level cache */
    MAX_WAITING = 1 << 16, /* results */
    PROGRESS_FROM = 1000,
    PROGRESS_EVERY = 200 /* milliseconds */
};

struct slot {
    struct ab_hash_job job; /* first: the batch gives it back */
    struct slot *next;      /* free ones */
    struct ab_sum_file *file;
    int fd;
    uint8_t *buffer; /* buffer_len bytes */
};

struct progress {
    int is_shown, is_on_screen;
    uint64_t num_files, num_bytes;
    int64_t start, last; /* milliseconds */
};

struct ab_sum_files {
    struct ab_hash_batch batch;
    uint8_t *buffers;
    size_t buffer_len; /* of each, whole blocks */
    struct slot *slots, *free;
    struct ab_sum_file *first, *last; /* not reported yet, in order */
    unsigned num_waiting;
    ab_sum_report_fn *report;
    void *context;
    struct progress progress;
};

/* Rewrite one line on the terminal; hide_progress removes it before anything else is written there. */
static void show_progress(struct progress *p)
{
    int64_t now;

    if (!p->is_shown)
        return;
    now = ab_now_ms();
    if (now - p->start < PROGRESS_FROM || now - p->last < PROGRESS_EVERY)
        return;
    p->last = now;
    p->is_on_screen = 1;
    fprintf(stderr, "\r\033[K%llu files, %.1f GB, %.2f GB/s", (unsigned long long)p->num_files,
            (double)p->num_bytes * 1e-9, (double)p->num_bytes * 1e-6 / (double)(now - p->start));
}

static void hide_progress(struct progress *p)
{
    if (p->is_on_screen)
        fputs("\r\033[K", stderr);
    p->is_on_screen = 0;
}

/* Open more files than there are lanes, so that the lanes stay full while one file is read. */
static unsigned num_slots_of(const struct ab_hash_batch *b)
{
    unsigned num = b->max_lanes + b->max_lanes / 4;

    return num < MIN_SLOTS ? MIN_SLOTS : num;
}

static void make_slots(struct ab_sum_files *s, unsigned num_slots)
{
    size_t block_len = s->batch.hash->algorithm->block_len, len = BUFFERS_LEN / num_slots;

    s->buffer_len = len - len % block_len;
    s->buffers = malloc(num_slots * s->buffer_len);
    s->slots = calloc(num_slots, sizeof(*s->slots));
    if (s->buffers == NULL || s->slots == NULL)
        ab_out_of_memory();
    for (unsigned i = 0; i < num_slots; i++) {
        s->slots[i].buffer = s->buffers + i * s->buffer_len;
        s->slots[i].next = s->free;
        s->free = &s->slots[i];
    }
}

struct ab_sum_files *ab_sum_files_new(const struct ab_hash *hash, ab_sum_report_fn *report, void *context)
{
    struct ab_sum_files *s = calloc(1, sizeof(*s));

    if (s == NULL)
        ab_out_of_memory();
    ab_hash_batch_init(&s->batch, hash);
    make_slots(s, num_slots_of(&s->batch));
    s->report = report;
    s->context = context;
    s->progress.is_shown = isatty(STDERR_FILENO);
    s->progress.start = ab_now_ms();
    return s;
}

void ab_sum_files_free(struct ab_sum_files *s)
{
    free(s->buffers);
    free(s->slots);
    free(s);
}

static void report_ready(struct ab_sum_files *s)
{
    struct ab_sum_file *file;

    while ((file = s->first) != NULL && file->is_done) {
        hide_progress(&s->progress);
        s->first = file->next;
        s->num_waiting--;
        s->report(s->context, file);
        free(file);
    }
}

/* The file is done. error: an errno, or 0. */
static void end_file(struct ab_sum_files *s, struct slot *slot, int error)
{
    struct ab_sum_file *file = slot->file;

    if (slot->fd > STDIN_FILENO)
        close(slot->fd);
    slot->next = s->free;
    s->free = slot;
    file->error = error;
    file->is_done = 1;
    if (error == 0)
        memcpy(file->digest, slot->job.digest, sizeof(file->digest));
    s->progress.num_files++;
    show_progress(&s->progress);
    report_ready(s);
}

/* Fill the buffer; a shorter result is the end of the file. -1 and errno if reading fails. */
static ssize_t fill(struct slot *slot, size_t len)
{
    size_t have = 0;
    ssize_t more;

    do {
        more = read(slot->fd, slot->buffer + have, (unsigned)(len - have));
        if (more < 0)
            return -1;
        have += (size_t)more;
    } while (more > 0 && have < len);
    return (ssize_t)have;
}

static void add_next_piece(struct ab_sum_files *s, struct slot *slot)
{
    ssize_t len = fill(slot, s->buffer_len);

    if (len < 0) {
        end_file(s, slot, errno);
        return;
    }
    s->progress.num_bytes += (uint64_t)len;
    show_progress(&s->progress);
    if ((size_t)len == s->buffer_len)
        ab_hash_batch_add_piece(&s->batch, &slot->job, slot->buffer, s->buffer_len);
    else
        ab_hash_batch_add_last(&s->batch, &slot->job, slot->buffer, (size_t)len);
}

/* Take one file a piece further, or end it. 0: none is open. */
static int turn(struct ab_sum_files *s)
{
    struct ab_hash_job *job = ab_hash_batch_take_any(&s->batch);

    if (job == NULL && ab_hash_batch_work(&s->batch))
        job = ab_hash_batch_take_any(&s->batch);
    if (job == NULL)
        return 0;
    if (job->is_last)
        end_file(s, (struct slot *)job, 0);
    else
        add_next_piece(s, (struct slot *)job);
    return 1;
}

static struct ab_sum_file *append_file(struct ab_sum_files *s, const char *name, const uint8_t *wanted)
{
    size_t size = strlen(name) + 1;
    struct ab_sum_file *file = calloc(1, sizeof(*file) + size);

    if (file == NULL)
        ab_out_of_memory();
    memcpy(file->name, name, size);
    if (wanted != NULL)
        memcpy(file->wanted, wanted, sizeof(file->wanted));
    if (s->first == NULL)
        s->first = file;
    else
        s->last->next = file;
    s->last = file;
    s->num_waiting++;
    return file;
}

static struct slot *take_slot(struct ab_sum_files *s)
{
    struct slot *slot;

    while (s->free == NULL || s->num_waiting >= MAX_WAITING)
        turn(s);
    slot = s->free;
    s->free = slot->next;
    return slot;
}

void ab_sum_files_add(struct ab_sum_files *s, const char *name, const uint8_t *wanted)
{
    struct slot *slot = take_slot(s);

    slot->file = append_file(s, name, wanted);
    slot->fd = strcmp(name, "-") == 0 ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
    if (slot->fd < 0) {
        end_file(s, slot, errno);
        return;
    }
    ab_hash_batch_start(&s->batch, &slot->job);
    add_next_piece(s, slot);
}

void ab_sum_files_finish(struct ab_sum_files *s)
{
    while (turn(s))
        ;
    hide_progress(&s->progress);
}
