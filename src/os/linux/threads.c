/* Threads of POSIX with the extensions of Linux: futex(2), processor sets, names. */
#define _GNU_SOURCE
#include "os/threads.h"

#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

_Static_assert(sizeof(pthread_t) == sizeof(ab_thread), "one holds the other");
_Static_assert(sizeof(cpu_set_t) == sizeof(struct ab_cpu_set), "one holds the other");

uint64_t ab_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

void ab_sleep(uint64_t ns)
{
    struct timespec t = { 0, (long)ns };

    nanosleep(&t, NULL);
}

void ab_wait(_Atomic uint32_t *word, uint32_t seen)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
}

void ab_wake_one(_Atomic uint32_t *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

void ab_wake_all(_Atomic uint32_t *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

/* Create the thread while the caller blocks all signals: a new thread inherits the mask. */
static int start_without_signals(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *arg)
{
    sigset_t all, before;
    int error;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    error = pthread_create(thread, attributes, work, arg);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error == 0;
}

int ab_thread_start(ab_thread *thread, size_t stack_len, void *(*work)(void *), void *arg)
{
    pthread_attr_t attributes;
    pthread_t made;
    int ok;

    if (pthread_attr_init(&attributes) != 0)
        return 0;
    pthread_attr_setstacksize(&attributes, stack_len);
    ok = start_without_signals(&made, &attributes, work, arg);
    pthread_attr_destroy(&attributes);
    if (!ok)
        return 0;
    pthread_setname_np(made, "afterburner");
    *thread = (ab_thread)made;
    return 1;
}

void ab_thread_join(ab_thread thread)
{
    pthread_join((pthread_t)thread, NULL);
}

unsigned ab_other_cpus(struct ab_cpu_set *others, int *here)
{
    cpu_set_t *set = (cpu_set_t *)(void *)others;

    *here = sched_getcpu();
    if (*here < 0 || sched_getaffinity(0, sizeof(*set), set) != 0)
        return 0;
    CPU_CLR((size_t)*here, set);
    return (unsigned)CPU_COUNT(set);
}

void ab_thread_bind(ab_thread thread, const struct ab_cpu_set *cpus)
{
    pthread_setaffinity_np((pthread_t)thread, sizeof(*cpus), (const cpu_set_t *)(const void *)cpus);
}

int ab_cancel_disable(void)
{
    int state;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    return state;
}

void ab_cancel_restore(int state)
{
    pthread_setcancelstate(state, NULL);
}
