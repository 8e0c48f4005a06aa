/* Memory mappings that a child process finds empty: mmap(2) and MADV_WIPEONFORK. */
#define _GNU_SOURCE
#include "os/memory.h"

#include <sys/mman.h>

void *ab_map_wiped_on_fork(size_t len)
{
    void *p = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (p == MAP_FAILED)
        return NULL;
    if (madvise(p, len, MADV_WIPEONFORK) == 0)
        return p;
    munmap(p, len);
    return NULL;
}

void ab_unmap(void *p, size_t len)
{
    munmap(p, len);
}
