/*
 * Counters of calls and bytes by algorithm, kept if `counters = on` (afterburner/counters.h has their layout). Each
 * thread counts in a line of its own without locked instructions; threads that find no free line share one, with locked
 * instructions. A line is never given back: a later thread at the same address adds to it. The kernel empties the
 * mapping in a child after fork, so a child begins at 0.
 *
 * A call that fails counts, too. What one algorithm computes for another inside the module (the hash of an HMAC, the
 * known answers) counts once, as what was called.
 */
#ifndef AB_PROVIDER_COUNTERS_H
#define AB_PROVIDER_COUNTERS_H

#include "afterburner/counters.h"
#include "os/thread_id.h"
#include "provider/provctx.h"

/* Map them; prov->name_counted is set. Returns 0 without memory, or on a kernel that cannot empty them in a child. */
int ab_counters_open(struct ab_provctx *prov);
void ab_counters_close(struct ab_provctx *prov);

/* Where an object's calls are counted: the line of the thread that used it last. All zero: nowhere yet. */
struct ab_counters_place {
    const uint64_t *owner;      /* of that line */
    struct ab_counter *counter; /* of the object's family and kind 0 there */
};

/*
 * Count one call of an object that the calling thread has used before. Returns 0 if it has not, and nothing is counted.
 * Only a signal handler that counts in the middle of it can lose an addition. Inline, so that its callers save no
 * registers.
 */
__attribute__((always_inline)) static inline int ab_counters_add_again(const struct ab_counters_place *place,
                                                                       unsigned kind, uint64_t bytes)
{
    struct ab_counter *c = place->counter + kind;

    if (place->owner == NULL || __atomic_load_n(place->owner, __ATOMIC_RELAXED) != ab_thread_id())
        return 0;
    __atomic_store_n(&c->calls, __atomic_load_n(&c->calls, __ATOMIC_RELAXED) + 1, __ATOMIC_RELAXED);
    __atomic_store_n(&c->bytes, __atomic_load_n(&c->bytes, __ATOMIC_RELAXED) + bytes, __ATOMIC_RELAXED);
    return 1;
}

/*
 * Add to what the calling thread has counted, and return where that is: all zero if it has no line of its own.
 * prov->counters is not NULL.
 */
struct ab_counters_place ab_counters_add(struct ab_provctx *prov, enum ab_family family, unsigned kind, uint64_t calls,
                                         uint64_t bytes);

/* Count one call; nothing if the counters are off. */
static inline void ab_count(struct ab_provctx *prov, enum ab_family family, enum ab_counted kind, uint64_t bytes)
{
    if (prov->counters != NULL)
        ab_counters_add(prov, family, kind, 1, bytes);
}

/* Count bytes of a message that is not complete yet. */
static inline void ab_count_bytes(struct ab_provctx *prov, enum ab_family family, enum ab_counted kind, uint64_t bytes)
{
    if (prov->counters != NULL)
        ab_counters_add(prov, family, kind, 0, bytes);
}

#endif
