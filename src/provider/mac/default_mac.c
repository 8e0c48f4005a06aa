#include "provider/mac/default_mac.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

/* The entry of this number, or one that ends the table. */
static const OSSL_DISPATCH *entry(const struct ab_default_mac *m, int id)
{
    const OSSL_DISPATCH *f = m->mac.functions;

    while (f->function_id != 0 && f->function_id != id)
        f++;
    return f;
}

int ab_default_mac_make(struct ab_default_mac *m, struct ab_provctx *prov, const char *name)
{
    if (m->ctx == NULL && ab_default_find(prov, OSSL_OP_MAC, name, &m->mac))
        m->ctx = OSSL_FUNC_mac_newctx(entry(m, OSSL_FUNC_MAC_NEWCTX))(m->mac.provctx);
    return m->ctx != NULL;
}

void ab_default_mac_free(struct ab_default_mac *m)
{
    if (m->ctx != NULL)
        OSSL_FUNC_mac_freectx(entry(m, OSSL_FUNC_MAC_FREECTX))(m->ctx);
    m->ctx = NULL;
}

int ab_default_mac_dup(struct ab_default_mac *copy, const struct ab_default_mac *m)
{
    *copy = *m;
    if (m->ctx != NULL)
        copy->ctx = OSSL_FUNC_mac_dupctx(entry(m, OSSL_FUNC_MAC_DUPCTX))(m->ctx);
    return m->ctx == NULL || copy->ctx != NULL;
}

int ab_default_mac_set_params(const struct ab_default_mac *m, const OSSL_PARAM params[])
{
    return OSSL_FUNC_mac_set_ctx_params(entry(m, OSSL_FUNC_MAC_SET_CTX_PARAMS))(m->ctx, params);
}

int ab_default_mac_get_params(const struct ab_default_mac *m, OSSL_PARAM params[])
{
    return OSSL_FUNC_mac_get_ctx_params(entry(m, OSSL_FUNC_MAC_GET_CTX_PARAMS))(m->ctx, params);
}

int ab_default_mac_set_key(const struct ab_default_mac *m, const uint8_t *key, size_t key_len)
{
    const OSSL_PARAM params[] = { OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, (void *)key, key_len), OSSL_PARAM_END };

    return ab_default_mac_set_params(m, params);
}

int ab_default_mac_restart(const struct ab_default_mac *m)
{
    return OSSL_FUNC_mac_init(entry(m, OSSL_FUNC_MAC_INIT))(m->ctx, NULL, 0, NULL);
}

int ab_default_mac_update(const struct ab_default_mac *m, const unsigned char *data, size_t len)
{
    return OSSL_FUNC_mac_update(entry(m, OSSL_FUNC_MAC_UPDATE))(m->ctx, data, len);
}

int ab_default_mac_final(const struct ab_default_mac *m, unsigned char *out, size_t *out_len, size_t out_size)
{
    return OSSL_FUNC_mac_final(entry(m, OSSL_FUNC_MAC_FINAL))(m->ctx, out, out_len, out_size);
}
