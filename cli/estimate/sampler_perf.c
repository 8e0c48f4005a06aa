/* Sampling by the kernel: a timer on the thread's processor time writes the instruction pointer into a ring. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cli/estimate/sampler.h"

enum { DATA_PAGES = 2 }; /* 512 samples; an unprivileged user gets 516 KiB for all rings (perf_event_mlock_kb) */

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* The clock of the processor instead of a counter of cycles: virtual machines have it too. */
static int open_event(pid_t tid, unsigned interval_us, int exclude_kernel)
{
    struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
                                    .size = sizeof(attr),
                                    .config = PERF_COUNT_SW_CPU_CLOCK,
                                    .sample_period = 1000ull * interval_us - 7, /* in step with nothing */
                                    .sample_type = PERF_SAMPLE_IP,
                                    .exclude_kernel = exclude_kernel != 0,
                                    .exclude_hv = 1 };

    return (int)syscall(SYS_perf_event_open, &attr, tid, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

/* Samples in the kernel need more rights (perf_event_paranoid below 2). */
static int begin(struct ab_sampler *s, struct ab_thread *t)
{
    unsigned interval_us = s->method->interval_us[s->is_own];
    int saved;

    t->fd = -1;
    if (s->num_threads == 0 || s->sees_kernel) {
        t->fd = open_event(t->tid, interval_us, 0);
        s->sees_kernel = t->fd >= 0;
    }
    if (t->fd < 0)
        t->fd = open_event(t->tid, interval_us, 1);
    if (t->fd < 0)
        return 0;
    t->ring = mmap(NULL, (1 + DATA_PAGES) * page_size(), PROT_READ | PROT_WRITE, MAP_SHARED, t->fd, 0);
    if (t->ring != MAP_FAILED)
        return 1;
    saved = errno;
    close(t->fd);
    errno = saved;
    return 0;
}

static void end(struct ab_thread *t)
{
    munmap(t->ring, (1 + DATA_PAGES) * page_size());
    close(t->fd);
}

/* A record may go round the end of the ring. */
static void copy_out(const unsigned char *data, size_t size, uint64_t at, void *to, size_t len)
{
    for (size_t i = 0; i < len; i++)
        ((unsigned char *)to)[i] = data[(at + i) % size];
}

static void read_record(struct ab_sampler *s, const struct ab_thread *t, const unsigned char *data, size_t size,
                        uint64_t at, const struct perf_event_header *header)
{
    uint64_t values[2];

    copy_out(data, size, at + sizeof(*header), values, sizeof(values));
    if (header->type == PERF_RECORD_LOST)
        s->num_lost += values[1]; /* behind the id of the event */
    else if (header->type != PERF_RECORD_SAMPLE)
        return;
    else if ((header->misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL)
        s->num_kernel++;
    else
        ab_sampler_take(s, t, values[0]);
}

static void tick(struct ab_sampler *s, struct ab_thread *t)
{
    struct perf_event_mmap_page *page = t->ring;
    const unsigned char *data = (const unsigned char *)t->ring + page_size();
    size_t size = DATA_PAGES * page_size();
    uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE), tail = page->data_tail;

    while (tail < head) {
        struct perf_event_header header;

        copy_out(data, size, tail, &header, sizeof(header));
        read_record(s, t, data, size, tail, &header);
        tail += header.size < sizeof(header) ? head - tail : header.size;
    }
    __atomic_store_n(&page->data_tail, tail, __ATOMIC_RELEASE);
}

const struct ab_sampler_method ab_sampler_perf = {
    "perf_event_open", { 1000, 100 }, { 50000, 10000 }, begin, tick, end
};
