/* Parts of the key management of elliptic curves: generation (ec_gen.c), lists of types (ec_types.c). */
#ifndef AB_PROVIDER_KEYMGMT_EC_GEN_H
#define AB_PROVIDER_KEYMGMT_EC_GEN_H

#include <openssl/core_dispatch.h>

/* As in provider-keymgmt(7). */
void *ab_ec_gen_init(void *provctx, int selection, const OSSL_PARAM params[]);
int ab_ec_gen_set_template(void *genctx, void *keydata);
int ab_ec_gen_set_params(void *genctx, const OSSL_PARAM params[]);
const OSSL_PARAM *ab_ec_gen_settable(void *genctx, void *provctx);
void *ab_ec_gen(void *genctx, OSSL_CALLBACK *progress, void *arg);
void ab_ec_gen_cleanup(void *genctx);

/* For both import and export. NULL: none. */
const OSSL_PARAM *ab_ec_types(int selection);

#endif
