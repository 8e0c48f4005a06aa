/*
 * What the pool of threads (threads/pool.h) needs of an operating system: worker threads, processors, waiting on a
 * word of memory, and a clock.
 */
#ifndef AB_OS_THREADS_H
#define AB_OS_THREADS_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* Nanoseconds of a clock that is never set back. */
uint64_t ab_clock(void);

void ab_sleep(uint64_t ns); /* may end early; ns below one second */

/* Return at once if *word is no longer `seen`; otherwise sleep until woken. May also return spuriously. */
void ab_wait(_Atomic uint32_t *word, uint32_t seen);

/* Wake one of the threads that wait on the word, or all of them. */
void ab_wake_one(_Atomic uint32_t *word);
void ab_wake_all(_Atomic uint32_t *word);

typedef uintptr_t ab_thread;

/*
 * Start a worker thread with a stack of stack_len bytes; 0 if the system refuses. On Linux its name is "afterburner",
 * and all signals are blocked in it: the host's handlers must not run on a thread that the host does not know.
 */
int ab_thread_start(ab_thread *thread, size_t stack_len, void *(*work)(void *), void *arg);

/* Wait until the thread has ended. */
void ab_thread_join(ab_thread thread);

/* A set of processors. */
struct ab_cpu_set {
    unsigned long mask[1024 / 8 / sizeof(unsigned long)];
};

/*
 * Write the processors that the calling thread may use, other than its current one, to *others, and the number of that
 * one to *here. Returns their number; 0 if there are none or if the system does not say.
 */
unsigned ab_other_cpus(struct ab_cpu_set *others, int *here);

/* Let the thread run on these processors only. */
void ab_thread_bind(ab_thread thread, const struct ab_cpu_set *cpus);

/* Protect the calling thread from cancellation, and restore the state that ab_cancel_disable returned. */
int ab_cancel_disable(void);
void ab_cancel_restore(int state);

#endif
