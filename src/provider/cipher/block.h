/* The context that AES-ECB, AES-CBC (also as a TLS record cipher) and AES-CBC-CTS share as OpenSSL ciphers. */
#ifndef AB_PROVIDER_CIPHER_BLOCK_H
#define AB_PROVIDER_CIPHER_BLOCK_H

#include "provider/cipher/generic.h"

struct ab_block {
    struct ab_generic g;
    struct ab_aes_cbc cbc; /* ECB uses cbc.aes alone */
    bool can_decrypt;      /* the decryption schedule is there */
    bool seeded;           /* random_seed is there */
    bool done;             /* the one update of a CTS message */
    enum ab_aes_cts cts;
    uint8_t buf[AB_AES_BLOCK];
    size_t held;                       /* bytes in buf; 16 while decryption with padding holds a block back */
    uint32_t num;                      /* a parameter that these modes keep but do not use */
    uint64_t random_seed[2];           /* src/provider/cipher/aes_tls_cbc.c */
};

void *ab_block_new(void *provctx, const struct ab_cipher_desc *desc);
/* 0 with an error raised if there is no key, or less room than that. */
int ab_block_has_key(const struct ab_block *c);
int ab_block_has_room(const struct ab_block *c, size_t out_size, size_t len);

OSSL_FUNC_cipher_encrypt_init_fn ab_block_encrypt_init;
OSSL_FUNC_cipher_decrypt_init_fn ab_block_decrypt_init;
OSSL_FUNC_cipher_cipher_fn ab_block_cipher;
OSSL_FUNC_cipher_get_ctx_params_fn ab_block_get_ctx_params;
OSSL_FUNC_cipher_set_ctx_params_fn ab_block_set_ctx_params;

/* Draws the seed of the random MACs, once, if this context is to decrypt records with a MAC. */
int ab_tls_cbc_prepare(struct ab_block *c);
/* One record in place: pads and encrypts, or decrypts and takes padding and MAC off. */
int ab_tls_cbc_update(struct ab_block *c, uint8_t *out, size_t *out_len, size_t out_size, const uint8_t *in,
                      size_t in_len);

#define AB_BLOCK_NAME(name)                                                                                    \
    static void *name##_newctx(void *provctx) { return ab_block_new(provctx, &name##_desc); }                 \
    static int name##_get_params(OSSL_PARAM params[]) { return ab_cipher_get_desc_params(&name##_desc, params); }

#endif
