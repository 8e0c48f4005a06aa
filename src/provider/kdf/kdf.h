/* What the KDFs share: macros for the dispatch tables that the list of names refers to. */
#ifndef AB_PROVIDER_KDF_KDF_H
#define AB_PROVIDER_KDF_KDF_H

#include <openssl/core_dispatch.h>

#include "provider/kdf/octets.h"
#include "provider/provctx.h"

#define AB_KDF_FN(id, function) { OSSL_FUNC_KDF_##id, (void (*)(void))function }

extern const OSSL_DISPATCH ab_hkdf_functions[], ab_hkdf_sha256_functions[], ab_hkdf_sha384_functions[],
    ab_hkdf_sha512_functions[], ab_tls13_kdf_functions[], ab_tls1_prf_functions[], ab_sskdf_functions[],
    ab_x963_kdf_functions[], ab_x942_kdf_functions[], ab_kbkdf_functions[], ab_sshkdf_functions[],
    ab_pkcs12_kdf_functions[];

/* For KDFs whose only gettable parameter is "size", which is unbounded. */
OSSL_FUNC_kdf_gettable_ctx_params_fn ab_kdf_gettable_size;

/*
 * Return "size". If it is not queried, return -2 as the default provider does for an unknown parameter, or 1 if
 * is_lenient.
 */
int ab_kdf_get_size(OSSL_PARAM params[], int is_lenient);

/* Set a password or salt as the default provider does: an empty one is set, one at NULL is not. */
int ab_kdf_set_octets(const struct ab_provctx *prov, struct ab_octets *o, const OSSL_PARAM *p);

/* *lacks := 1 if the property query asks for what the module's hashes are not. Returns 0 with an error raised. */
int ab_kdf_set_properties(const struct ab_provctx *prov, int *lacks, const OSSL_PARAM *p);

/* Allocate len bytes aligned to 64. The caller frees *room; both are NULL if there is no such memory. */
void *ab_kdf_allocate(size_t len, void **room);

extern const OSSL_DISPATCH ab_pbkdf2_functions[], ab_scrypt_functions[];
extern const OSSL_DISPATCH ab_argon2i_functions[], ab_argon2d_functions[], ab_argon2id_functions[];

#endif
