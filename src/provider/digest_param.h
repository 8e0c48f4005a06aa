/* The parameters "digest" and "properties", by which MACs and KDFs are given their hash function. */
#ifndef AB_PROVIDER_DIGEST_PARAM_H
#define AB_PROVIDER_DIGEST_PARAM_H

#include <openssl/core.h>

#include "afterburner/hash.h"
#include "provider/provctx.h"

enum ab_digest_choice {
    AB_DIGEST_REFUSED, /* an error was raised: a parameter is not a text, or no implementation passes its self test */
    AB_DIGEST_NONE,    /* no digest was named */
    AB_DIGEST_OURS,
    AB_DIGEST_OTHER /* fall back to the default provider: provider/fallback/fallback.h */
};

/*
 * Read both. With AB_DIGEST_OURS *hash is an implementation of a digest of fixed length, with AB_DIGEST_OTHER it is
 * NULL. Other digests are those that the module lacks or that are not faster than OpenSSL's, those whose properties
 * exclude the module, and extendable-output functions, which each release handles in its own way.
 */
enum ab_digest_choice ab_param_choose_digest(struct ab_provctx *prov, const OSSL_PARAM params[],
                                             const struct ab_hash **hash);

/* Append the two to list, as far as they are in params, and return the end. The copies are shallow. */
OSSL_PARAM *ab_param_copy_digest(OSSL_PARAM *list, const OSSL_PARAM params[]);

#endif
