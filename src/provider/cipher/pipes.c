#include "provider/cipher/pipes.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

#include "provider/context.h"
#include "provider/error.h"

void ab_pipes_free(struct ab_cipher *c)
{
    if (c->pipes == NULL)
        return;
    for (size_t i = 0; i < c->pipes->num; i++)
        ab_context_free(c->pipes->pipe[i], c->desc->ops->ctx_size);
    free(c->pipes);
    c->pipes = NULL;
}

/* One more pipe: a copy of `from`, without pipes. */
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

/* num pipes; pipe i is a copy of from[i * step]. Without enough memory there are none. */
static int make_pipes(struct ab_cipher *c, size_t num, const struct ab_cipher *const from[], size_t step)
{
    c->pipes = calloc(1, sizeof(*c->pipes));
    if (c->pipes == NULL) {
        AB_RAISE_DETAIL(c->prov, AB_R_OUT_OF_MEMORY, "pipes");
        return 0;
    }
    for (size_t i = 0; i < num; i++)
        if (!add_pipe(c, from[i * step])) {
            ab_pipes_free(c);
            return 0;
        }
    return 1;
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

/* The tags' addresses, or NULL if there are none or no pipes. */
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

/*
 * New pipes are copies of the context, which has the key then; those that are there already take key and IV as the context
 * alone would, so that either may come without the other.
 */
static int init(struct ab_cipher *c, bool enc, const uint8_t *key, size_t key_len, size_t num,
                const uint8_t *const iv[], size_t iv_len)
{
    bool is_new = c->pipes == NULL || c->pipes->num != num;

    if (num > AB_MAX_PIPES) {
        AB_RAISE_DETAIL(c->prov, AB_R_TOO_MANY_PIPES, "%zu", num);
        return 0;
    }
    c->enc = enc;
    if (!c->desc->ops->init(c, key, key_len, NULL, 0))
        return 0;
    if (is_new) {
        ab_pipes_free(c);
        if (!make_pipes(c, num, (const struct ab_cipher *const[]){ c }, 0))
            return 0;
    }
    for (size_t i = 0; i < num; i++) {
        c->pipes->pipe[i]->enc = enc;
        if (!c->desc->ops->init(c->pipes->pipe[i], is_new ? NULL : key, key_len, iv == NULL ? NULL : iv[i], iv_len))
            return 0;
    }
    return 1;
}

const OSSL_PARAM *ab_pipes_param_list(const struct ab_provctx *prov, const OSSL_PARAM *list)
{
    return prov->release >= AB_RELEASE(3, 5) ? list : list + 1;
}

int ab_pipes_encrypt_init(void *ctx, const unsigned char *key, size_t key_len, size_t num, const unsigned char **iv,
                          size_t iv_len, const OSSL_PARAM params[])
{
    return init(ctx, true, key, key_len, num, iv, iv_len) && ab_cipher_set_ctx_params(ctx, params);
}

int ab_pipes_decrypt_init(void *ctx, const unsigned char *key, size_t key_len, size_t num, const unsigned char **iv,
                          size_t iv_len, const OSSL_PARAM params[])
{
    return init(ctx, false, key, key_len, num, iv, iv_len) && ab_cipher_set_ctx_params(ctx, params);
}

static int are_there(const struct ab_cipher *c, size_t num)
{
    if (c->pipes != NULL && c->pipes->num == num)
        return 1;
    AB_RAISE_DETAIL(c->prov, AB_R_WRONG_OPERATION_ORDER, "%zu pipes that were not begun", num);
    return 0;
}

int ab_pipes_update(void *ctx, size_t num, unsigned char **out, size_t *out_len, const size_t *out_size,
                    const unsigned char **in, const size_t *in_len)
{
    const struct ab_cipher *c = ctx;
    const struct ab_cipher_ops *ops = c->desc->ops;

    if (!are_there(c, num))
        return 0;
    if (ops->update_pipes != NULL && out != NULL)
        return ops->update_pipes(c->pipes, out, out_len, out_size, in, in_len);
    for (size_t i = 0; i < num; i++) {
        size_t room = out == NULL || out_size == NULL ? in_len[i] : out_size[i];

        if (!ops->update(c->pipes->pipe[i], out == NULL ? NULL : out[i], &out_len[i], room, in[i], in_len[i]))
            return 0;
    }
    return 1;
}

int ab_pipes_final(void *ctx, size_t num, unsigned char **out, size_t *out_len, const size_t *out_size)
{
    const struct ab_cipher *c = ctx;

    if (!are_there(c, num))
        return 0;
    for (size_t i = 0; i < num; i++)
        if (!c->desc->ops->final(c->pipes->pipe[i], out == NULL ? NULL : out[i], &out_len[i],
                                 out_size == NULL ? 0 : out_size[i]))
            return 0;
    return 1;
}
