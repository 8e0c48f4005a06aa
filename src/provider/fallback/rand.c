/* Forward the calls of a random generator to the default provider's context. */
#include "provider/fallback/rand.h"

static const OSSL_DISPATCH *entry(const struct ab_fallback_rand *r, int id)
{
    return ab_fallback_entry(r->functions, id);
}

int ab_fallback_rand_make(struct ab_fallback_rand *r, struct ab_provctx *prov, const char *name, void *parent,
                          const OSSL_DISPATCH *parent_functions)
{
    struct ab_fallback found;

    if (!ab_fallback_find(prov, OSSL_OP_RAND, name, &found))
        return 0;
    r->functions = found.functions;
    r->ctx = OSSL_FUNC_rand_newctx(entry(r, OSSL_FUNC_RAND_NEWCTX))(found.provctx, parent, parent_functions);
    return r->ctx != NULL;
}

void ab_fallback_rand_free(struct ab_fallback_rand *r)
{
    if (r->ctx != NULL)
        OSSL_FUNC_rand_freectx(entry(r, OSSL_FUNC_RAND_FREECTX))(r->ctx);
    r->ctx = NULL;
}

int ab_fallback_rand_instantiate(const struct ab_fallback_rand *r, unsigned strength, int prediction_resistance,
                                 const unsigned char *text, size_t text_len, const OSSL_PARAM params[])
{
    return OSSL_FUNC_rand_instantiate(entry(r, OSSL_FUNC_RAND_INSTANTIATE))(r->ctx, strength, prediction_resistance,
                                                                            text, text_len, params);
}

int ab_fallback_rand_uninstantiate(const struct ab_fallback_rand *r)
{
    return OSSL_FUNC_rand_uninstantiate(entry(r, OSSL_FUNC_RAND_UNINSTANTIATE))(r->ctx);
}

int ab_fallback_rand_generate(const struct ab_fallback_rand *r, unsigned char *out, size_t len, unsigned strength,
                              int prediction_resistance, const unsigned char *more, size_t more_len)
{
    return OSSL_FUNC_rand_generate(entry(r, OSSL_FUNC_RAND_GENERATE))(r->ctx, out, len, strength, prediction_resistance,
                                                                      more, more_len);
}

int ab_fallback_rand_reseed(const struct ab_fallback_rand *r, int prediction_resistance, const unsigned char *entropy,
                            size_t entropy_len, const unsigned char *more, size_t more_len)
{
    return OSSL_FUNC_rand_reseed(entry(r, OSSL_FUNC_RAND_RESEED))(r->ctx, prediction_resistance, entropy, entropy_len,
                                                                  more, more_len);
}

int ab_fallback_rand_get_params(const struct ab_fallback_rand *r, OSSL_PARAM params[])
{
    return OSSL_FUNC_rand_get_ctx_params(entry(r, OSSL_FUNC_RAND_GET_CTX_PARAMS))(r->ctx, params);
}

int ab_fallback_rand_set_params(const struct ab_fallback_rand *r, const OSSL_PARAM params[])
{
    return OSSL_FUNC_rand_set_ctx_params(entry(r, OSSL_FUNC_RAND_SET_CTX_PARAMS))(r->ctx, params);
}

int ab_fallback_rand_verify_zeroization(const struct ab_fallback_rand *r)
{
    return OSSL_FUNC_rand_verify_zeroization(entry(r, OSSL_FUNC_RAND_VERIFY_ZEROIZATION))(r->ctx);
}
