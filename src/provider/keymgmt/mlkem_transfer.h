/* Import and export of ML-KEM keys: the functions of key management, and the import of what a file holds. */
#ifndef AB_PROVIDER_KEYMGMT_MLKEM_TRANSFER_H
#define AB_PROVIDER_KEYMGMT_MLKEM_TRANSFER_H

#include <openssl/core_dispatch.h>

#include "provider/keymgmt/mlkem_der.h"
#include "provider/keymgmt/mlkem_key.h"

/*
 * Fill an empty key, checked as the default provider does: the encodings, whether the parts agree, and encapsulation
 * against decapsulation if the configuration says so. Returns 0 with an error raised, and the key empty.
 */
int ab_mlkem_keydata_import(struct ab_mlkem_keydata *k, const struct ab_key_parts *in);

OSSL_FUNC_keymgmt_import_fn ab_mlkem_import;
OSSL_FUNC_keymgmt_export_fn ab_mlkem_export;
OSSL_FUNC_keymgmt_import_types_fn ab_mlkem_types;

#endif
