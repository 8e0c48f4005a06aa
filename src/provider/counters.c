/* Counting, and naming what is counted: counters.h. */
#include "provider/counters.h"

#include "os/memory.h"
#include "os/probe.h"

_Static_assert((int)AB_NUM_FAMILIES <= (int)AB_COUNTERS_FAMILIES, "every family has its counters");
_Static_assert(sizeof(struct ab_counters_head) % 64 == 0, "no two threads count in one cache line");
_Static_assert(sizeof(struct ab_counters) < 1u << 21, "no huge page backs what is touched here and there");

/* Readers see these words while they are written. */
static uint64_t load(const uint64_t *word)
{
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static void store(uint64_t *word, uint64_t value)
{
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

int ab_counters_open(struct ab_provctx *prov)
{
    prov->counters = ab_map_apart(sizeof(*prov->counters), "afterburner");
    return prov->counters != NULL;
}

void ab_counters_close(struct ab_provctx *prov)
{
    if (prov->counters != NULL)
        ab_unmap_apart(prov->counters, sizeof(*prov->counters));
    prov->counters = NULL;
}

/* Write what the family is called and what serves it, once. */
static void name_family(struct ab_provctx *prov, enum ab_family family)
{
    struct ab_counted_family *f = &prov->counters->head.family[family];
    uint32_t unnamed = AB_COUNTED_UNNAMED;

    if (__atomic_load_n(&f->state, __ATOMIC_RELAXED) != AB_COUNTED_UNNAMED
        || !__atomic_compare_exchange_n(&f->state, &unnamed, AB_COUNTED_BEING_NAMED, 0, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
        return;
    prov->name_counted(prov, family, f);
    __atomic_store_n(&f->state, AB_COUNTED_NAMED, __ATOMIC_RELEASE);
}

/* Where a thread looks for its line first. Thread control blocks lie pages to megabytes apart: spread their bits. */
static unsigned first_line(uint64_t thread)
{
    uint32_t mixed = (uint32_t)((thread * UINT64_C(0x9e3779b97f4a7c15)) >> 32);

    return mixed % AB_COUNTERS_SHARED_LINE;
}

/* In a child after fork the whole mapping is zero again. Every thread that comes here writes the same. */
static void write_head(struct ab_counters_head *head)
{
    __atomic_store_n(&head->version, AB_COUNTERS_VERSION, __ATOMIC_RELAXED);
    __atomic_store_n(&head->size, (uint32_t)sizeof(struct ab_counters), __ATOMIC_RELAXED);
    __atomic_store_n(&head->magic, AB_COUNTERS_MAGIC, __ATOMIC_RELEASE);
}

/* Find the thread's line, or take the first free one; the shared line if there is none. */
static unsigned find_line(struct ab_counters_head *head, uint64_t thread)
{
    for (unsigned n = 0; n < AB_COUNTERS_SHARED_LINE; n++) {
        unsigned i = (first_line(thread) + n) % AB_COUNTERS_SHARED_LINE;
        uint64_t owner = load(&head->owner[i]);

        if (owner == thread)
            return i;
        if (owner != 0)
            continue;
        write_head(head);
        if (__atomic_compare_exchange_n(&head->owner[i], &owner, thread, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return i;
    }
    return AB_COUNTERS_SHARED_LINE;
}

static void add_alone(struct ab_counter *c, uint64_t calls, uint64_t bytes)
{
    store(&c->calls, load(&c->calls) + calls);
    store(&c->bytes, load(&c->bytes) + bytes);
}

static void add_shared(struct ab_counter *c, uint64_t calls, uint64_t bytes)
{
    __atomic_fetch_add(&c->calls, calls, __ATOMIC_RELAXED);
    __atomic_fetch_add(&c->bytes, bytes, __ATOMIC_RELAXED);
}

struct ab_counters_place ab_counters_add(struct ab_provctx *prov, enum ab_family family, unsigned kind, uint64_t calls,
                                         uint64_t bytes)
{
    struct ab_counters *counters = prov->counters;
    unsigned i = find_line(&counters->head, ab_thread_id());
    struct ab_counter *kinds = counters->line[i].of[family], *c = &kinds[kind];

    if (load(&c->calls) == 0)
        name_family(prov, family);
    AB_PROBE_CALL(counters->head.family[family].name, counters->head.family[family].level, kind, bytes);
    if (i == AB_COUNTERS_SHARED_LINE) {
        add_shared(c, calls, bytes);
        return (struct ab_counters_place){ NULL, NULL };
    }
    add_alone(c, calls, bytes);
    return (struct ab_counters_place){ &counters->head.owner[i], kinds };
}
