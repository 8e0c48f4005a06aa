/* The speed of memory: read, and copied, at the sizes of the caches and beyond. */
#ifndef AB_LAB_LIMITS_MEMORY_H
#define AB_LAB_LIMITS_MEMORY_H

#include "limits.h"

/* Writes up to `max` limits and returns their number; 0 if there is no memory to be had. `have`: enum lab_feature. */
size_t lab_limits_memory(struct lab_limit *list, size_t max, unsigned have);

#endif
