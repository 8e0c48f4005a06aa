/* The number is kept in a page that a child finds empty after fork. */
#define _GNU_SOURCE
#include "process.h"

#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

static atomic_int *_Atomic page;
static atomic_int none; /* what the page is if the kernel gives none: 0 for ever */
static atomic_int last; /* the last number taken by this process and its ancestors: a child inherits it and counts on */

/* QEMU, where it emulates programs (7.2), accepts every advice and heeds none, even one that does not exist. */
static int wipe_on_fork(void *p)
{
    return madvise(p, PAGE, -1) != 0 && madvise(p, PAGE, MADV_WIPEONFORK) == 0;
}

static atomic_int *make_page(void)
{
    atomic_int *made = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *there = NULL;

    if (made != MAP_FAILED && !wipe_on_fork(made)) {
        munmap(made, PAGE);
        made = MAP_FAILED;
    }
    if (made == MAP_FAILED)
        made = &none;
    if (atomic_compare_exchange_strong(&page, &there, made))
        return made;
    if (made != &none)
        munmap(made, PAGE);
    return there;
}

int ab_process_number(void)
{
    atomic_int *kept = atomic_load_explicit(&page, memory_order_acquire);
    int number, next;

    if (kept == NULL)
        kept = make_page();
    if (kept == &none)
        return getpid();
    number = atomic_load_explicit(kept, memory_order_relaxed);
    if (number != 0)
        return number;
    next = atomic_fetch_add(&last, 1) + 1;
    return atomic_compare_exchange_strong(kept, &number, next) ? next : number;
}
