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

/* Each reservation is a region of its own already, and regions have no names. */
void *ab_map_apart(size_t len, const char *name)
{
    (void)name;
    return ab_map_wiped_on_fork(len);
}

void ab_unmap_apart(void *p, size_t len)
{
    ab_unmap(p, len);
}
