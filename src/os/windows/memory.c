/* Memory mappings: VirtualAlloc. No process of Windows forks, so none has a child that could see them. */
#include "os/memory.h"

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

void *ab_map_wiped_on_fork(size_t len)
{
    return VirtualAlloc(NULL, len, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void ab_unmap(void *p, size_t len)
{
    (void)len;
    VirtualFree(p, 0, MEM_RELEASE);
}
