/*
 * What every cipher of the module shares: the descriptor of a name, the head of a context, allocation, the parameters
 * that describe an algorithm, and the dispatch tables that algorithms.c lists.
 *
 * A context is one flat, 64-byte aligned block that begins with struct ab_cipher and holds no pointer to memory of its
 * own but the pipes of a pipeline, so dupctx is a copy and freectx a wipe.
 */
#ifndef AB_PROVIDER_CIPHER_CIPHER_H
#define AB_PROVIDER_CIPHER_CIPHER_H

#include <openssl/core_dispatch.h>
#include <stdbool.h>
#include <stdint.h>

#include "afterburner/aes.h"
#include "provider/provctx.h"

enum ab_cipher_flags {
    AB_CIPHER_AEAD = 1,
    AB_CIPHER_CUSTOM_IV = 2,
    AB_CIPHER_CTS = 4,
    AB_CIPHER_RAND_KEY = 8,
    AB_CIPHER_TLS1_MULTIBLOCK = 32,
    AB_CIPHER_INVERSE = 16 /* key wrap with the inverse cipher as designated cipher function; no parameter */
};

struct ab_pipes;

/*
 * What a mode adds to the calls that all share. get_param and set_param take one parameter, answer 1 if it is none of
 * theirs and 0 if it cannot be; the error is raised for them.
 */
struct ab_cipher_ops {
    size_t ctx_size;
    void (*prepare)(void *ctx); /* sets what is not zero in a new context; may be NULL */
    /* Takes key and IV, each of which may be NULL; head.enc says for what. 0 with an error raised. */
    int (*init)(void *ctx, const uint8_t *key, size_t key_len, const uint8_t *iv, size_t iv_len);
    int (*get_param)(void *ctx, OSSL_PARAM *p);
    int (*set_param)(void *ctx, const OSSL_PARAM *p);

    /* For pipelines (pipes.h), where the dispatch table has them. */
    OSSL_FUNC_cipher_update_fn *update;
    OSSL_FUNC_cipher_final_fn *final;
    /* The update of all pipes at once; NULL: one after another. */
    int (*update_pipes)(const struct ab_pipes *pipes, uint8_t *const out[], size_t out_len[], const size_t out_size[],
                        const uint8_t *const in[], const size_t in_len[]);
};

/* One name. Lengths are bytes; mode is EVP_CIPH_*_MODE (the value of the parameter "mode"). */
struct ab_cipher_desc {
    const struct ab_cipher_ops *ops;
    enum ab_family family;
    unsigned mode, flags;
    size_t key_len, block_len, iv_len;
};

/* The head of every context. */
struct ab_cipher {
    struct ab_provctx *prov;
    const struct ab_cipher_desc *desc;
    const struct ab_aes_kernels *kernels; /* chosen here, once */
    bool enc, key_set, iv_set;
    struct ab_pipes *pipes; /* owned; NULL: no pipeline. provider/cipher/pipes.h */
};

/* 1 if so many bytes may be worth several threads: then the call goes to src/threads/split.h. */
static inline bool ab_cipher_is_long(const struct ab_cipher *c, size_t len)
{
    return len >= AB_POOL_MIN_LEN && c->prov->pool != NULL;
}

/* A context ready but for key and IV. NULL with an error raised if memory or kernels lack. */
void *ab_cipher_new(void *provctx, const struct ab_cipher_desc *desc);

OSSL_FUNC_cipher_freectx_fn ab_cipher_free;
OSSL_FUNC_cipher_dupctx_fn ab_cipher_dup;
OSSL_FUNC_cipher_encrypt_init_fn ab_cipher_encrypt_init;
OSSL_FUNC_cipher_decrypt_init_fn ab_cipher_decrypt_init;
OSSL_FUNC_cipher_get_ctx_params_fn ab_cipher_get_ctx_params;
OSSL_FUNC_cipher_set_ctx_params_fn ab_cipher_set_ctx_params;
/* For modes in which nothing is left to do at the end. */
OSSL_FUNC_cipher_final_fn ab_cipher_empty_final;

/* These answer 0 with an error raised: a key not of this name's length; no key; less room than that. */
int ab_cipher_check_key_len(const struct ab_cipher *c, size_t key_len);
int ab_cipher_has_key(const struct ab_cipher *c);
int ab_cipher_has_room(const struct ab_cipher *c, size_t out_size, size_t len);
/* Is this "keylen" parameter the length of this name's keys? It is fixed. */
int ab_cipher_is_key_len(const struct ab_cipher *c, const OSSL_PARAM *p);

/* Answers the parameters that belong to the name: mode, lengths and flags. */
int ab_cipher_get_desc_params(const struct ab_cipher_desc *desc, OSSL_PARAM params[]);
OSSL_FUNC_cipher_gettable_params_fn ab_cipher_gettable_params;

/* An entry of a dispatch table: AB_FN(UPDATE, update). */
#define AB_FN(id, function) { OSSL_FUNC_CIPHER_##id, (void (*)(void))function }

/* The two functions of a name, over `static const struct ab_cipher_desc NAME_desc`. */
#define AB_CIPHER_NAME(name)                                                                                   \
    static void *name##_newctx(void *provctx) { return ab_cipher_new(provctx, &name##_desc); }                \
    static int name##_get_params(OSSL_PARAM params[]) { return ab_cipher_get_desc_params(&name##_desc, params); }

/* A dispatch table: what belongs to the name, what all share, and what the mode brings. */
#define AB_CIPHER_NAME_ENTRIES(name)                                                                          \
    AB_FN(NEWCTX, name##_newctx), AB_FN(GET_PARAMS, name##_get_params), AB_FN(FREECTX, ab_cipher_free),      \
    AB_FN(DUPCTX, ab_cipher_dup), AB_FN(GETTABLE_PARAMS, ab_cipher_gettable_params)
#define AB_CIPHER_SHARED_ENTRIES                                                                              \
    AB_FN(ENCRYPT_INIT, ab_cipher_encrypt_init), AB_FN(DECRYPT_INIT, ab_cipher_decrypt_init),                \
    AB_FN(GET_CTX_PARAMS, ab_cipher_get_ctx_params), AB_FN(SET_CTX_PARAMS, ab_cipher_set_ctx_params)
#define AB_CIPHER_TABLE(name, ...)                                                                            \
    { AB_CIPHER_NAME_ENTRIES(name), AB_CIPHER_SHARED_ENTRIES, __VA_ARGS__, { 0, NULL } }

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

#endif
