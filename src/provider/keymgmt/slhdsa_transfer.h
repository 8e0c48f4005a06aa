/* Import and export of SLH-DSA keys: the functions of key management; what files need is ab_slhdsa_files. */
#ifndef AB_PROVIDER_KEYMGMT_SLHDSA_TRANSFER_H
#define AB_PROVIDER_KEYMGMT_SLHDSA_TRANSFER_H

#include <openssl/core_dispatch.h>

#include "provider/keymgmt/key_files.h"
#include "provider/keymgmt/slhdsa_key.h"

OSSL_FUNC_keymgmt_import_fn ab_slhdsa_import;
OSSL_FUNC_keymgmt_export_fn ab_slhdsa_export;
OSSL_FUNC_keymgmt_import_types_fn ab_slhdsa_types;

#endif
