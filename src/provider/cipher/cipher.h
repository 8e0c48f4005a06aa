/*
 * The calls that every cipher shares: allocation, copy and wipe of a context, init, context parameters, the parameters
 * that describe a name; and the dispatch tables that the list of names refers to.
 */
#ifndef AB_PROVIDER_CIPHER_CIPHER_H
#define AB_PROVIDER_CIPHER_CIPHER_H

#include "provider/cipher/cipher_context.h"
#include "provider/dispatch.h"

/* Return whether this many bytes may be worth several threads. If so, the caller uses src/threads/split.h. */
static inline bool ab_cipher_is_long(const struct ab_cipher *c, size_t len)
{
    return len >= AB_POOL_MIN_LEN && c->prov->pool != NULL;
}

/* Make a context without key and IV. NULL with an error raised if memory or kernels are lacking. */
void *ab_cipher_new(void *provctx, const struct ab_cipher_desc *desc);

OSSL_FUNC_cipher_freectx_fn ab_cipher_free;
OSSL_FUNC_cipher_dupctx_fn ab_cipher_dup;
OSSL_FUNC_cipher_encrypt_init_fn ab_cipher_encrypt_init;
OSSL_FUNC_cipher_decrypt_init_fn ab_cipher_decrypt_init;
OSSL_FUNC_cipher_get_ctx_params_fn ab_cipher_get_ctx_params;
OSSL_FUNC_cipher_set_ctx_params_fn ab_cipher_set_ctx_params;
/* For modes that have nothing to do at the end. */
OSSL_FUNC_cipher_final_fn ab_cipher_empty_final;

/* Return 1 if the key, or the IV, has this name's length; otherwise 0 with an error raised. */
int ab_cipher_check_key_len(const struct ab_cipher *c, size_t key_len);
int ab_cipher_check_iv_len(const struct ab_cipher *c, size_t iv_len);

/* Raise the errors of the two functions below, and return 0. */
int ab_cipher_refuse_no_key(const struct ab_cipher *c);
int ab_cipher_refuse_room(const struct ab_cipher *c, size_t out_size, size_t len);
/* Return 1 if there is a key, or room for len bytes; otherwise 0 with an error raised. Each update calls both. */
static inline int ab_cipher_has_key(const struct ab_cipher *c)
{
    return c->key_set || ab_cipher_refuse_no_key(c);
}
static inline int ab_cipher_has_room(const struct ab_cipher *c, size_t out_size, size_t len)
{
    return out_size >= len || ab_cipher_refuse_room(c, out_size, len);
}

/* Whether this "keylen" parameter equals the length of this name's keys, which is fixed. */
int ab_cipher_is_key_len(const struct ab_cipher *c, const OSSL_PARAM *p);

/* Check a "keylen" or "ivlen" parameter of a name with fixed lengths. 0 if it is wrong; 1 if it is neither. */
int ab_cipher_check_fixed_len(const struct ab_cipher *c, const OSSL_PARAM *p);

/* Return the parameters that describe a name: mode, lengths and flags. */
int ab_cipher_get_desc_params(const struct ab_cipher_desc *desc, OSSL_PARAM params[]);
OSSL_FUNC_cipher_gettable_params_fn ab_cipher_gettable_params;

/* An entry of a dispatch table: AB_FN(UPDATE, update). */
#define AB_FN(id, function) { OSSL_FUNC_CIPHER_##id, (void (*)(void))function }

/* The two functions of a name, over `static const struct ab_cipher_desc NAME_desc`. */
#define AB_CIPHER_NAME(name)                                                                                   \
    static void *name##_newctx(void *provctx) { return ab_cipher_new(provctx, &name##_desc); }                \
    static int name##_get_params(OSSL_PARAM params[]) { return ab_cipher_get_desc_params(&name##_desc, params); }

