/*
 * Wait for a word to change and wake the waiters: futex(2). A port to another system provides its own (WaitOnAddress
 * ...).
 */
#ifndef AB_THREADS_FUTEX_H
#define AB_THREADS_FUTEX_H

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Return at once if *word is no longer `seen`; otherwise sleep until woken. May also return spuriously. */
static inline void futex_wait(_Atomic uint32_t *word, uint32_t seen)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
}

static inline void futex_wake(_Atomic uint32_t *word, int num)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, num, NULL, NULL, 0);
}

#endif
