/* Several records of AES-CBC-HMAC-SHA1 and -SHA256 at once, "multi-block" (docs/tls-contract.md). */
#ifndef AB_PROVIDER_CIPHER_AES_CBC_HMAC_MULTI_H
#define AB_PROVIDER_CIPHER_AES_CBC_HMAC_MULTI_H

#include "provider/cipher/aes_cbc_hmac_ctx.h"

/* Draw the nonce of the explicit IVs unless there is one. Returns 0 with an error raised. */
int ab_multi_seed(struct ab_cbc_hmac_ctx *c);

/*
 * Parameters of several records at once (docs/tls-contract.md): "tls1multi_aad", "tls1multi_enc" and the size of a
 * buffer for one record. Return 0 with an error raised and nothing set or written.
 */
int ab_multi_set_aad(struct ab_cbc_hmac_ctx *c, const OSSL_PARAM *aad, const OSSL_PARAM params[]);
int ab_multi_encrypt(struct ab_cbc_hmac_ctx *c, const OSSL_PARAM *out, const OSSL_PARAM params[]);
int ab_multi_get_buffer_size(const struct ab_cbc_hmac_ctx *c, OSSL_PARAM *p);

#endif
