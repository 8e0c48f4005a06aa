/* Read the parts of a key of ML-KEM or ML-DSA that an import is given as parameters. */
#ifndef AB_PROVIDER_KEYMGMT_KEY_IMPORT_H
#define AB_PROVIDER_KEYMGMT_KEY_IMPORT_H

#include <openssl/core.h>

#include "provider/keymgmt/key_der.h"
#include "provider/keymgmt/key_parts.h"
#include "provider/provctx.h"

/*
 * Find the parts, as views into the parameters' memory; seed and private key only if with_private is not 0. A part that
 * is empty is absent. Returns 0 with an error raised if a part does not have its length in the parameter set, or if
 * there is none.
 */
int ab_key_parts_read(struct ab_provctx *prov, const OSSL_PARAM params[], int with_private,
                      const struct ab_key_set *set, struct ab_key_parts *parts);

#endif
