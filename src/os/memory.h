/* Memory mappings that a child process finds empty. */
#ifndef AB_OS_MEMORY_H
#define AB_OS_MEMORY_H

#include <stddef.h>

/*
 * Map at least len bytes of zeros, which are zeros again in a child after fork. Returns NULL without memory, or where
 * the kernel cannot empty the mapping in a child (Linux before 4.14). On Windows no process forks.
 */
void *ab_map_wiped_on_fork(size_t len);

/* End a mapping of ab_map_wiped_on_fork with the same len. The caller wipes what is secret. */
void ab_unmap(void *p, size_t len);

#endif
