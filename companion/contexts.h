/*
 * Library contexts that may be kept answers of: the default one, and those that were made through the companion. A
 * program that finds libcrypto's functions by dlsym on a handle makes and frees its contexts unseen, and what was kept
 * of one would be given for the next at its address.
 */
#ifndef AB_COMPANION_CONTEXTS_H
#define AB_COMPANION_CONTEXTS_H

#include "library.h"

/*
 * Note a context that has been made, or is about to be freed. ab_contexts_add returns 0 if there is no room, or if one
 * is noted already, which then was freed unseen.
 */
int ab_contexts_add(const OSSL_LIB_CTX *context);
void ab_contexts_remove(const OSSL_LIB_CTX *context);

/* Whether this is one of them. There is room for so many; those beyond are not. */
int ab_contexts_have(const struct ab_library *l, const OSSL_LIB_CTX *context);

#endif
