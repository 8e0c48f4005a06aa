/*
 * Pipelines (OpenSSL 3.5 and later, EVP_EncryptInit(3)): messages under one key that are encrypted or decrypted
 * together, each with its own IV, length and tag. A mode whose messages gain from company processes the updates of all
 * of them in one call.
 */
#ifndef AB_PROVIDER_CIPHER_PIPELINE_H
#define AB_PROVIDER_CIPHER_PIPELINE_H

#include "provider/cipher/pipes.h"

/* Return the list, which begins with that parameter; without the parameter if OpenSSL has no pipelines. */
const OSSL_PARAM *ab_pipes_param_list(const struct ab_provctx *prov, const OSSL_PARAM *list);

/*
 * The numbers of the four functions, which the headers of older releases lack (core_dispatch.h is only ever extended).
 */
enum {
    AB_CIPHER_PIPELINE_ENCRYPT_INIT = 15,
    AB_CIPHER_PIPELINE_DECRYPT_INIT = 16,
    AB_CIPHER_PIPELINE_UPDATE = 17,
    AB_CIPHER_PIPELINE_FINAL = 18
};

/*
 * Begin num messages (at most AB_MAX_PIPES) under the key, each with its iv[i]; a key or an IV at NULL keeps the one
 * that was set. Return 0 with an error raised.
 */
int ab_pipes_encrypt_init(void *ctx, const unsigned char *key, size_t key_len, size_t num, const unsigned char **iv,
                          size_t iv_len, const OSSL_PARAM params[]);
int ab_pipes_decrypt_init(void *ctx, const unsigned char *key, size_t key_len, size_t num, const unsigned char **iv,
                          size_t iv_len, const OSSL_PARAM params[]);
/*
 * Update, or end, message i with in[i] and out[i], for as many as the init began. Return 0 with an error raised if one
 * of them fails. out NULL: associated data. A mode that updates all pipes at once does all checks before any
 * output.
 */
int ab_pipes_update(void *ctx, size_t num, unsigned char **out, size_t *out_len, const size_t *out_size,
                    const unsigned char **in, const size_t *in_len);
int ab_pipes_final(void *ctx, size_t num, unsigned char **out, size_t *out_len, const size_t *out_size);

/* Entries of a dispatch table. */
#define AB_PIPELINE_FN(id, function) { AB_CIPHER_PIPELINE_##id, (void (*)(void))function }
#define AB_PIPES_ENTRIES                                                                                      \
    AB_PIPELINE_FN(ENCRYPT_INIT, ab_pipes_encrypt_init), AB_PIPELINE_FN(DECRYPT_INIT, ab_pipes_decrypt_init), \
    AB_PIPELINE_FN(UPDATE, ab_pipes_update), AB_PIPELINE_FN(FINAL, ab_pipes_final)

#endif
