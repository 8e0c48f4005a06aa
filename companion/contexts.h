/*
 * Library contexts whose answers may be kept: the default one, and those that were made through the companion. A
 * program that finds libcrypto's functions by dlsym on a handle makes and frees contexts that the companion does not
 * see, and an answer that was kept for one of these would be returned for the next context at its address.
 */
#ifndef AB_COMPANION_CONTEXTS_H
#define AB_COMPANION_CONTEXTS_H

#include "library.h"

/*
 * Note a context that has been made, or that is about to be freed. ab_contexts_add returns 0 if there is no room, or if
 * a context at this address is noted already: one that was freed unseen.
 */
int ab_contexts_add(const OSSL_LIB_CTX *context);
void ab_contexts_remove(const OSSL_LIB_CTX *context);

/* Whether answers of this context may be kept. The list has room for 256 contexts; those beyond are not in it. */
int ab_contexts_have(const struct ab_library *l, const OSSL_LIB_CTX *context);

#endif
