/* The processes and threads that are sampled, and the loop over them. */
#define _GNU_SOURCE
#include "cli/estimate/sampler.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lab/native/measure/clock.h"
#include "lab/native/measure/stats.h"
#include "cli/text/say.h"

enum { MOST_SAMPLES = 1 << 21, MOST_THREADS = 4096 };
#define REFRESH_SECONDS 0.25

void ab_sampler_take(struct ab_sampler *s, const struct ab_thread *t, uint64_t address)
{
    if (s->samples == NULL && (s->samples = malloc(MOST_SAMPLES * sizeof(*s->samples))) == NULL)
        ab_out_of_memory();
    if (s->num_samples == MOST_SAMPLES)
        s->num_lost++;
    else
        s->samples[s->num_samples++] = (struct ab_sample){ address, t->process };
}

/* ---- threads ---- */

static int choose_method(struct ab_sampler *s, struct ab_thread *t)
{
    if (s->method != NULL)
        return s->method->begin(s, t);
    s->method = &ab_sampler_perf;
    if (s->method->begin(s, t))
        return 1;
    s->perf_errno = errno;
    s->method = &ab_sampler_ptrace;
    if (s->method->begin(s, t))
        return 1;
    s->ptrace_errno = errno;
    s->method = NULL;
    return 0;
}

static struct ab_thread *find_thread(const struct ab_sampler *s, uint32_t process, pid_t tid)
{
    for (unsigned i = 0; i < s->num_threads; i++)
        if (s->threads[i].tid == tid && s->threads[i].process == process)
            return &s->threads[i];
    return NULL;
}

static void add_thread(struct ab_sampler *s, uint32_t process, pid_t tid)
{
    struct ab_thread t = { .process = process, .tid = tid, .is_there = 1 };

    if (s->num_threads == MOST_THREADS || !choose_method(s, &t)) {
        s->num_missed++;
        return;
    }
    s->threads = ab_grow(s->threads, s->num_threads, sizeof(*s->threads));
    s->threads[s->num_threads++] = t;
}

static void drop_thread(struct ab_sampler *s, unsigned i)
{
    s->method->tick(s, &s->threads[i]);
    s->method->end(&s->threads[i]);
    s->threads[i] = s->threads[--s->num_threads];
}

/* Compare with the threads that the process has by now. 0: it is gone. */
static int read_threads(struct ab_sampler *s, uint32_t process)
{
    char path[64];
    struct dirent *entry;
    DIR *dir;

    if (s->processes[process].is_gone)
        return 0;
    snprintf(path, sizeof(path), "/proc/%ld/task", (long)s->processes[process].pid);
    dir = opendir(path);
    if (dir == NULL)
        return 0;
    while ((entry = readdir(dir)) != NULL) {
        pid_t tid = (pid_t)atol(entry->d_name);
        struct ab_thread *t = tid > 0 ? find_thread(s, process, tid) : NULL;

        if (t != NULL)
            t->is_there = 1;
        else if (tid > 0)
            add_thread(s, process, tid);
    }
    closedir(dir);
    return 1;
}

/* ---- processes ---- */

/*
 * Fields 3, 14, 15 and 20 of /proc/PID/stat: state, ticks in user and in kernel mode, threads. The name before may have
 * any characters, but ends at the last parenthesis. A process that has ended stays until its parent asks for it.
 */
static void read_stat(struct ab_sampled_process *p)
{
    char path[64], line[1024], state = 'X';
    const char *name_end;
    long threads = 0;
    FILE *file;

    snprintf(path, sizeof(path), "/proc/%ld/stat", (long)p->pid);
    file = fopen(path, "re");
    line[file == NULL ? 0 : fread(line, 1, sizeof(line) - 1, file)] = '\0';
    name_end = strrchr(line, ')');
    if (name_end != NULL)
        (void)sscanf(name_end + 1,
                     " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %" SCNu64 " %" SCNu64 " %*d %*d %*d %*d %ld", &state,
                     &p->user_ticks, &p->kernel_ticks, &threads);
    if (file != NULL)
        fclose(file);
    p->is_gone = strchr("ZX", state) != NULL && threads <= 1;
}

int ab_sampler_has_ended(pid_t pid)
{
    struct ab_sampled_process p = { .pid = pid };

    read_stat(&p);
    return p.is_gone;
}

