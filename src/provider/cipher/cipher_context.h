/*
 * The types of every cipher: the descriptor of a name, the calls that a mode provides, and the head of every context.
 *
 * A context is one flat, 64-byte aligned block that begins with struct ab_cipher. It owns no other memory but the pipes
 * of a pipeline, so dupctx is a copy and freectx a wipe.
 */
#ifndef AB_PROVIDER_CIPHER_CIPHER_CONTEXT_H
#define AB_PROVIDER_CIPHER_CIPHER_CONTEXT_H

#include <openssl/core_dispatch.h>
#include <stdbool.h>
#include <stdint.h>

#include "afterburner/aes.h"
#include "provider/counters.h"
#include "provider/provctx.h"

enum ab_cipher_flags {
    AB_CIPHER_AEAD = 1,
    AB_CIPHER_CUSTOM_IV = 2,
    AB_CIPHER_CTS = 4,
    AB_CIPHER_RAND_KEY = 8,
    AB_CIPHER_TLS1_MULTIBLOCK = 32,
    /* key wrap with the inverse cipher as designated cipher function; not visible in a parameter */
    AB_CIPHER_INVERSE = 16
};

struct ab_pipes;

/*
 * The calls that a mode provides. get_param and set_param process one parameter: they return 1 if it is not one of the
 * mode's, 0 if its value is not acceptable; the caller raises the error.
 */
struct ab_cipher_ops {
    size_t ctx_size;
    size_t set_later;           /* bytes at its end that a new context need not clear, since a key or an IV sets them */
    void (*prepare)(void *ctx); /* sets the non-zero members of a new context; may be NULL */
    /* Set key and IV, either of which may be NULL; head.enc is the direction. Returns 0 with an error raised. */
    int (*init)(void *ctx, const uint8_t *key, size_t key_len, const uint8_t *iv, size_t iv_len);
    int (*get_param)(void *ctx, OSSL_PARAM *p);
    int (*set_param)(void *ctx, const OSSL_PARAM *p);

    /* The same as in the dispatch table: for pipelines (pipeline.h), and where calls are counted (counted.h). */
    OSSL_FUNC_cipher_update_fn *update;
    OSSL_FUNC_cipher_cipher_fn *cipher; /* NULL: the table has none */
    OSSL_FUNC_cipher_final_fn *final;   /* for pipelines alone */
    /* Update all pipes at once; NULL: update them one after another. */
    int (*update_pipes)(const struct ab_pipes *pipes, uint8_t *const out[], size_t out_len[], const size_t out_size[],
                        const uint8_t *const in[], const size_t in_len[]);
};

/* A name. Lengths are in bytes; mode is EVP_CIPH_*_MODE, the value of the parameter "mode". */
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
    const void *kernels; /* ab_chacha_kernels or, for all others, ab_aes_kernels; chosen with the context */
    bool enc, key_set, iv_set;
    struct ab_pipes *pipes;           /* owned; NULL: no pipeline; provider/cipher/pipes.h */
    struct ab_counters_place counted; /* where this context's calls are; all zero: not used, or nothing is counted */
};

#endif
