/* The sampler: a timer's signal interrupts the thread, and the handler walks its stack. */
#define _GNU_SOURCE
#include "sampler.h"

#include <errno.h>
#include <execinfo.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "program_counter.h"

#ifndef sigev_notify_thread_id /* older headers lack the name */
# define sigev_notify_thread_id _sigev_un._tid
#endif

enum { SIGNAL = SIGPROF, FRAMES_OF_SIGNAL = 4 }; /* the handler, its return, and what an instrumented build adds */

_Thread_local volatile sig_atomic_t lab_sampler_on;

static struct {
    struct lab_stack stacks[LAB_MOST_STACKS];
    size_t num;
    timer_t timer;
    struct sigaction before, before_fault;
    sigjmp_buf walk; /* where a walk that faulted ends */
    volatile sig_atomic_t walking;
    unsigned interval_us;
    int64_t taken_ns; /* the thread's CPU time at the last sample */
    uint32_t random;
    int running;
} sampler;

/* Arm the timer once, at a random distance of 0.5 to 1.5 intervals, so that no periodic work can keep step with it. */
static void arm(void)
{
    struct itimerspec next = { 0 };
    uint32_t x = sampler.random;

    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    sampler.random = x;
    next.it_value.tv_nsec = (long)(1000u * (sampler.interval_us / 2 + x % sampler.interval_us) + 1);
    timer_settime(sampler.timer, 0, &next, NULL);
}

/* Return whether pc directly follows a system call: the kernel was at work when the timer expired. */
static int is_behind_syscall(const void *pc)
{
    static const uint8_t code[] = LAB_SYSTEM_CALL;

    return memcmp((const uint8_t *)pc - sizeof(code), code, sizeof(code)) == 0;
}

/* Assembly with wrong unwinding information leads the walk into unmapped memory: abandon the walk. */
static void on_fault(int signal)
{
    if (sampler.walking)
        siglongjmp(sampler.walk, 1);
    sigaction(signal, &sampler.before_fault, NULL); /* not caused by a walk: it recurs, under the former handler */
}

static int walk(void **frames, int most)
{
    int num = 0;

    sampler.walking = 1;
    if (sigsetjmp(sampler.walk, 1) == 0)
        num = backtrace(frames, most);
    sampler.walking = 0;
    return num;
}

static void take(struct lab_stack *stack, void *pc)
{
    void *frames[LAB_STACK_DEPTH + FRAMES_OF_SIGNAL];
    int num = walk(frames, LAB_STACK_DEPTH + FRAMES_OF_SIGNAL), first = 0;

    while (first < num && frames[first] != pc)
        first++;
    num = num - first < LAB_STACK_DEPTH ? num - first : LAB_STACK_DEPTH;
    memcpy(stack->at, frames + first, (size_t)num * sizeof(frames[0]));
    stack->depth = (unsigned char)num;
    stack->in_kernel = (unsigned char)is_behind_syscall(pc);
}

static int64_t thread_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1000000000 * (int64_t)t.tv_sec + t.tv_nsec;
}

/*
 * Return whether the thread has run for a quarter of an interval since the last sample, half of the least distance of
 * two signals. The timer also runs while the thread waits for a core; without this condition, a busy machine would
 * yield many samples of the same instruction, the one at which the thread was preempted.
 */
static int has_run(void)
{
    int64_t now = thread_ns();

    if (now - sampler.taken_ns < 250 * (int64_t)sampler.interval_us)
        return 0;
    sampler.taken_ns = now;
    return 1;
}

static void on_signal(int signal, siginfo_t *info, void *context)
{
    int error = errno;

    (void)signal;
    (void)info;
    if (lab_sampler_on && sampler.num < LAB_MOST_STACKS && has_run())
        take(&sampler.stacks[sampler.num++], (void *)((ucontext_t *)context)->uc_mcontext.gregs[LAB_PROGRAM_COUNTER]);
    if (sampler.running)
        arm();
    errno = error;
}

int lab_sampler_start(unsigned interval_us, const char **why)
{
    struct sigaction action = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART };
    struct sigaction fault = { .sa_handler = on_fault };
    struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGNAL };
    void *frame;

    backtrace(&frame, 1); /* the first call loads a library, which a handler must not do */
    lab_sampler_on = 0;   /* the first use in a thread may allocate, likewise */
    event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
    if (sigaction(SIGNAL, &action, &sampler.before) != 0 || sigaction(SIGSEGV, &fault, &sampler.before_fault) != 0
        || timer_create(CLOCK_MONOTONIC, &event, &sampler.timer) != 0) {
        *why = strerror(errno);
        return 0;
    }
    sampler.num = 0;
    sampler.taken_ns = thread_ns();
    sampler.random = 2463534242u;
    sampler.interval_us = interval_us;
    sampler.running = 1;
    arm();
    return 1;
}

void lab_sampler_stop(void)
{
    sampler.running = 0;
    timer_delete(sampler.timer); /* a signal already sent is handled before this returns */
    sigaction(SIGSEGV, &sampler.before_fault, NULL);
    sigaction(SIGNAL, &sampler.before, NULL);
}

size_t lab_sampler_stacks(const struct lab_stack **stacks)
{
    *stacks = sampler.stacks;
    return sampler.num;
}
