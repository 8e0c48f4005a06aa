/* Read the parts of a key (seed, private key, public key) that an import is given as byte strings. */
#ifndef AB_PROVIDER_KEYMGMT_KEY_PART_H
#define AB_PROVIDER_KEYMGMT_KEY_PART_H

#include <openssl/core.h>

#include "provider/error.h"

/*
 * Find a part of `wanted` bytes: a view into the parameter's memory, or NULL if it is absent or empty. Returns 0 with
 * the error `reason` raised if it has another length.
 */
int ab_key_part_read(struct ab_provctx *prov, const OSSL_PARAM params[], const char *name, size_t wanted,
                     enum ab_reason reason, const uint8_t **part);

#endif
