/*
 * A deep copy of a list of parameters, to be wiped: what a key was imported from, kept for its twin
 * (provider/fallback/twin.h).
 */
#ifndef AB_PROVIDER_PARAM_COPY_H
#define AB_PROVIDER_PARAM_COPY_H

#include <openssl/core.h>
#include <stddef.h>

struct ab_param_copy {
    OSSL_PARAM *list; /* as in params(7), in one block of memory; NULL: none */
    size_t size;
};

/* Copy all parameters except pointers (OSSL_PARAM_UTF8_PTR, OSSL_PARAM_OCTET_PTR). Returns 0 if out of memory. */
int ab_param_copy_make(struct ab_param_copy *copy, const OSSL_PARAM params[]);
/* Wipe and free it. copy->list may be NULL. */
void ab_param_copy_free(struct ab_param_copy *copy);

#endif
