/* A deep copy of a list of parameters, to be wiped: what a key was told, kept for its twin (provider/fallback/twin.h). */
#ifndef AB_PROVIDER_PARAM_COPY_H
#define AB_PROVIDER_PARAM_COPY_H

#include <openssl/core.h>
#include <stddef.h>

struct ab_param_copy {
    OSSL_PARAM *list; /* as params(7) has it, in one piece of memory; NULL: there is none */
    size_t size;
};

/* Of all parameters but pointers (OSSL_PARAM_UTF8_PTR, OSSL_PARAM_OCTET_PTR). 0 without memory. */
int ab_param_copy_make(struct ab_param_copy *copy, const OSSL_PARAM params[]);
/* Wipes it. None is allowed. */
void ab_param_copy_free(struct ab_param_copy *copy);

#endif
