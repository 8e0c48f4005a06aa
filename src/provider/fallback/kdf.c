/* Forward the calls of a KDF to the default provider's context. */
#include "provider/fallback/kdf.h"

#include <openssl/core_dispatch.h>

#include "provider/digest_param.h"

static const OSSL_DISPATCH *entry(const struct ab_fallback_kdf *k, int id)
{
    return ab_fallback_entry(k->kdf.functions, id);
}

int ab_fallback_kdf_make(struct ab_fallback_kdf *k, struct ab_provctx *prov, const char *name)
{
    if (k->ctx == NULL && ab_fallback_find(prov, OSSL_OP_KDF, name, &k->kdf)) {
        k->ctx = OSSL_FUNC_kdf_newctx(entry(k, OSSL_FUNC_KDF_NEWCTX))(k->kdf.provctx);
        k->is_new = 1;
    }
    return k->ctx != NULL;
}

int ab_fallback_kdf_choose(struct ab_fallback_kdf *k, struct ab_provctx *prov, const char *name,
                           const OSSL_PARAM params[], const struct ab_hash **hash)
{
    switch (ab_param_choose_digest(prov, params, hash)) {
    case AB_DIGEST_REFUSED: return 0;
    case AB_DIGEST_OTHER: return ab_fallback_kdf_make(k, prov, name);
    case AB_DIGEST_OURS: ab_fallback_kdf_free(k); return 1;
    default: return 1;
    }
}

void ab_fallback_kdf_free(struct ab_fallback_kdf *k)
{
    if (k->ctx != NULL)
        OSSL_FUNC_kdf_freectx(entry(k, OSSL_FUNC_KDF_FREECTX))(k->ctx);
    k->ctx = NULL;
}

/* The KDFs of OpenSSL 3.0 have no dupctx. */
int ab_fallback_kdf_dup(struct ab_fallback_kdf *copy, const struct ab_fallback_kdf *k)
{
    const OSSL_DISPATCH *dup = k->ctx == NULL ? NULL : entry(k, OSSL_FUNC_KDF_DUPCTX);

    *copy = *k;
    if (dup != NULL)
        copy->ctx = dup->function_id == 0 ? NULL : OSSL_FUNC_kdf_dupctx(dup)(k->ctx);
    return k->ctx == NULL || copy->ctx != NULL;
}

int ab_fallback_kdf_set_params(const struct ab_fallback_kdf *k, const OSSL_PARAM params[])
{
    return OSSL_FUNC_kdf_set_ctx_params(entry(k, OSSL_FUNC_KDF_SET_CTX_PARAMS))(k->ctx, params);
}

int ab_fallback_kdf_get_params(const struct ab_fallback_kdf *k, OSSL_PARAM params[])
{
    return OSSL_FUNC_kdf_get_ctx_params(entry(k, OSSL_FUNC_KDF_GET_CTX_PARAMS))(k->ctx, params);
}

int ab_fallback_kdf_derive(const struct ab_fallback_kdf *k, unsigned char *out, size_t len)
{
    return OSSL_FUNC_kdf_derive(entry(k, OSSL_FUNC_KDF_DERIVE))(k->ctx, out, len, NULL);
}