/* A library may be loaded late, so read the map again; a process that has ended leaves the former one. */
static void read_regions(struct ab_sampled_process *p)
{
    struct ab_regions regions;

    if (!ab_regions_read(p->pid, &regions))
        return;
    ab_regions_free(&p->regions);
    p->regions = regions;
}

static void refresh_process(struct ab_sampler *s, uint32_t process)
{
    struct ab_sampled_process *p = &s->processes[process];

    if (p->is_gone)
        return;
    read_stat(p);
    p->is_gone |= !read_threads(s, process);
}

int ab_sampler_add(struct ab_sampler *s, pid_t pid)
{
    struct ab_sampled_process p = { .pid = pid };
    unsigned threads = s->num_threads;

    if (!ab_regions_read(pid, &p.regions)) {
        s->perf_errno = s->ptrace_errno = errno;
        return 0;
    }
    read_stat(&p);
    p.first_user = p.user_ticks;
    p.first_kernel = p.kernel_ticks;
    s->processes = ab_grow(s->processes, s->num_processes, sizeof(*s->processes));
    s->processes[s->num_processes++] = p;
    if (read_threads(s, s->num_processes - 1) && s->num_threads > threads)
        return 1;
    ab_regions_free(&s->processes[--s->num_processes].regions);
    return 0;
}

double ab_sampler_user_share(const struct ab_sampler *s)
{
    double user = 0, kernel = 0;

    for (unsigned i = 0; i < s->num_processes; i++) {
        user += (double)(s->processes[i].user_ticks - s->processes[i].first_user);
        kernel += (double)(s->processes[i].kernel_ticks - s->processes[i].first_kernel);
    }
    if (s->sees_kernel) {
        user = (double)s->num_samples;
        kernel = (double)s->num_kernel;
    }
    return user > 0 ? user / (user + kernel) : 1;
}

double ab_sampler_cpu_seconds(const struct ab_sampler *s)
{
    uint64_t ticks = 0;

    for (unsigned i = 0; i < s->num_processes; i++)
        ticks += s->processes[i].user_ticks - s->processes[i].first_user + s->processes[i].kernel_ticks
                 - s->processes[i].first_kernel;
    return (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

/* ---- the loop ---- */

static void refresh_all(struct ab_sampler *s, ab_sampler_refresh_fn *refresh, void *arg)
{
    for (unsigned i = 0; i < s->num_threads; i++)
        s->threads[i].is_there = 0;
    s->num_missed = 0;
    for (uint32_t i = 0; i < s->num_processes; i++)
        refresh_process(s, i);
    for (unsigned i = s->num_threads; i-- > 0;)
        if (!s->threads[i].is_there)
            drop_thread(s, i);
    if (refresh != NULL)
        refresh(s, arg);
}

/* Half to one and a half ticks, so that no periodic work can keep step. */
static void pause_for(unsigned tick_us, unsigned long long *random)
{
    unsigned long long us = tick_us / 2 + lab_random(random) % tick_us;
    struct timespec t = { (time_t)(us / 1000000), (long)(us % 1000000) * 1000 };

    nanosleep(&t, NULL);
}

double ab_sampler_run(struct ab_sampler *s, double seconds, ab_sampler_refresh_fn *refresh, void *arg,
                      const volatile sig_atomic_t *stop)
{
    double start = lab_wall_seconds(), refreshed = start, t = start;
    unsigned long long random = 88172645463325252u;

    while ((stop == NULL || !*stop) && s->num_threads > 0 && t - start < seconds) {
        pause_for(s->method->tick_us[s->is_own], &random);
        for (unsigned i = 0; i < s->num_threads; i++)
            s->method->tick(s, &s->threads[i]);
        t = lab_wall_seconds();
        if (t - refreshed > REFRESH_SECONDS) {
            refresh_all(s, refresh, arg);
            refreshed = t;
        }
    }
    refresh_all(s, NULL, NULL);
    for (unsigned i = 0; i < s->num_processes; i++)
        read_regions(&s->processes[i]);
    return t - start;
}

void ab_sampler_end(struct ab_sampler *s)
{
    while (s->num_threads > 0)
        drop_thread(s, s->num_threads - 1);
}

void ab_sampler_free(struct ab_sampler *s)
{
    ab_sampler_end(s);
    for (unsigned i = 0; i < s->num_processes; i++)
        ab_regions_free(&s->processes[i].regions);
    free(s->processes);
    free(s->threads);
    free(s->samples);
    memset(s, 0, sizeof(*s));
}