/* A dispatch table: the functions of the name, and the rest, which has those of all ciphers and those of the mode. */
#define AB_CIPHER_CONTEXT_ENTRIES                                                                             \
    AB_FN(FREECTX, ab_cipher_free), AB_FN(DUPCTX, ab_cipher_dup), AB_FN(GETTABLE_PARAMS, ab_cipher_gettable_params)
#define AB_CIPHER_SHARED_ENTRIES                                                                              \
    AB_FN(ENCRYPT_INIT, ab_cipher_encrypt_init), AB_FN(DECRYPT_INIT, ab_cipher_decrypt_init),                \
    AB_FN(GET_CTX_PARAMS, ab_cipher_get_ctx_params), AB_FN(SET_CTX_PARAMS, ab_cipher_set_ctx_params)
#define AB_CIPHER_REST(rest, ...) AB_REST(rest, AB_CIPHER_CONTEXT_ENTRIES, AB_CIPHER_SHARED_ENTRIES, __VA_ARGS__)
#define AB_CIPHER_TABLE(name, rest)                                                                           \
    { AB_FN(NEWCTX, name##_newctx), AB_FN(GET_PARAMS, name##_get_params), AB_GO_ON(rest) }

extern const OSSL_DISPATCH ab_aes_128_ecb_functions[], ab_aes_192_ecb_functions[], ab_aes_256_ecb_functions[];
extern const OSSL_DISPATCH ab_aes_128_cbc_functions[], ab_aes_192_cbc_functions[], ab_aes_256_cbc_functions[];
extern const OSSL_DISPATCH ab_aes_128_cbc_cts_functions[], ab_aes_192_cbc_cts_functions[],
    ab_aes_256_cbc_cts_functions[];
extern const OSSL_DISPATCH ab_aes_128_cfb_functions[], ab_aes_192_cfb_functions[], ab_aes_256_cfb_functions[];
extern const OSSL_DISPATCH ab_aes_128_cfb8_functions[], ab_aes_192_cfb8_functions[], ab_aes_256_cfb8_functions[];
extern const OSSL_DISPATCH ab_aes_128_cfb1_functions[], ab_aes_192_cfb1_functions[], ab_aes_256_cfb1_functions[];
extern const OSSL_DISPATCH ab_aes_128_ofb_functions[], ab_aes_192_ofb_functions[], ab_aes_256_ofb_functions[];
extern const OSSL_DISPATCH ab_aes_128_ctr_functions[], ab_aes_192_ctr_functions[], ab_aes_256_ctr_functions[];
extern const OSSL_DISPATCH ab_aes_128_xts_functions[], ab_aes_256_xts_functions[];
extern const OSSL_DISPATCH ab_aes_128_ocb_functions[], ab_aes_192_ocb_functions[], ab_aes_256_ocb_functions[];
extern const OSSL_DISPATCH ab_aes_128_ccm_functions[], ab_aes_192_ccm_functions[], ab_aes_256_ccm_functions[];
extern const OSSL_DISPATCH ab_aes_128_siv_functions[], ab_aes_192_siv_functions[], ab_aes_256_siv_functions[];
extern const OSSL_DISPATCH ab_aes_128_wrap_functions[], ab_aes_192_wrap_functions[], ab_aes_256_wrap_functions[];
extern const OSSL_DISPATCH ab_aes_128_wrap_pad_functions[], ab_aes_192_wrap_pad_functions[],
    ab_aes_256_wrap_pad_functions[];
extern const OSSL_DISPATCH ab_aes_128_wrap_inv_functions[], ab_aes_192_wrap_inv_functions[],
    ab_aes_256_wrap_inv_functions[];
extern const OSSL_DISPATCH ab_aes_128_wrap_pad_inv_functions[], ab_aes_192_wrap_pad_inv_functions[],
    ab_aes_256_wrap_pad_inv_functions[];
extern const OSSL_DISPATCH ab_aes_128_gcm_functions[], ab_aes_192_gcm_functions[], ab_aes_256_gcm_functions[];
extern const OSSL_DISPATCH ab_aes_128_gcm_siv_functions[], ab_aes_192_gcm_siv_functions[],
    ab_aes_256_gcm_siv_functions[];
extern const OSSL_DISPATCH ab_aes_128_cbc_hmac_sha1_functions[], ab_aes_256_cbc_hmac_sha1_functions[];
extern const OSSL_DISPATCH ab_aes_128_cbc_hmac_sha256_functions[], ab_aes_256_cbc_hmac_sha256_functions[];
extern const OSSL_DISPATCH ab_sm4_ecb_functions[], ab_sm4_cbc_functions[], ab_sm4_cfb_functions[];
extern const OSSL_DISPATCH ab_sm4_ofb_functions[], ab_sm4_ctr_functions[], ab_sm4_ccm_functions[];
extern const OSSL_DISPATCH ab_sm4_gcm_functions[], ab_sm4_xts_functions[];
extern const OSSL_DISPATCH ab_aria_128_ecb_functions[], ab_aria_192_ecb_functions[], ab_aria_256_ecb_functions[];
extern const OSSL_DISPATCH ab_aria_128_cbc_functions[], ab_aria_192_cbc_functions[], ab_aria_256_cbc_functions[];
extern const OSSL_DISPATCH ab_aria_128_cfb_functions[], ab_aria_192_cfb_functions[], ab_aria_256_cfb_functions[];
extern const OSSL_DISPATCH ab_aria_128_cfb8_functions[], ab_aria_192_cfb8_functions[], ab_aria_256_cfb8_functions[];
extern const OSSL_DISPATCH ab_aria_128_cfb1_functions[], ab_aria_192_cfb1_functions[], ab_aria_256_cfb1_functions[];
extern const OSSL_DISPATCH ab_aria_128_ofb_functions[], ab_aria_192_ofb_functions[], ab_aria_256_ofb_functions[];
extern const OSSL_DISPATCH ab_aria_128_ctr_functions[], ab_aria_192_ctr_functions[], ab_aria_256_ctr_functions[];
extern const OSSL_DISPATCH ab_aria_128_ccm_functions[], ab_aria_192_ccm_functions[], ab_aria_256_ccm_functions[];
extern const OSSL_DISPATCH ab_aria_128_gcm_functions[], ab_aria_192_gcm_functions[], ab_aria_256_gcm_functions[];
extern const OSSL_DISPATCH ab_camellia_128_cbc_cts_functions[], ab_camellia_192_cbc_cts_functions[],
    ab_camellia_256_cbc_cts_functions[];
extern const OSSL_DISPATCH ab_camellia_128_cfb8_functions[], ab_camellia_192_cfb8_functions[],
    ab_camellia_256_cfb8_functions[];
extern const OSSL_DISPATCH ab_camellia_128_cfb1_functions[], ab_camellia_192_cfb1_functions[],
    ab_camellia_256_cfb1_functions[];
extern const OSSL_DISPATCH ab_camellia_128_ofb_functions[], ab_camellia_192_ofb_functions[],
    ab_camellia_256_ofb_functions[];
extern const OSSL_DISPATCH ab_camellia_128_ecb_functions[], ab_camellia_192_ecb_functions[],
    ab_camellia_256_ecb_functions[];
extern const OSSL_DISPATCH ab_camellia_128_cbc_functions[], ab_camellia_192_cbc_functions[],
    ab_camellia_256_cbc_functions[];
extern const OSSL_DISPATCH ab_camellia_128_cfb_functions[], ab_camellia_192_cfb_functions[],
    ab_camellia_256_cfb_functions[];
extern const OSSL_DISPATCH ab_camellia_128_ctr_functions[], ab_camellia_192_ctr_functions[],
    ab_camellia_256_ctr_functions[];
extern const OSSL_DISPATCH ab_chacha20_functions[], ab_chacha20_poly1305_functions[];

#endif
