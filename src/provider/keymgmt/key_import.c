/* Read the parts of a key that an import is given as parameters. */
#include "provider/keymgmt/key_import.h"

#include <openssl/core_names.h>

#include "provider/error.h"
#include "provider/param.h"

static int read_part(struct ab_provctx *prov, const OSSL_PARAM params[], const char *name, size_t wanted,
                     enum ab_reason reason, const uint8_t **part)
{
    const OSSL_PARAM *p = ab_param_locate_const(params, name);
    size_t len;

    *part = NULL;
    if (p == NULL)
        return 1;
    if (!ab_param_get_octets(p, part, &len))
        return 0;
    if (len == wanted && *part != NULL)
        return 1;
    *part = NULL;
    if (len == 0)
        return 1;
    AB_RAISE_DETAIL(prov, reason, "%s of %zu bytes", name, len);
    return 0;
}

int ab_key_parts_read(struct ab_provctx *prov, const OSSL_PARAM params[], int with_private,
                      const struct ab_key_set *set, struct ab_key_parts *parts)
{
    parts->seed = parts->private_key = NULL;
    if (with_private
        && (!read_part(prov, params, AB_PARAM_SEED, set->seed_len, AB_R_INVALID_SEED_LENGTH, &parts->seed)
            || !read_part(prov, params, OSSL_PKEY_PARAM_PRIV_KEY, set->private_len, AB_R_INVALID_KEY_LENGTH,
                          &parts->private_key)))
        return 0;
    if (!read_part(prov, params, OSSL_PKEY_PARAM_PUB_KEY, set->public_len, AB_R_INVALID_KEY_LENGTH, &parts->public_key))
        return 0;
    if (parts->seed != NULL || parts->private_key != NULL || parts->public_key != NULL)
        return 1;
    AB_RAISE(prov, AB_R_MISSING_KEY);
    return 0;
}
