/*
 * What extendable-output functions share: the length of the digest is a parameter, or the output is squeezed piece by
 * piece.
 */
#ifndef AB_PROVIDER_DIGEST_XOF_H
#define AB_PROVIDER_DIGEST_XOF_H

#include "provider/digest/digest.h"

/* For a context that begins with struct ab_digest. */
OSSL_FUNC_digest_init_fn ab_xof_init;
OSSL_FUNC_digest_update_fn ab_xof_update;
OSSL_FUNC_digest_final_fn ab_xof_final;
OSSL_FUNC_digest_get_ctx_params_fn ab_xof_get_params;
OSSL_FUNC_digest_gettable_ctx_params_fn ab_xof_gettable_params;
OSSL_FUNC_digest_set_ctx_params_fn ab_xof_set_params;
OSSL_FUNC_digest_settable_ctx_params_fn ab_xof_settable_params;
/* Write the length of the digest where the list asks for it. Returns 0 with an error raised if it does not fit. */
int ab_xof_get_len(const struct ab_provctx *prov, size_t len, OSSL_PARAM params[]);
/* EVP_DigestSqueeze: write the next out_size bytes of the output. Returns 0 with an error raised after the end. */
int ab_xof_squeeze(void *ctx, unsigned char *out, size_t *out_len, size_t out_size);

#endif
