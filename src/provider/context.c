/* Allocate the memory of contexts and keys, and wipe that of contexts. */
#include "provider/context.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/error.h"

enum { ALIGNMENT = 64 };

/*
 * Align by hand: aligned_alloc bypasses malloc's cache of small blocks, which costs contexts that live for only one
 * message (a KDF's, a new connection's). The pointer to free is stored before the context.
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

void *ab_alloc_zeros(const struct ab_provctx *prov, size_t size, const char *what)
{
    void *zeros = calloc(1, size);

    if (zeros == NULL)
        AB_RAISE_DETAIL(prov, AB_R_OUT_OF_MEMORY, "%s", what);
    return zeros;
}
