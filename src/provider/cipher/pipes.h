/*
 * Pipelines (OpenSSL 3.5 and later, EVP_EncryptInit(3)): messages of one key that are encrypted or decrypted together, each
 * with its own IV, length and tag. Each is a context of the same cipher; a mode whose messages gain from company takes the
 * update of all of them at once.
 */
#ifndef AB_PROVIDER_CIPHER_PIPES_H
#define AB_PROVIDER_CIPHER_PIPES_H

#include "provider/cipher/cipher.h"

enum { AB_MAX_PIPES = 32 }; /* EVP_MAX_PIPES */

struct ab_pipes {
    size_t num;
    struct ab_cipher *pipe[AB_MAX_PIPES];
};

/* Those of c, if it has any, are wiped and freed. */
void ab_pipes_free(struct ab_cipher *c);
/* Gives copy, a copy of c in memory, pipes of its own. 0 with an error raised. */
int ab_pipes_dup(struct ab_cipher *copy, const struct ab_cipher *c);

/* A parameter of all pipes: 1 if each took it, or if there are none. */
int ab_pipes_set_param(const struct ab_cipher *c, const OSSL_PARAM *p);
/* "pipeline-tag": an array of as many pointers as there are pipes, to tags of p->data_size bytes each. */
int ab_pipes_set_tags(const struct ab_cipher *c, const OSSL_PARAM *p);
int ab_pipes_get_tags(const struct ab_cipher *c, const OSSL_PARAM *p);

/* OSSL_CIPHER_PARAM_PIPELINE_AEAD_TAG of 3.5 and later */
#define AB_PARAM_PIPELINE_TAG "pipeline-tag"
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
