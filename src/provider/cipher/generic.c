/* IV, padding and context parameters of the modes of SP 800-38A. */
#include "provider/cipher/generic.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>

#include "provider/error.h"
#include "provider/param.h"

int ab_generic_refuse_iv(const struct ab_generic *g, size_t iv_len)
{
    AB_RAISE_DETAIL(g->head.prov, AB_R_INVALID_IV_LENGTH, "%zu bytes", iv_len);
    return 0;
}

void ab_generic_prepare(void *ctx)
{
    struct ab_generic *g = ctx;

    g->pad = true;
}

const OSSL_PARAM *ab_generic_gettable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, NULL, 0),
        OSSL_PARAM_octet_ptr(OSSL_CIPHER_PARAM_TLS_MAC, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

int ab_generic_get_param(const struct ab_generic *g, OSSL_PARAM *p, const uint8_t *updated_iv, uint32_t num)
{
    const struct ab_cipher_desc *desc = g->head.desc;

    if (ab_param_is(p, OSSL_CIPHER_PARAM_KEYLEN))
        return ab_param_set_uint64(p, desc->key_len);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_IVLEN))
        return ab_param_set_uint64(p, desc->iv_len);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_PADDING))
        return ab_param_set_uint64(p, g->pad);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_NUM))
        return ab_param_set_uint64(p, num);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_IV))
        return ab_param_set_octets(p, g->iv, desc->iv_len);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_UPDATED_IV))
        return ab_param_set_octets(p, updated_iv, desc->iv_len);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_TLS_MAC))
        return p->data_type == OSSL_PARAM_OCTET_PTR && ab_param_set_octets(p, g->tls_mac, g->tls_mac_len);
    return 1;
}

const OSSL_PARAM *ab_generic_settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_USE_BITS, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_TLS_VERSION, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_TLS_MAC_SIZE, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

static int set_flag(const OSSL_PARAM *p, bool *flag)
{
    unsigned value;

    if (!ab_param_get_uint(p, &value))
        return 0;
    *flag = value != 0;
    return 1;
}

/* Ignore unknown parameters, and the key length, which is fixed. */
int ab_generic_set_param(struct ab_generic *g, const OSSL_PARAM *p, uint32_t *num)
{
    unsigned value;

    if (AB_PARAM_IS_LITERAL(p, OSSL_CIPHER_PARAM_PADDING)) /* from 4.0 on set after each init, where it is off */
        return set_flag(p, &g->pad);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_USE_BITS))
        return set_flag(p, &g->use_bits);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_TLS_VERSION))
        return ab_param_get_uint(p, &g->tls_version);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_TLS_MAC_SIZE))
        return ab_param_get_size(p, &g->tls_mac_len) && g->tls_mac_len <= AB_TLS_MAX_MAC;
    if (!ab_param_is(p, OSSL_CIPHER_PARAM_NUM))
        return 1;
    if (!ab_param_get_uint(p, &value) || value >= AB_AES_BLOCK)
        return 0;
    *num = value;
    return 1;
}
