/* The context that the ciphers AES-ECB, AES-CBC (also as a TLS record cipher) and AES-CBC-CTS share. */
#ifndef AB_PROVIDER_CIPHER_BLOCK_H
#define AB_PROVIDER_CIPHER_BLOCK_H

#include "provider/cipher/generic.h"

struct ab_block {
    struct ab_generic g;
    struct ab_aes_cbc cbc; /* ECB uses only cbc.aes */
    bool can_decrypt;      /* the decryption schedule was expanded */
    bool seeded;           /* random_seed was drawn */
    bool done;             /* the one update of a CTS message is done */
    enum ab_aes_cts cts;
    uint8_t buf[AB_AES_BLOCK];
    size_t held;             /* bytes in buf; 16 while decryption with padding holds a block back */
    uint32_t num;            /* a parameter that these modes keep but do not use */
    uint64_t random_seed[2]; /* for src/provider/cipher/aes_tls_cbc.c */
};

/* Members of struct ab_cipher_ops that these ciphers share. */
int ab_block_init(void *ctx, const uint8_t *key, size_t key_len, const uint8_t *iv, size_t iv_len);
int ab_block_get_param(void *ctx, OSSL_PARAM *p);
int ab_block_set_param(void *ctx, const OSSL_PARAM *p);

OSSL_FUNC_cipher_cipher_fn ab_block_cipher;

/* Draw the seed of the random MACs, once, if this context is to decrypt records with a MAC. */
int ab_tls_cbc_prepare(struct ab_block *c);
/* Process one record in place: pad and encrypt it, or decrypt it and remove padding and MAC. */
int ab_tls_cbc_update(struct ab_block *c, uint8_t *out, size_t *out_len, size_t out_size, const uint8_t *in,
                      size_t in_len);

#endif
