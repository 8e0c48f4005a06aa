/*
 * The pipes of a pipeline (pipeline.h): contexts of the same cipher, one a message, that belong to the caller's context
 * and are copied and wiped with it.
 */
#ifndef AB_PROVIDER_CIPHER_PIPES_H
#define AB_PROVIDER_CIPHER_PIPES_H

#include "provider/cipher/cipher_context.h"

enum { AB_MAX_PIPES = 32 }; /* EVP_MAX_PIPES */

struct ab_pipes {
    size_t num;
    struct ab_cipher *pipe[AB_MAX_PIPES];
};

/* Wipes and frees the pipes of c, if it has any. */
void ab_pipes_free(struct ab_cipher *c);
/* Makes num pipes, each a copy of c. 0 with an error raised; then c has none. */
int ab_pipes_make(struct ab_cipher *c, size_t num);
/* Gives copy, a plain copy of the bytes of c, its own copies of the pipes of c. 0 with an error raised. */
int ab_pipes_dup(struct ab_cipher *copy, const struct ab_cipher *c);

/* Sets a parameter on every pipe. 1 if each accepts it, or if there are none. */
int ab_pipes_set_param(const struct ab_cipher *c, const OSSL_PARAM *p);
/* "pipeline-tag": an array of pointers, one per pipe, to tags of p->data_size bytes each. */
int ab_pipes_set_tags(const struct ab_cipher *c, const OSSL_PARAM *p);
int ab_pipes_get_tags(const struct ab_cipher *c, const OSSL_PARAM *p);

/* OSSL_CIPHER_PARAM_PIPELINE_AEAD_TAG, since 3.5 */
#define AB_PARAM_PIPELINE_TAG "pipeline-tag"

#endif
