/* Contexts of MACs over a cipher, and the choice between AES and the fallback. */
#include "provider/mac/aes_mac.h"

#include <openssl/core_names.h>
#include <string.h>

#include "provider/context.h"
#include "provider/error.h"
#include "provider/health.h"
#include "provider/names.h"
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
    m->fallback.ctx = NULL;
    return m;
}

void *ab_aes_mac_dup(const struct ab_aes_mac *m, size_t size, int with_fallback)
{
    struct ab_aes_mac *copy = ab_context_alloc(m->prov, size);

    if (copy == NULL)
        return NULL;
    memcpy(copy, m, size);
    copy->fallback.ctx = NULL;
    if (!with_fallback || ab_fallback_mac_dup(&copy->fallback, &m->fallback))
        return copy;
    ab_context_free(copy, size);
    return NULL;
}

void ab_aes_mac_free(struct ab_aes_mac *m, size_t size)
{
    ab_fallback_mac_free(&m->fallback);
    ab_context_free(m, size);
}

/* Whether the parameter is absent or of the one type that OpenSSL accepts here. */
static int is_text(const OSSL_PARAM *p)
{
    return p == NULL || p->data_type == OSSL_PARAM_UTF8_STRING;
}

static int is_empty(const OSSL_PARAM *p)
{
    return p == NULL || p->data == NULL || *(const char *)p->data == '\0';
}

/* Forward both parameters to the fallback as they are. */
static enum ab_mac_cipher set_fallback(struct ab_aes_mac *m, const char *name, const OSSL_PARAM *cipher,
                                       const OSSL_PARAM *properties)
{
    OSSL_PARAM params[3] = { *cipher };

    if (properties != NULL)
        params[1] = *properties;
    if (!ab_fallback_mac_make(&m->fallback, m->prov, name) || !ab_fallback_mac_set_params(&m->fallback, params))
        return AB_MAC_BAD_CIPHER;
    return AB_MAC_FALLBACK;
}

enum ab_mac_cipher ab_aes_mac_choose(struct ab_aes_mac *m, const char *name, enum ab_family family,
                                     const OSSL_PARAM params[], size_t *key_len)
{
    const OSSL_PARAM *cipher = ab_param_locate_const(params, OSSL_MAC_PARAM_CIPHER);
    const OSSL_PARAM *properties = ab_param_locate_const(params, OSSL_MAC_PARAM_PROPERTIES);

    if (cipher == NULL)
        return AB_MAC_NO_CIPHER;
    if (!is_text(cipher) || !is_text(properties)) {
        AB_RAISE_DETAIL(m->prov, AB_R_INVALID_PARAMETER, "cipher or properties");
        return AB_MAC_BAD_CIPHER;
    }
    if (is_empty(properties) && cipher->data != NULL && ab_names_find_cipher(family, cipher->data, key_len))
        return AB_MAC_AES;
    return set_fallback(m, name, cipher, properties);
}

int ab_aes_mac_find_octets(const struct ab_aes_mac *m, const OSSL_PARAM params[], const char *name,
                           const OSSL_PARAM **p)
{
    *p = ab_param_locate_const(params, name);
    if (*p == NULL || (*p)->data_type == OSSL_PARAM_OCTET_STRING)
        return 1;
    AB_RAISE_DETAIL(m->prov, AB_R_INVALID_PARAMETER, "%s", name);
    return 0;
}
