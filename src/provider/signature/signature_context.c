/* Make, copy and free signature contexts, and set their key. */
#include "provider/signature/signature_context.h"

#include <string.h>

#include "provider/context.h"
#include "provider/error.h"

void *ab_signature_new(struct ab_provctx *prov, const struct ab_signature_scheme *scheme)
{
    struct ab_signature *s = ab_context_alloc(prov, scheme->type->size);

    if (s == NULL)
        return NULL;
    memset(s, 0, scheme->type->size);
    s->prov = prov;
    s->scheme = scheme;
    return s;
}

void *ab_signature_dup(void *ctx)
{
    const struct ab_signature *s = ctx;
    struct ab_signature *copy = ab_context_alloc(s->prov, s->scheme->type->size);

    if (copy == NULL)
        return NULL;
    memcpy(copy, s, s->scheme->type->size);
    if (copy->key != NULL)
        s->scheme->type->hold_key(copy->key);
    return copy;
}

void ab_signature_free(void *ctx)
{
    struct ab_signature *s = ctx;

    if (s == NULL)
        return;
    s->scheme->type->free_key(s->key);
    ab_context_free(s, s->scheme->type->size);
}

int ab_signature_set_key(struct ab_signature *s, void *key)
{
    if (key == NULL && s->key == NULL) {
        AB_RAISE(s->prov, AB_R_NO_KEY_SET);
        return 0;
    }
    if (key != NULL) {
        s->scheme->type->hold_key(key);
        s->scheme->type->free_key(s->key);
        s->key = key;
    }
    return 1;
}
