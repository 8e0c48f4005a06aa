/*
 * Generation of RSA keys, as key management has it (provider-keymgmt(7)): functions of two dispatch tables,
 * keymgmt/rsa.c.
 */
#ifndef AB_PROVIDER_KEYMGMT_RSA_GEN_H
#define AB_PROVIDER_KEYMGMT_RSA_GEN_H

#include <openssl/core_dispatch.h>

OSSL_FUNC_keymgmt_gen_init_fn ab_rsa_gen_init, ab_rsa_pss_gen_init;
OSSL_FUNC_keymgmt_gen_settable_params_fn ab_rsa_gen_settable, ab_rsa_pss_gen_settable;
OSSL_FUNC_keymgmt_gen_set_params_fn ab_rsa_gen_set_params;
OSSL_FUNC_keymgmt_gen_fn ab_rsa_gen;
OSSL_FUNC_keymgmt_gen_cleanup_fn ab_rsa_gen_cleanup;

#endif
