/*
 * The heap of a traced program, in place of the C library's: addresses ascend and are not used again. So they depend on
 * the allocations that were made since the heap was last renewed, and on nothing that was done before.
 */
#include "heap.h"

#include <stdlib.h>
#include <string.h>

#include "platform.h"

/* A region holds what the cases of one subject allocate. */
enum { NUM_REGIONS = 32, ALIGNMENT = 64 };

static unsigned char *heap;
static size_t region, used;

static void start(void)
{
    size_t len;

    heap = trace_heap_memory(&len);
    region = len / NUM_REGIONS;
}

void trace_heap_renew(void)
{
    if (heap == NULL)
        start();
    used = (used + region - 1) / region * region;
    if (used == NUM_REGIONS * region)
        trace_fail("the heap is used up");
}

/* The size of a block stands in front of it, for realloc. */
void *malloc(size_t size)
{
    size_t start_at;
    size_t rounded = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);

    if (heap == NULL)
        start();
    start_at = used + ALIGNMENT;
    if (size > region || start_at + rounded > NUM_REGIONS * region)
        return NULL;
    memcpy(heap + used, &size, sizeof(size));
    used = start_at + rounded;
    return heap + start_at;
}

void free(void *block)
{
    (void)block;
}

/* No block is used twice, so it is 0 still. */
void *calloc(size_t num, size_t size)
{
    size_t total;

    return __builtin_mul_overflow(num, size, &total) ? NULL : malloc(total);
}

void *realloc(void *block, size_t size)
{
    void *larger = malloc(size);
    size_t old;

    if (block == NULL || larger == NULL)
        return larger;
    memcpy(&old, (unsigned char *)block - ALIGNMENT, sizeof(old));
    return memcpy(larger, block, old < size ? old : size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return alignment <= ALIGNMENT ? malloc(size) : NULL;
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    *block = aligned_alloc(alignment, size);
    return *block == NULL;
}
