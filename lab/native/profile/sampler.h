/*
 * Records the call stack of one thread at random moments of its CPU time, with timers and signals only. There is one
 * sampler per process.
 */
#ifndef AB_LAB_SAMPLER_H
#define AB_LAB_SAMPLER_H

#include <signal.h>
#include <stddef.h>

enum { LAB_STACK_DEPTH = 63, LAB_MOST_STACKS = 1 << 14 };

/*
 * at[0] is the next instruction, the others are return addresses, innermost first. in_kernel: the thread was in a
 * system call. depth 0: the stack could not be walked.
 */
struct lab_stack {
    unsigned char depth, in_kernel;
    void *at[LAB_STACK_DEPTH];
};

/* Samples are taken only while this is nonzero. The sampled thread sets it around the code of interest. */
extern _Thread_local volatile sig_atomic_t lab_sampler_on;

/*
 * Start sampling the calling thread, on average every `interval_us` of its CPU time, or less often where it waits for a
 * core. Return 1, or 0 with the reason in *why.
 */
int lab_sampler_start(unsigned interval_us, const char **why);
/* Stop. The samples stay until the next start. */
void lab_sampler_stop(void);
/* Return the number of stacks so far, at most LAB_MOST_STACKS, and the stacks in *stacks. */
size_t lab_sampler_stacks(const struct lab_stack **stacks);

#endif
