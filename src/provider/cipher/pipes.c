/* Make, copy and free the pipes of a context, and set their parameters. */
#include "provider/cipher/pipes.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

#include "provider/context.h"

void ab_pipes_free(struct ab_cipher *c)
{
    if (c->pipes == NULL)
        return;
    for (size_t i = 0; i < c->pipes->num; i++)
        ab_context_free(c->pipes->pipe[i], c->desc->ops->ctx_size);
    free(c->pipes);
    c->pipes = NULL;
}

/* Add a pipe, a copy of `from` without pipes of its own. */
static int add_pipe(struct ab_cipher *c, const struct ab_cipher *from)
{
    struct ab_cipher *pipe = ab_context_alloc(c->prov, c->desc->ops->ctx_size);

    if (pipe == NULL)
        return 0;
    memcpy(pipe, from, c->desc->ops->ctx_size);
    pipe->pipes = NULL;
    c->pipes->pipe[c->pipes->num++] = pipe;
    return 1;
}

/* Make num pipes; pipe i is a copy of from[i * step]. If memory runs out, there are none. */
static int make_pipes(struct ab_cipher *c, size_t num, const struct ab_cipher *const from[], size_t step)
{
    c->pipes = ab_alloc_zeros(c->prov, sizeof(*c->pipes), "pipes");
    if (c->pipes == NULL)
        return 0;
    for (size_t i = 0; i < num; i++)
        if (!add_pipe(c, from[i * step])) {
            ab_pipes_free(c);
            return 0;
        }
    return 1;
}

int ab_pipes_make(struct ab_cipher *c, size_t num)
{
    return make_pipes(c, num, (const struct ab_cipher *const[]){ c }, 0);
}

int ab_pipes_dup(struct ab_cipher *copy, const struct ab_cipher *c)
{
    copy->pipes = NULL;
    return c->pipes == NULL || make_pipes(copy, c->pipes->num, (const struct ab_cipher *const *)c->pipes->pipe, 1);
}

int ab_pipes_set_param(const struct ab_cipher *c, const OSSL_PARAM *p)
{
    for (size_t i = 0; c->pipes != NULL && i < c->pipes->num; i++)
        if (!c->desc->ops->set_param(c->pipes->pipe[i], p))
            return 0;
    return 1;
}

/* The addresses of the tags, or NULL if there are none or no pipes. */
static uint8_t *const *tags(const struct ab_cipher *c, const OSSL_PARAM *p)
{
    if (c->pipes == NULL || p->data_type != OSSL_PARAM_OCTET_PTR || p->data == NULL)
        return NULL;
    return *(uint8_t *const *const *)p->data;
}

int ab_pipes_set_tags(const struct ab_cipher *c, const OSSL_PARAM *p)
{
    uint8_t *const *tag = tags(c, p);

    for (size_t i = 0; tag != NULL && i < c->pipes->num; i++) {
        OSSL_PARAM one = OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, tag[i], p->data_size);

        if (!c->desc->ops->set_param(c->pipes->pipe[i], &one))
            return 0;
    }
    return tag != NULL;
}

int ab_pipes_get_tags(const struct ab_cipher *c, const OSSL_PARAM *p)
{
    uint8_t *const *tag = tags(c, p);

    for (size_t i = 0; tag != NULL && i < c->pipes->num; i++) {
        OSSL_PARAM one = OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, tag[i], p->data_size);

        if (!c->desc->ops->get_param(c->pipes->pipe[i], &one))
            return 0;
    }
    return tag != NULL;
}
