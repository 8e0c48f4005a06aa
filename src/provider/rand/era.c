/* The era of a process, in a page that a child finds empty. */
#include "provider/rand/era.h"

#include "os/memory.h"
#include "os/process.h"
#include "provider/keep_first.h"

struct page {
    _Atomic uint32_t era; /* 0: this process has taken none yet */
};

/* In the place of a page that the kernel refused. */
static const char no_page;

static void unmap(void *page)
{
    if (page != (const void *)&no_page)
        ab_unmap(page, sizeof(struct page));
}

void ab_era_begin(struct ab_provctx *prov)
{
    void *page;

    if (atomic_load_explicit(&prov->era_page, memory_order_acquire) != NULL)
        return;
    page = ab_map_wiped_on_fork(sizeof(struct page));
    ab_keep_first(&prov->era_page, page == NULL ? (void *)&no_page : page, unmap);
}

uint32_t ab_era(struct ab_provctx *prov)
{
    struct page *page = atomic_load_explicit(&prov->era_page, memory_order_acquire);
    uint32_t era, next;

    if ((const void *)page == &no_page)
        return ab_process_id();
    era = atomic_load_explicit(&page->era, memory_order_relaxed);
    if (era != 0)
        return era;
    next = atomic_fetch_add(&prov->num_eras, 1) + 1; /* a child inherits the number and counts on */
    return atomic_compare_exchange_strong(&page->era, &era, next) ? next : era;
}

void ab_era_end(struct ab_provctx *prov)
{
    void *page = atomic_exchange(&prov->era_page, NULL);

    if (page != NULL)
        unmap(page);
}
