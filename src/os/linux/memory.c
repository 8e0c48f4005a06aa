/* Memory mappings that a child process finds empty: mmap(2) and MADV_WIPEONFORK. */
#define _GNU_SOURCE
#include "os/memory.h"

#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

/* since Linux 5.17, missing in older headers */
#ifndef PR_SET_VMA
# define PR_SET_VMA 0x53564d41
# define PR_SET_VMA_ANON_NAME 0
#endif

/* QEMU, where it emulates programs (7.2), accepts every advice and heeds none, even one that does not exist. */
static int wipe_on_fork(void *p, size_t len)
{
    return madvise(p, len, -1) != 0 && madvise(p, len, MADV_WIPEONFORK) == 0;
}

void *ab_map_wiped_on_fork(size_t len)
{
    void *p = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (p == MAP_FAILED)
        return NULL;
    if (wipe_on_fork(p, len))
        return p;
    munmap(p, len);
    return NULL;
}

void ab_unmap(void *p, size_t len)
{
    munmap(p, len);
}

/* Lengths: of a page, of the mapping in whole pages, and of the mapping with a page on each side. */
struct extent {
    size_t page, inner, whole;
};

static struct extent extent_of(size_t len)
{
    struct extent e = { .page = (size_t)sysconf(_SC_PAGESIZE) };

    e.inner = (len + e.page - 1) & ~(e.page - 1); /* a page is a power of two */
    e.whole = e.inner + 2 * e.page;
    return e;
}

void *ab_map_apart(size_t len, const char *name)
{
    struct extent e = extent_of(len);
    uint8_t *whole = mmap(NULL, e.whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    uint8_t *inner;

    if (whole == MAP_FAILED)
        return NULL;
    inner = whole + e.page;
    if (mprotect(inner, e.inner, PROT_READ | PROT_WRITE) == 0 && wipe_on_fork(inner, e.inner)) {
        prctl(PR_SET_VMA, PR_SET_VMA_ANON_NAME, inner, e.inner, name); /* a kernel without names ignores it */
        return inner;
    }
    munmap(whole, e.whole);
    return NULL;
}

void ab_unmap_apart(void *p, size_t len)
{
    struct extent e = extent_of(len);

    munmap((uint8_t *)p - e.page, e.whole);
}
