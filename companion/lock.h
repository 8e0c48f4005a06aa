/*
 * A lock for a few instructions that wait for nothing. It holds the number of its owner's process (process.h). So a
 * child which was forked while another thread of its parent held it can tell: nobody in the child will ever release it.
 */
#ifndef AB_COMPANION_LOCK_H
#define AB_COMPANION_LOCK_H

#include <sched.h>
#include <stdatomic.h>

#include "process.h"

/* Takes the lock. Returns 0 if it was inherited from a parent, and what it protects may then be half changed. */
static inline int ab_lock(atomic_int *lock)
{
    int self = ab_process_number(), owner = 0;

    while (!atomic_compare_exchange_weak_explicit(lock, &owner, self, memory_order_acquire, memory_order_relaxed)) {
        if (owner != 0 && owner != self && atomic_compare_exchange_strong(lock, &owner, self))
            return 0;
        if (owner == self)
            sched_yield();
        owner = 0;
    }
    return 1;
}

/* Returns 1 if it has taken the lock, 0 if another thread has it, perhaps one of a parent process. */
static inline int ab_try_lock(atomic_int *lock)
{
    int none = 0;

    return atomic_compare_exchange_strong_explicit(lock, &none, ab_process_number(), memory_order_acquire,
                                                   memory_order_relaxed);
}

static inline void ab_unlock(atomic_int *lock)
{
    atomic_store_explicit(lock, 0, memory_order_release);
}

#endif
