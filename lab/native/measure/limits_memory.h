/* The bandwidth of memory: reading and copying, at the sizes of the caches and beyond. */
#ifndef AB_LAB_LIMITS_MEMORY_H
#define AB_LAB_LIMITS_MEMORY_H

#include <stddef.h>

#include "limit.h"

/*
 * Write up to `max` limits and return their number, or 0 if memory cannot be allocated. have: bits of enum lab_feature.
 */
size_t lab_limits_memory(struct lab_limit *list, size_t max, unsigned have);

#endif
