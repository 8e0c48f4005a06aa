#include "provider/context.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/error.h"

enum { ALIGNMENT = 64 };

/*
 * Aligned by hand: aligned_alloc would pass by malloc's cache of small pieces, and a context that lives for one message only
 * (a KDF's, a new connection's) pays for that. The pointer to free stands before it.
 */
void *ab_context_alloc(const struct ab_provctx *prov, size_t size)
{
    uint8_t *memory = malloc(sizeof(void *) + ALIGNMENT + size), *ctx;

    if (memory == NULL) {
        AB_RAISE_DETAIL(prov, AB_R_OUT_OF_MEMORY, "context");
        return NULL;
    }
    ctx = memory + sizeof(void *);
    ctx += -(uintptr_t)ctx % ALIGNMENT;
    memcpy(ctx - sizeof(void *), &memory, sizeof(void *));
    return ctx;
}

void ab_context_free(void *ctx, size_t size)
{
    void *memory;

    ab_wipe(ctx, size);
    memcpy(&memory, (uint8_t *)ctx - sizeof(void *), sizeof(void *));
    free(memory);
}
