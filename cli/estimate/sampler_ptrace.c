/*
 * Sampling by short stops. Only threads that run are stopped: one that waits in a system call uses no processor time,
 * and a stop could end its wait early.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/estimate/sampler.h"

#ifdef __x86_64__
# define SYSTEM_CALL orig_rax
# define PROGRAM_COUNTER rip
#else
# define SYSTEM_CALL orig_eax
# define PROGRAM_COUNTER eip
#endif

/* The directory of a thread has what it is to be read from. */
static int open_entry(const struct ab_sampler *s, const struct ab_thread *t, const char *name)
{
    char path[96];

    snprintf(path, sizeof(path), "/proc/%ld/task/%ld/%s", (long)s->processes[t->process].pid, (long)t->tid, name);
    return open(path, O_RDONLY | O_CLOEXEC);
}

static ssize_t read_start(int fd, char *line, size_t size)
{
    ssize_t len = fd < 0 ? -1 : pread(fd, line, size - 1, 0);

    line[len < 0 ? 0 : len] = '\0';
    return len;
}

/* The first number of schedstat is the time it has run, in nanoseconds. */
static uint64_t read_run_ns(const struct ab_thread *t)
{
    char line[96];

    return read_start(t->fd, line, sizeof(line)) > 0 ? strtoull(line, NULL, 10) : 0;
}

/* The state is the field behind the name, which is in parentheses. */
static int is_running(const struct ab_sampler *s, const struct ab_thread *t)
{
    char line[512];
    int fd = open_entry(s, t, "stat");
    const char *name_end = read_start(fd, line, sizeof(line)) > 0 ? strrchr(line, ')') : NULL;

    if (fd >= 0)
        close(fd);
    return name_end != NULL && strncmp(name_end, ") R", 3) == 0;
}

/*
 * A stop other than the one that was requested is that of a signal which was on its way: hand it on. A thread that was
 * stopped by its user stays stopped.
 */
static void let_go(pid_t tid, int status)
{
    int is_signal = status >> 16 == 0;

    ptrace(PTRACE_DETACH, tid, NULL, (void *)(intptr_t)(is_signal ? WSTOPSIG(status) : 0));
}

/* Waits until it has stopped. 0: it has ended. */
static int wait_for_stop(pid_t tid, int *status)
{
    pid_t waited;

    do
        waited = waitpid(tid, status, __WALL);
    while (waited < 0 && errno == EINTR);
    return waited == tid && WIFSTOPPED(*status);
}

static void stop_and_read(struct ab_sampler *s, const struct ab_thread *t)
{
    struct user_regs_struct registers;
    int status;

    if (ptrace(PTRACE_SEIZE, t->tid, NULL, NULL) != 0)
        return;
    if (ptrace(PTRACE_INTERRUPT, t->tid, NULL, NULL) != 0 || !wait_for_stop(t->tid, &status))
        return; /* it has ended */
    if (ptrace(PTRACE_GETREGS, t->tid, NULL, &registers) == 0) {
        if ((long)registers.SYSTEM_CALL >= 0) /* the number of the system call it is in */
            s->num_kernel++;
        else
            ab_sampler_take(s, t, (unsigned long)registers.PROGRAM_COUNTER);
    }
    let_go(t->tid, status);
}

/* The kernel lets read a process's memory those whom it lets stop it. */
static int begin(struct ab_sampler *s, struct ab_thread *t)
{
    int memory = open_entry(s, t, "mem");

    if (memory < 0)
        return 0;
    close(memory);
    t->fd = open_entry(s, t, "schedstat");
    t->run_ns = read_run_ns(t);
    s->sees_kernel = 1;
    return t->fd >= 0;
}

static void end(struct ab_thread *t)
{
    close(t->fd);
}

/* A thread that has not run since the last sample, but waits for a processor, would give the same address again. */
static void tick(struct ab_sampler *s, struct ab_thread *t)
{
    uint64_t run_ns = read_run_ns(t);

    if (run_ns - t->run_ns < 250ull * s->method->interval_us[s->is_own] || !is_running(s, t))
        return;
    t->run_ns = run_ns;
    stop_and_read(s, t);
}

const struct ab_sampler_method ab_sampler_ptrace = { "ptrace", { 5000, 300 }, { 5000, 300 }, begin, tick, end };
