#include "provider/digest_param.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

#include "provider/error.h"
#include "provider/health.h"
#include "provider/param.h"
#include "provider/property.h"

/* Its text; NULL with an error raised if that is no UTF-8 string. */
static const char *text_of(const struct ab_provctx *prov, const OSSL_PARAM *p)
{
    if (p->data_type == OSSL_PARAM_UTF8_STRING && p->data != NULL)
        return p->data;
    AB_RAISE(prov, AB_R_INVALID_PARAMETER, "%s", p->key);
    return NULL;
}

int ab_param_has_digest(const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_ALG_PARAM_DIGEST);

    return p != NULL && p->data_type == OSSL_PARAM_UTF8_STRING && p->data != NULL;
}

int ab_param_has_other_digest(const struct ab_provctx *prov, const OSSL_PARAM params[])
{
    const char *query = NULL;
    enum ab_hash_id id;

    if (!ab_param_has_digest(params))
        return 0;
    ab_param_get_utf8(ab_param_locate_const(params, OSSL_ALG_PARAM_PROPERTIES), &query);
    return !ab_property_is_met(query)
           || !ab_hash_names_find(&prov->hash_names, ab_param_locate_const(params, OSSL_ALG_PARAM_DIGEST)->data, &id)
           || ab_hash_list(id)->algorithm->is_xof;
}

static int find(struct ab_provctx *prov, const char *name, const char *query, const struct ab_hash **hash)
{
    enum ab_hash_id id;

    *hash = NULL;
    if (!ab_property_is_met(query) || !ab_hash_names_find(&prov->hash_names, name, &id)) {
        AB_RAISE(prov, AB_R_INVALID_DIGEST, "%s, properties \"%s\"", name, query == NULL ? "" : query);
        return 0;
    }
    *hash = ab_health_hash(prov, id);
    return *hash != NULL;
}

int ab_param_get_digest(struct ab_provctx *prov, const OSSL_PARAM params[], const struct ab_hash **hash)
{
    const OSSL_PARAM *digest = ab_param_locate_const(params, OSSL_ALG_PARAM_DIGEST);
    const OSSL_PARAM *properties = ab_param_locate_const(params, OSSL_ALG_PARAM_PROPERTIES);
    const char *query = NULL, *name = NULL;

    if (digest == NULL && prov->release >= AB_RELEASE(4, 0)) /* before, properties are looked at for themselves */
        return 1;
    if (properties != NULL && (query = text_of(prov, properties)) == NULL)
        return 0;
    if (digest == NULL)
        return 1;
    return (name = text_of(prov, digest)) != NULL && find(prov, name, query, hash);
}

int ab_param_get_fixed_digest(struct ab_provctx *prov, const OSSL_PARAM params[], const struct ab_hash **hash)
{
    if (!ab_param_get_digest(prov, params, hash))
        return 0;
    if (*hash == NULL || !(*hash)->algorithm->is_xof)
        return 1;
    AB_RAISE(prov, AB_R_XOF_DIGEST, "%s", (*hash)->algorithm->name);
    *hash = NULL;
    return 0;
}

OSSL_PARAM *ab_param_copy_digest(OSSL_PARAM *list, const OSSL_PARAM params[])
{
    static const char *const keys[] = { OSSL_ALG_PARAM_DIGEST, OSSL_ALG_PARAM_PROPERTIES };

    for (unsigned i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        const OSSL_PARAM *p = ab_param_locate_const(params, keys[i]);

        if (p != NULL)
            *list++ = *p;
    }
    return list;
}
