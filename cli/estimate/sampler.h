/*
 * Where the threads of running processes are in their code, at moments spread over their processor time. The kernel's
 * own sampling (perf_event_open(2), clock of the processor) is used where it is allowed, since it disturbs nothing.
 * Else a thread that runs is stopped for the few microseconds that reading its instruction pointer takes (ptrace(2)),
 * and let go at once: between two samples nothing is attached. If this process dies in the middle, the kernel lets the
 * thread go.
 */
#ifndef AB_CLI_ESTIMATE_SAMPLER_H
#define AB_CLI_ESTIMATE_SAMPLER_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "cli/linux/regions.h"

struct ab_sample {
    uint64_t address;
    uint32_t process; /* an index */
};

struct ab_sampled_process {
    pid_t pid;
    int is_gone;
    struct ab_regions regions;
    uint64_t user_ticks, kernel_ticks, first_user, first_kernel;
};

struct ab_sampler;
struct ab_thread {
    uint32_t process;
    pid_t tid;
    int is_there;
    int fd;          /* perf: the event; ptrace: /proc/PID/task/TID/schedstat */
    void *ring;      /* perf */
    uint64_t run_ns; /* ptrace: its processor time at the last sample */
};

/* One way of sampling. */
struct ab_sampler_method {
    const char *name;
    unsigned interval_us[2]; /* of one thread's processor time: of strangers, of our own child */
    unsigned tick_us[2];     /* how often to look after the threads */
    /* Begin with a thread. 0 and errno. */
    int (*begin)(struct ab_sampler *s, struct ab_thread *t);
    void (*tick)(struct ab_sampler *s, struct ab_thread *t);
    void (*end)(struct ab_thread *t);
};
extern const struct ab_sampler_method ab_sampler_perf, ab_sampler_ptrace;

struct ab_sampler {
    const struct ab_sampler_method *method; /* NULL: not chosen yet */
    int is_own;                             /* our own child: sample it often */
    int sees_kernel;                        /* samples in the kernel are counted */
    int perf_errno, ptrace_errno;           /* why a method is not allowed; 0: it was not tried */
    struct ab_sampled_process *processes;
    unsigned num_processes;
    struct ab_thread *threads;
    unsigned num_threads, num_missed; /* missed: threads that could not be sampled */
    struct ab_sample *samples;        /* in user mode */
    size_t num_samples;
    uint64_t num_kernel, num_lost;
};

/* Adds a process with all its threads. 0: it is not there, or no method is allowed; perf_errno and ptrace_errno say. */
int ab_sampler_add(struct ab_sampler *s, pid_t pid);

/* Has the process ended, even if its parent has not yet waited for it? */
int ab_sampler_has_ended(pid_t pid);

/* Called now and then, to add processes that have begun since. */
typedef void ab_sampler_refresh_fn(struct ab_sampler *s, void *arg);

/* Samples for so long, or until *stop is set or all processes are gone. Return the seconds that it took. */
double ab_sampler_run(struct ab_sampler *s, double seconds, ab_sampler_refresh_fn *refresh, void *arg,
                      const volatile sig_atomic_t *stop);

/* Lets go of everything that is still attached; the samples stay. */
void ab_sampler_end(struct ab_sampler *s);
void ab_sampler_free(struct ab_sampler *s);

/* For the methods. */
void ab_sampler_take(struct ab_sampler *s, const struct ab_thread *t, uint64_t address);

/* The share of the processes' processor time that they spent in user mode, and that time in seconds. */
double ab_sampler_user_share(const struct ab_sampler *s);
double ab_sampler_cpu_seconds(const struct ab_sampler *s);

#endif
