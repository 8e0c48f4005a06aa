/* What the KDFs of the module share: how a dispatch table that algorithms.c lists is written. */
#ifndef AB_PROVIDER_KDF_KDF_H
#define AB_PROVIDER_KDF_KDF_H

#include <openssl/core_dispatch.h>

#include "provider/kdf/octets.h"
#include "provider/provctx.h"

#define AB_KDF_FN(id, function) { OSSL_FUNC_KDF_##id, (void (*)(void))function }

/* Ids of later releases than the headers may know (core_dispatch.h only ever appends): 3.6. */
enum { AB_KDF_SET_SKEY = 12, AB_KDF_DERIVE_SKEY = 13 };
#define AB_KDF_LATER(id, function) { AB_KDF_##id, (void (*)(void))function }

extern const OSSL_DISPATCH ab_hkdf_functions[], ab_hkdf_sha256_functions[], ab_hkdf_sha384_functions[],
    ab_hkdf_sha512_functions[], ab_tls13_kdf_functions[], ab_tls1_prf_functions[], ab_sskdf_functions[],
    ab_x963_kdf_functions[];

/* Of those whose one gettable parameter is "size", which has no bound. */
OSSL_FUNC_kdf_gettable_ctx_params_fn ab_kdf_gettable_size;

/* Answers it. If it is not asked for, -2, which is what the default provider says of an unknown one; or 1 if is_lenient. */
int ab_kdf_get_size(OSSL_PARAM params[], int is_lenient);

/* A password or a salt as the default provider takes it: one of no bytes is given and empty, one of no address is not given. */
int ab_kdf_set_octets(const struct ab_provctx *prov, struct ab_octets *o, const OSSL_PARAM *p);

extern const OSSL_DISPATCH ab_pbkdf2_functions[], ab_scrypt_functions[];

#endif
