/*
 * Pipelines (OpenSSL 3.5 and later, EVP_EncryptInit(3)): messages under one key that are encrypted or decrypted together, each
 * with its own IV, length and tag. A mode whose messages gain from company processes the updates of all of them in one call.
 */
#ifndef AB_PROVIDER_CIPHER_PIPELINE_H
#define AB_PROVIDER_CIPHER_PIPELINE_H

#include "provider/cipher/pipes.h"

/* A list of parameters that begins with it: without it if OpenSSL has no pipelines. */
const OSSL_PARAM *ab_pipes_param_list(const struct ab_provctx *prov, const OSSL_PARAM *list);

/* The four calls; ids of later releases than the headers may know (core_dispatch.h only ever appends). */
enum {
    AB_CIPHER_PIPELINE_ENCRYPT_INIT = 15,
    AB_CIPHER_PIPELINE_DECRYPT_INIT = 16,
    AB_CIPHER_PIPELINE_UPDATE = 17,
    AB_CIPHER_PIPELINE_FINAL = 18
};

int ab_pipes_encrypt_init(void *ctx, const unsigned char *key, size_t key_len, size_t num, const unsigned char **iv,
                          size_t iv_len, const OSSL_PARAM params[]);
int ab_pipes_decrypt_init(void *ctx, const unsigned char *key, size_t key_len, size_t num, const unsigned char **iv,
                          size_t iv_len, const OSSL_PARAM params[]);
/* out NULL: associated data. All or nothing of the checks is done first where the mode takes all pipes at once. */
int ab_pipes_update(void *ctx, size_t num, unsigned char **out, size_t *out_len, const size_t *out_size,
                    const unsigned char **in, const size_t *in_len);
int ab_pipes_final(void *ctx, size_t num, unsigned char **out, size_t *out_len, const size_t *out_size);

/* The entries of a dispatch table. */
#define AB_CIPHER_LATER(id, function) { AB_CIPHER_##id, (void (*)(void))function }
#define AB_PIPES_ENTRIES                                                                                      \
    AB_CIPHER_LATER(PIPELINE_ENCRYPT_INIT, ab_pipes_encrypt_init), AB_CIPHER_LATER(PIPELINE_DECRYPT_INIT, ab_pipes_decrypt_init), \
    AB_CIPHER_LATER(PIPELINE_UPDATE, ab_pipes_update), AB_CIPHER_LATER(PIPELINE_FINAL, ab_pipes_final)

#endif
