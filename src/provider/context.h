/* Memory for contexts: 64-byte aligned, wiped when it is given back. */
#ifndef AB_PROVIDER_CONTEXT_H
#define AB_PROVIDER_CONTEXT_H

#include "provider/provctx.h"

/* size bytes, not cleared; NULL with an error raised. */
void *ab_context_alloc(const struct ab_provctx *prov, size_t size);
/* Wipes the size bytes and frees them. */
void ab_context_free(void *ctx, size_t size);

#endif
