/* Forward the calls of a MAC to the default provider's context. */
#include "provider/fallback/mac.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

int ab_fallback_mac_make(struct ab_fallback_mac *m, struct ab_provctx *prov, const char *name)
{
    OSSL_FUNC_mac_newctx_fn *new = NULL;
    struct ab_fallback found;

    if (m->ctx != NULL)
        return 1;
    if (!ab_fallback_find(prov, OSSL_OP_MAC, name, &found))
        return 0;
    for (const OSSL_DISPATCH *f = found.functions; f->function_id != 0; f++)
        switch (f->function_id) {
        case OSSL_FUNC_MAC_NEWCTX: new = OSSL_FUNC_mac_newctx(f); break;
        case OSSL_FUNC_MAC_DUPCTX: m->dup = OSSL_FUNC_mac_dupctx(f); break;
        case OSSL_FUNC_MAC_FREECTX: m->free = OSSL_FUNC_mac_freectx(f); break;
        case OSSL_FUNC_MAC_INIT: m->init = OSSL_FUNC_mac_init(f); break;
        case OSSL_FUNC_MAC_UPDATE: m->update = OSSL_FUNC_mac_update(f); break;
        case OSSL_FUNC_MAC_FINAL: m->final = OSSL_FUNC_mac_final(f); break;
        case OSSL_FUNC_MAC_GET_CTX_PARAMS: m->get_params = OSSL_FUNC_mac_get_ctx_params(f); break;
        case OSSL_FUNC_MAC_SET_CTX_PARAMS: m->set_params = OSSL_FUNC_mac_set_ctx_params(f); break;
        default: break;
        }
    m->ctx = new == NULL ? NULL : new(found.provctx);
    return m->ctx != NULL;
}

void ab_fallback_mac_free(struct ab_fallback_mac *m)
{
    if (m->ctx != NULL)
        m->free(m->ctx);
    m->ctx = NULL;
}

int ab_fallback_mac_dup(struct ab_fallback_mac *copy, const struct ab_fallback_mac *m)
{
    *copy = *m;
    if (m->ctx != NULL)
        copy->ctx = m->dup(m->ctx);
    return m->ctx == NULL || copy->ctx != NULL;
}

int ab_fallback_mac_set_params(const struct ab_fallback_mac *m, const OSSL_PARAM params[])
{
    return m->set_params(m->ctx, params);
}

int ab_fallback_mac_get_params(const struct ab_fallback_mac *m, OSSL_PARAM params[])
{
    return m->get_params(m->ctx, params);
}

int ab_fallback_mac_set_key(const struct ab_fallback_mac *m, const uint8_t *key, size_t key_len)
{
    const OSSL_PARAM params[] = { OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, (void *)key, key_len), OSSL_PARAM_END };

    return ab_fallback_mac_set_params(m, params);
}

int ab_fallback_mac_restart(const struct ab_fallback_mac *m)
{
    return m->init(m->ctx, NULL, 0, NULL);
}

int ab_fallback_mac_update(const struct ab_fallback_mac *m, const unsigned char *data, size_t len)
{
    return m->update(m->ctx, data, len);
}

int ab_fallback_mac_final(const struct ab_fallback_mac *m, unsigned char *out, size_t *out_len, size_t out_size)
{
    return m->final(m->ctx, out, out_len, out_size);
}
