/*
 * What libssl asks a provider: the groups of its key exchanges. A group counts only if it is the provider of its keys that tells
 * of it, so what the default provider tells of X25519 is passed over once the keys are ours. Ours says of each such group what the
 * default provider of that release says.
 */
#ifndef AB_PROVIDER_CAPABILITIES_H
#define AB_PROVIDER_CAPABILITIES_H

#include "provider/provctx.h"

int ab_capabilities(struct ab_provctx *prov, const char *capability, OSSL_CALLBACK *callback, void *arg);

#endif
