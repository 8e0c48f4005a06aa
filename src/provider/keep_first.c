/* See keep_first.h. */
#include "provider/keep_first.h"

#include <stdatomic.h>
#include <stddef.h>

void *ab_keep_first(void *_Atomic *slot, void *made, void (*drop)(void *made))
{
    void *there = NULL;

    if (atomic_compare_exchange_strong(slot, &there, made))
        return made;
    drop(made);
    return there;
}
