/* A lock that waits by a word of memory. */
#include "os/lock.h"

#include "os/threads.h"

int ab_lock_take(struct ab_lock *lock, uint32_t era)
{
    uint32_t held = 2 * era, wanted = held, seen = 0;

    while (!atomic_compare_exchange_strong_explicit(&lock->word, &seen, wanted, memory_order_acquire,
                                                    memory_order_relaxed)) {
        if (seen != 0 && (seen | 1) != (held | 1)) {
            if (atomic_compare_exchange_strong(&lock->word, &seen, wanted))
                return 0;
        } else if (seen == (held | 1) || atomic_compare_exchange_strong(&lock->word, &seen, held | 1)) {
            ab_wait(&lock->word, held | 1);
            wanted = held | 1; /* others may wait, too */
        }
        seen = 0;
    }
    return 1;
}

void ab_lock_release(struct ab_lock *lock)
{
    if (atomic_exchange_explicit(&lock->word, 0, memory_order_release) & 1)
        ab_wake_one(&lock->word);
}
