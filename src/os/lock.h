/*
 * A lock between threads, one word of memory; all zero is free. It needs no system call unless threads wait.
 *
 * A child after fork inherits locks that other threads of its parent held, and none of these threads. Each process
 * therefore has an era, a number that its parent and its children do not have: a lock that is held in another era is
 * nobody's, and the next thread takes it over. 1 <= era < 2^31.
 */
#ifndef AB_OS_LOCK_H
#define AB_OS_LOCK_H

#include <stdatomic.h>
#include <stdint.h>

struct ab_lock {
    _Atomic uint32_t word; /* 0, or twice the holder's era; + 1 if threads may wait */
};

/* Returns 1, or 0 if it was taken over: what it protects may have been left in the middle of a change. */
int ab_lock_take(struct ab_lock *lock, uint32_t era);
void ab_lock_release(struct ab_lock *lock);

#endif
