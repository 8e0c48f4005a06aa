/* Import and export of ML-KEM keys: the functions of key management; what files need is ab_mlkem_files. */
#ifndef AB_PROVIDER_KEYMGMT_MLKEM_TRANSFER_H
#define AB_PROVIDER_KEYMGMT_MLKEM_TRANSFER_H

#include <openssl/core_dispatch.h>

#include "provider/keymgmt/key_files.h"
#include "provider/keymgmt/mlkem_key.h"

OSSL_FUNC_keymgmt_import_fn ab_mlkem_import;
OSSL_FUNC_keymgmt_export_fn ab_mlkem_export;
OSSL_FUNC_keymgmt_import_types_fn ab_mlkem_types;

#endif
