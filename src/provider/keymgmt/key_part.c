/* Read the parts of a key that an import is given. */
#include "provider/keymgmt/key_part.h"

#include "provider/param.h"

int ab_key_part_read(struct ab_provctx *prov, const OSSL_PARAM params[], const char *name, size_t wanted,
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
