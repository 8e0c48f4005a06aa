/* Import and export of ML-DSA keys: the functions of key management; what files need is ab_mldsa_files. */
#ifndef AB_PROVIDER_KEYMGMT_MLDSA_TRANSFER_H
#define AB_PROVIDER_KEYMGMT_MLDSA_TRANSFER_H

#include <openssl/core_dispatch.h>

#include "provider/keymgmt/key_files.h"
#include "provider/keymgmt/mldsa_key.h"

OSSL_FUNC_keymgmt_import_fn ab_mldsa_import;
OSSL_FUNC_keymgmt_export_fn ab_mldsa_export;
OSSL_FUNC_keymgmt_import_types_fn ab_mldsa_types;

#endif
