/* Which providers a process has met: what is kept holds only for those whose answers never change. */
#ifndef AB_COMPANION_PROVIDERS_H
#define AB_COMPANION_PROVIDERS_H

#include "library.h"

/*
 * Whether this is one of OpenSSL's own providers or Afterburner. Others may answer differently from one query to the
 * next, keep state in a decoder, or register more names of an algorithm later.
 */
int ab_provider_is_known(const char *name);

/* Notes a provider that is about to be loaded, or all that a configuration names. */
void ab_providers_note(const char *name);
void ab_providers_note_conf(const struct ab_library *l, const CONF *conf, const char *application);

/* Whether all providers of this library context, which is not NULL, are known. */
int ab_providers_are_known(const struct ab_library *l, OSSL_LIB_CTX *context);

/* Whether a provider that is not known was ever noted in this process. */
int ab_providers_have_stranger(void);

#endif
