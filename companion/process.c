/* The process id is kept in a page that a child finds empty after fork. */
#define _GNU_SOURCE
#include "process.h"

#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

static atomic_int *_Atomic page;
static atomic_int none; /* what the page is if the kernel gives none: 0 for ever */

static atomic_int *make_page(void)
{
    atomic_int *made = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *there = NULL;

    if (made != MAP_FAILED && madvise(made, PAGE, MADV_WIPEONFORK) != 0) {
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

int ab_process_id(void)
{
    atomic_int *kept = atomic_load_explicit(&page, memory_order_acquire);
    int id;

    if (kept == NULL)
        kept = make_page();
    id = atomic_load_explicit(kept, memory_order_relaxed);
    if (id == 0) {
        id = getpid();
        if (kept != &none)
            atomic_store_explicit(kept, id, memory_order_relaxed);
    }
    return id;
}
