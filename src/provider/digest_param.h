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

/* 1 if params name a digest, by a text. */
int ab_param_has_digest(const OSSL_PARAM params[]);

/*
 * 1 if params name a digest that is not the module's, or ask for properties that are not: what stands on it is the default
 * provider's then (provider/default.h). Extendable-output functions are left to it too: each release has its own ways with them.
 */
int ab_param_has_other_digest(const struct ab_provctx *prov, const OSSL_PARAM params[]);

/* Puts these two parameters into list, as far as params have them; returns where it goes on. They are not copied any deeper. */
OSSL_PARAM *ab_param_copy_digest(OSSL_PARAM *list, const OSSL_PARAM params[]);

#endif
