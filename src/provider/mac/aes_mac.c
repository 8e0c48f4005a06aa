#include "provider/mac/aes_mac.h"

#include <openssl/core_names.h>
#include <string.h>

#include "provider/algorithms.h"
#include "provider/context.h"
#include "provider/error.h"
#include "provider/health.h"
#include "provider/param.h"

void *ab_aes_mac_new(void *provctx, enum ab_family family, size_t size)
{
    struct ab_provctx *prov = provctx;
    const struct ab_aes_kernels *kernels = ab_health_kernels(prov, family);
    struct ab_aes_mac *m;

    if (kernels == NULL || (m = ab_context_alloc(prov, size)) == NULL)
        return NULL;
    m->prov = prov;
    m->kernels = kernels;
    m->other.ctx = NULL;
    return m;
}

void *ab_aes_mac_dup(const struct ab_aes_mac *m, size_t size)
{
    struct ab_aes_mac *copy = ab_context_alloc(m->prov, size);

    if (copy == NULL)
        return NULL;
    memcpy(copy, m, size);
    if (ab_default_mac_dup(&copy->other, &m->other))
        return copy;
    ab_context_free(copy, size);
    return NULL;
}

void ab_aes_mac_free(struct ab_aes_mac *m, size_t size)
{
    if (m == NULL)
        return;
    ab_default_mac_free(&m->other);
    ab_context_free(m, size);
}

/* The other MAC takes both parameters as they came. */
static enum ab_mac_cipher tell_other(struct ab_aes_mac *m, const char *name, const OSSL_PARAM *cipher,
                                     const OSSL_PARAM *properties)
{
    OSSL_PARAM params[3] = { *cipher };

    if (properties != NULL)
        params[1] = *properties;
    if (!ab_default_mac_make(&m->other, m->prov, name) || !ab_default_mac_set_params(&m->other, params))
        return AB_MAC_BAD_CIPHER;
    return AB_MAC_OTHER;
}

enum ab_mac_cipher ab_aes_mac_choose(struct ab_aes_mac *m, const char *name, enum ab_family family,
                                     const OSSL_PARAM params[], size_t *key_len)
{
    const OSSL_PARAM *cipher = ab_param_locate_const(params, OSSL_MAC_PARAM_CIPHER), *properties;
    const char *cipher_name, *wanted = "";

    if (cipher == NULL)
        return AB_MAC_NO_CIPHER;
    properties = ab_param_locate_const(params, OSSL_MAC_PARAM_PROPERTIES);
    if (!ab_param_get_utf8(cipher, &cipher_name) || (properties != NULL && !ab_param_get_utf8(properties, &wanted))) {
        AB_RAISE(m->prov, AB_R_INVALID_PARAMETER, "%s", "cipher or properties");
        return AB_MAC_BAD_CIPHER;
    }
    if (*wanted == '\0' && ab_algorithms_find_cipher(family, cipher_name, key_len))
        return AB_MAC_AES;
    return tell_other(m, name, cipher, properties);
}

int ab_aes_mac_get_octets(const struct ab_aes_mac *m, const OSSL_PARAM params[], const char *name, const uint8_t **data,
                          size_t *len)
{
    const OSSL_PARAM *p = ab_param_locate_const(params, name);

    *data = NULL;
    if (p == NULL || ab_param_get_octets(p, data, len))
        return 1;
    AB_RAISE(m->prov, AB_R_INVALID_PARAMETER, "%s", name);
    return 0;
}
