/* The parameters "digest" and "properties", by which MACs and KDFs are told what hash function they stand on. */
#ifndef AB_PROVIDER_DIGEST_PARAM_H
#define AB_PROVIDER_DIGEST_PARAM_H

#include <openssl/core.h>

#include "afterburner/hash.h"
#include "provider/provctx.h"

enum ab_digest_choice {
    AB_DIGEST_REFUSED, /* an error was raised: one of the parameters is no text, or no implementation passes its self test */
    AB_DIGEST_NONE, /* no digest is named */
    AB_DIGEST_OURS,
    AB_DIGEST_OTHER /* what stands on it is the default provider's: provider/fallback/fallback.h */
};

/*
 * Reads the two. With AB_DIGEST_OURS *hash is the implementation, which has a digest of fixed length; with AB_DIGEST_OTHER it is
 * NULL. Other digests are those that the module does not have, or not faster than OpenSSL, or that are asked for by properties
 * which it does not meet, and extendable-output functions: each release has its own ways with them.
 */
enum ab_digest_choice ab_param_choose_digest(struct ab_provctx *prov, const OSSL_PARAM params[],
                                             const struct ab_hash **hash);

/* Puts the two into list, as far as params have them; returns where it goes on. They are not copied any deeper. */
OSSL_PARAM *ab_param_copy_digest(OSSL_PARAM *list, const OSSL_PARAM params[]);

#endif
