/*
 * Looks at one thread at random moments and keeps its call stack: time as it passes, what the processor really runs, kernel and
 * all, with nothing needed but timers and signals. One sampler a process.
 */
#ifndef AB_LAB_SAMPLER_H
#define AB_LAB_SAMPLER_H

#include <signal.h>
#include <stddef.h>

enum { LAB_STACK_DEPTH = 63, LAB_MOST_STACKS = 1 << 14 };

/* at[0] is the instruction that was next, the others are where the calls return to, the innermost first. in_kernel: the thread was
   in a system call. depth 0: the stack could not be walked. */
struct lab_stack {
    unsigned char depth, in_kernel;
    void *at[LAB_STACK_DEPTH];
};

/* Samples are taken only while this is not 0: to be set round what is looked at, in the thread that is. Each thread has its own. */
extern _Thread_local volatile sig_atomic_t lab_sampler_on;

/* Begins to look at the calling thread, on average every `interval_us`; 0 with the reason in *why. */
int lab_sampler_start(unsigned interval_us, const char **why);
/* Ends it. What was taken stays until the next start. */
void lab_sampler_stop(void);
/* The stacks taken so far; the first LAB_MOST_STACKS, then no more are. */
size_t lab_sampler_stacks(const struct lab_stack **stacks);

#endif
