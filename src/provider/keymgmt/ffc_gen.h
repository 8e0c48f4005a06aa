/*
 * Generation of keys of DSA, DH and DHX. Pairs over existing parameters (a template's, or a named group's) are
 * generated here; parameters, and pairs with other requests, by the default provider.
 */
#ifndef AB_PROVIDER_KEYMGMT_FFC_GEN_H
#define AB_PROVIDER_KEYMGMT_FFC_GEN_H

#include <openssl/core_dispatch.h>

#include "provider/provctx.h"

struct ab_ffc_gen;

/* gen_init for keys of this type (provider-keymgmt(7)). NULL with an error raised, ours or the default provider's. */
struct ab_ffc_gen *ab_ffc_gen_new(struct ab_provctx *prov, enum ab_key_type type, int selection,
                                  const OSSL_PARAM params[]);
OSSL_FUNC_keymgmt_gen_set_template_fn ab_ffc_gen_set_template;
OSSL_FUNC_keymgmt_gen_set_params_fn ab_ffc_gen_set_params;
OSSL_FUNC_keymgmt_gen_fn ab_ffc_gen;
OSSL_FUNC_keymgmt_gen_cleanup_fn ab_ffc_gen_cleanup;

#endif
