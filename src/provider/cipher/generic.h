/*
 * What the modes of SP 800-38A share as ciphers of OpenSSL: how init treats key and IV, and the context parameters that
 * the default provider gives all of them.
 */
#ifndef AB_PROVIDER_CIPHER_GENERIC_H
#define AB_PROVIDER_CIPHER_GENERIC_H

#include <string.h>

#include "crypto/tls/cbc_record.h"
#include "provider/cipher/cipher.h"

struct ab_generic {
    struct ab_cipher head;
    uint8_t iv[AB_AES_BLOCK]; /* as set by the caller */
    bool pad, use_bits;
    unsigned tls_version; /* 0: not a TLS record cipher */
    size_t tls_mac_len;
    uint8_t tls_mac[AB_TLS_MAX_MAC]; /* of the last record decrypted */
};

/* Raise the error of the next function, and return 0. */
int ab_generic_refuse_iv(const struct ab_generic *g, size_t iv_len);
/*
 * Check and store a new IV (NULL: none). Modes without an IV ignore it. Returns 0 with an error raised if its length is
 * wrong. Inline, since each message sets an IV.
 */
static inline int ab_generic_set_iv(struct ab_generic *g, const uint8_t *iv, size_t iv_len)
{
    if (iv == NULL || g->head.desc->iv_len == 0)
        return 1;
    if (iv_len != AB_AES_BLOCK)
        return ab_generic_refuse_iv(g, iv_len);
    memcpy(g->iv, iv, AB_AES_BLOCK);
    g->head.iv_set = true;
    return 1;
}
/* Turn padding on, the initial state of all these modes, most of which merely report it. */
void ab_generic_prepare(void *ctx);

/* Process one parameter; updated_iv and num are the mode's own state. See struct ab_cipher_ops. */
int ab_generic_get_param(const struct ab_generic *g, OSSL_PARAM *p, const uint8_t *updated_iv, uint32_t num);
int ab_generic_set_param(struct ab_generic *g, const OSSL_PARAM *p, uint32_t *num);

OSSL_FUNC_cipher_gettable_ctx_params_fn ab_generic_gettable_ctx_params;
OSSL_FUNC_cipher_settable_ctx_params_fn ab_generic_settable_ctx_params;

#endif
