/*
 * What every cipher of the module shares: the descriptor of a name, the head of a context, allocation, the parameters
 * that describe an algorithm, and the dispatch tables that algorithms.c lists.
 *
 * A context is one flat, 64-byte aligned block that begins with struct ab_cipher and holds no pointer to memory of its
 * own, so dupctx is a copy and freectx a wipe.
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
    AB_CIPHER_INVERSE = 16 /* key wrap with the inverse cipher as designated cipher function; no parameter */
};

/* One name. Lengths are bytes; mode is EVP_CIPH_*_MODE (the value of the parameter "mode"). */
struct ab_cipher_desc {
    enum ab_family family;
    unsigned mode, flags;
    size_t key_len, block_len, iv_len;
};

/* The head of every context. */
struct ab_cipher {
    struct ab_provctx *prov;
    const struct ab_cipher_desc *desc;
    const struct ab_aes_kernels *kernels; /* chosen here, once */
    size_t ctx_size;
    bool enc, key_set, iv_set;
};

/* A zeroed context of ctx_size bytes, ready but for key and IV. NULL with an error raised if memory or kernels lack. */
void *ab_cipher_new(void *provctx, const struct ab_cipher_desc *desc, size_t ctx_size);

OSSL_FUNC_cipher_freectx_fn ab_cipher_free;
OSSL_FUNC_cipher_dupctx_fn ab_cipher_dup;

/* 0 with an error raised if a key is not of this name's length. */
int ab_cipher_check_key_len(const struct ab_cipher *c, size_t key_len);
/* The same for the parameter "keylen", if it is there: the length of these names is fixed. */
int ab_cipher_check_key_len_param(const struct ab_cipher *c, const OSSL_PARAM params[]);

/* Answers the parameters that belong to the name: mode, lengths and flags. */
int ab_cipher_get_desc_params(const struct ab_cipher_desc *desc, OSSL_PARAM params[]);
OSSL_FUNC_cipher_gettable_params_fn ab_cipher_gettable_params;

/* An entry of a dispatch table: AB_FN(UPDATE, update). */
#define AB_FN(id, function) { OSSL_FUNC_CIPHER_##id, (void (*)(void))function }

/* The two functions of a name, over `static const struct ab_cipher_desc NAME_desc`, for contexts of type `type`. */
#define AB_CIPHER_NAME(name, type)                                                                             \
    static void *name##_newctx(void *provctx) { return ab_cipher_new(provctx, &name##_desc, sizeof(type)); } \
    static int name##_get_params(OSSL_PARAM params[]) { return ab_cipher_get_desc_params(&name##_desc, params); }

/* The entries that stand first in every table. */
#define AB_CIPHER_NAME_ENTRIES(name)                                                                          \
    AB_FN(NEWCTX, name##_newctx), AB_FN(GET_PARAMS, name##_get_params), AB_FN(FREECTX, ab_cipher_free),      \
    AB_FN(DUPCTX, ab_cipher_dup), AB_FN(GETTABLE_PARAMS, ab_cipher_gettable_params)

extern const OSSL_DISPATCH ab_aes_128_ecb_functions[], ab_aes_192_ecb_functions[], ab_aes_256_ecb_functions[];
extern const OSSL_DISPATCH ab_aes_128_cbc_functions[], ab_aes_192_cbc_functions[], ab_aes_256_cbc_functions[];
extern const OSSL_DISPATCH ab_aes_128_cbc_cts_functions[], ab_aes_192_cbc_cts_functions[], ab_aes_256_cbc_cts_functions[];
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
extern const OSSL_DISPATCH ab_aes_128_gcm_siv_functions[], ab_aes_192_gcm_siv_functions[], ab_aes_256_gcm_siv_functions[];

#endif
