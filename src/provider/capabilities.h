/*
 * Capabilities: the groups and signature algorithms that libssl queries. libssl uses one only if the provider of its
 * keys announces it, so the default provider's announcement of X25519 or ML-DSA-65, for example, has no effect once
 * those keys are ours. This announces each of them as the default provider of that release does.
 */
#ifndef AB_PROVIDER_CAPABILITIES_H
#define AB_PROVIDER_CAPABILITIES_H

#include "provider/provctx.h"

/*
 * get_capabilities (provider-base(7)) for "TLS-GROUP" and "TLS-SIGALG": call back once for each group or algorithm.
 * Returns 0 for another capability, or if a callback returns 0.
 */
int ab_capabilities(struct ab_provctx *prov, const char *capability, OSSL_CALLBACK *callback, void *arg);

#endif
