/* Parameters that the key managements of ML-KEM and of its hybrids share: names, lists, and the strength of a set. */
#ifndef AB_PROVIDER_KEYMGMT_MLKEM_PARAMS_H
#define AB_PROVIDER_KEYMGMT_MLKEM_PARAMS_H

#include <openssl/core.h>

#include "afterburner/mlkem.h"
#include "provider/fallback/twin.h"

/* Names that the headers of OpenSSL 3.0 lack. */
#define AB_PARAM_CMS_RECIPIENT "ri-type" /* this and the next since 4.0 */
#define AB_PARAM_CMS_KDF "kemri-kdf-alg"

/* Write bits, security bits or security category, if the parameter is one of these. Returns 0 if it has no room. */
int ab_mlkem_get_strength(const struct ab_mlkem_params *sizes, OSSL_PARAM *p);

/* The default provider's list for keys of this type, where the release has them; otherwise `ours`. */
typedef const OSSL_PARAM *ab_twin_list_fn(struct ab_provctx *prov, enum ab_key_type type);
const OSSL_PARAM *ab_mlkem_list_of_release(struct ab_provctx *prov, ab_twin_list_fn *list, enum ab_key_type type,
                                           const OSSL_PARAM *ours);

/* 1 if a generation may start with this selection: it makes key pairs, or empty keys for EVP_PKEY_paramgen. */
int ab_mlkem_can_generate(int selection);

#endif
