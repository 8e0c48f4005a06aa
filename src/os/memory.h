/* Memory mappings that a child process finds empty. */
#ifndef AB_OS_MEMORY_H
#define AB_OS_MEMORY_H

#include <stddef.h>

/*
 * Map at least len bytes of zeros, which are zeros again in a child after fork. Returns NULL without memory, or where
 * the mapping cannot be emptied in a child (Linux before 4.14, QEMU's emulation of programs). On Windows no process
 * forks.
 */
void *ab_map_wiped_on_fork(size_t len);

/* End a mapping of ab_map_wiped_on_fork with the same len. The caller wipes what is secret. */
void ab_unmap(void *p, size_t len);

/*
 * The same mapping, made for other processes to find: it lies between two pages without access, so that it is a region
 * of its own of len bytes, rounded up to pages, and where the kernel knows names of memory (Linux 5.17) it has this
 * name in /proc/PID/maps.
 */
void *ab_map_apart(size_t len, const char *name);
void ab_unmap_apart(void *p, size_t len);

#endif
