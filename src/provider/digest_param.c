/* Choose the hash function that the parameters of a MAC or KDF name. */
#include "provider/digest_param.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

#include "provider/error.h"
#include "provider/hash_names.h"
#include "provider/health.h"
#include "provider/offer.h"
#include "provider/param.h"
#include "provider/property.h"

static const char *const keys[] = { OSSL_ALG_PARAM_DIGEST, OSSL_ALG_PARAM_PROPERTIES };

/* The text of the parameter; NULL with an error raised if it is not a UTF-8 string. */
static const char *text_of(const struct ab_provctx *prov, const OSSL_PARAM *p)
{
    if (p->data_type == OSSL_PARAM_UTF8_STRING && p->data != NULL)
        return p->data;
    AB_RAISE_DETAIL(prov, AB_R_INVALID_PARAMETER, "%s", p->key);
    return NULL;
}

static int is_ours(struct ab_provctx *prov, const char *name, const char *query, enum ab_hash_id *id)
{
    return ab_property_is_met(query) && ab_hash_names_find(prov, name, id) && !ab_hash_list(*id)->algorithm->is_xof;
}

/* Whether the hash is slower than OpenSSL's own for another reason than a demotion. */
static int is_slow(const struct ab_provctx *prov, const struct ab_hash *hash)
{
    return ab_hash_is_fallback(hash) && ab_offer_is_slow(prov, ab_hash_family(hash));
}

enum ab_digest_choice ab_param_choose_digest(struct ab_provctx *prov, const OSSL_PARAM params[],
                                             const struct ab_hash **hash)
{
    const OSSL_PARAM *digest = ab_param_locate_const(params, keys[0]),
                     *properties = ab_param_locate_const(params, keys[1]);
    const char *name, *query = NULL;
    enum ab_hash_id id;

    if (digest == NULL)
        return AB_DIGEST_NONE;
    if ((name = text_of(prov, digest)) == NULL || (properties != NULL && (query = text_of(prov, properties)) == NULL))
        return AB_DIGEST_REFUSED;
    *hash = NULL;
    if (!is_ours(prov, name, query, &id))
        return AB_DIGEST_OTHER;
    *hash = ab_health_hash(prov, id);
    if (*hash == NULL)
        return AB_DIGEST_REFUSED;
    if (!is_slow(prov, *hash))
        return AB_DIGEST_OURS;
    *hash = NULL;
    return AB_DIGEST_OTHER;
}

OSSL_PARAM *ab_param_copy_digest(OSSL_PARAM *list, const OSSL_PARAM params[])
{
    for (unsigned i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        const OSSL_PARAM *p = ab_param_locate_const(params, keys[i]);

        if (p != NULL)
            *list++ = *p;
    }
    return list;
}
