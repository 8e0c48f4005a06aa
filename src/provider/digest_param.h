/* The parameters "digest" and "properties", by which MACs and KDFs are told what hash function they stand on. */
#ifndef AB_PROVIDER_DIGEST_PARAM_H
#define AB_PROVIDER_DIGEST_PARAM_H

#include <openssl/core.h>

#include "afterburner/hash.h"
#include "provider/provctx.h"

/*
 * If params name a digest, *hash is its implementation. 0, with an error raised and *hash NULL, if the module has no such
 * hash function, or if the properties asked for are not those of this module; 0 with an error if one is no text.
 */
int ab_param_get_digest(struct ab_provctx *prov, const OSSL_PARAM params[], const struct ab_hash **hash);

/* The same for those who need a digest of fixed length: 0 also, likewise, if it is an extendable-output function. */
int ab_param_get_fixed_digest(struct ab_provctx *prov, const OSSL_PARAM params[], const struct ab_hash **hash);

#endif
