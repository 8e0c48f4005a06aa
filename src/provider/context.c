/* Allocate the memory of contexts and keys, and wipe that of contexts. */
#include "provider/context.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/error.h"

enum { ALIGNMENT = 64 };

void ab_alloc_failed(const struct ab_provctx *prov, const char *what)
{
    AB_RAISE_DETAIL(prov, AB_R_OUT_OF_MEMORY, "%s", what);
}

/*
 * Align by hand: aligned_alloc bypasses malloc's cache of small blocks, which costs contexts that live for only one
 * message (a KDF's, a new connection's), and Windows lacks it. The pointer to free is stored before the block.
 */
void *ab_aligned_alloc(const struct ab_provctx *prov, size_t size, const char *what)
{
    uint8_t *memory = ab_alloc(prov, sizeof(void *) + ALIGNMENT + size, what), *block;

    if (memory == NULL)
        return NULL;
    block = memory + sizeof(void *);
    block += -(uintptr_t)block % ALIGNMENT;
    memcpy(block - sizeof(void *), &memory, sizeof(void *));
    return block;
}

void ab_aligned_free(void *block)
{
    void *memory;

    memcpy(&memory, (uint8_t *)block - sizeof(void *), sizeof(void *));
    free(memory);
}

void *ab_context_alloc(const struct ab_provctx *prov, size_t size)
{
    return ab_aligned_alloc(prov, size, "context");
}

void ab_context_free(void *ctx, size_t size)
{
    ab_wipe(ctx, size);
    ab_aligned_free(ctx);
}

void *ab_alloc_zeros(const struct ab_provctx *prov, size_t size, const char *what)
{
    void *zeros = calloc(1, size);

    if (zeros == NULL)
        ab_alloc_failed(prov, what);
    return zeros;
}
