/* The calls of a pipeline: init, update and final of all its pipes. */
#include "provider/cipher/pipeline.h"

#include "provider/cipher/cipher.h"
#include "provider/cipher/pipes.h"
#include "provider/error.h"

/*
 * New pipes are copies of the context, which already has the key. Existing pipes take key and IV as the context alone
 * would, so either may be set without the other.
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
        if (!ab_pipes_make(c, num))
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
