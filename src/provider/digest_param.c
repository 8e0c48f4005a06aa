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

    if (digest == NULL)
        return 1;
    if (properties != NULL && (query = text_of(prov, properties)) == NULL)
        return 0;
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
