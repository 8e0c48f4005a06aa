/* Memory for contexts and keys. */
#ifndef AB_PROVIDER_CONTEXT_H
#define AB_PROVIDER_CONTEXT_H

#include <stdlib.h>

#include "provider/provctx.h"

/* Allocate size uninitialised bytes, 64-byte aligned. NULL with an error raised that says what they are. */
void *ab_aligned_alloc(const struct ab_provctx *prov, size_t size, const char *what);
void ab_aligned_free(void *block);

/* The same for a context. */
void *ab_context_alloc(const struct ab_provctx *prov, size_t size);
/* Wipe the size bytes of ab_context_alloc and free them. */
void ab_context_free(void *ctx, size_t size);

/* Allocate size bytes of zeros, aligned for any type, for free(). NULL with an error raised that says what they are. */
void *ab_alloc_zeros(const struct ab_provctx *prov, size_t size, const char *what);

/* Raise the error. */
void ab_alloc_failed(const struct ab_provctx *prov, const char *what);

/* The same as ab_alloc_zeros, uninitialised. */
static inline void *ab_alloc(const struct ab_provctx *prov, size_t size, const char *what)
{
    void *block = malloc(size);

    if (block == NULL)
        ab_alloc_failed(prov, what);
    return block;
}

#endif
