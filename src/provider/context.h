/* Memory for contexts: 64-byte aligned, wiped when freed. */
#ifndef AB_PROVIDER_CONTEXT_H
#define AB_PROVIDER_CONTEXT_H

#include "provider/provctx.h"

/* Allocate size uninitialised bytes. NULL with an error raised. */
void *ab_context_alloc(const struct ab_provctx *prov, size_t size);
/* Wipe the size bytes and free them. */
void ab_context_free(void *ctx, size_t size);

#endif
