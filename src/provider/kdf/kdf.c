/* What several KDFs share: parameters, and memory. */
#include "provider/kdf/kdf.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdint.h>
#include <stdlib.h>

#include "provider/error.h"
#include "provider/param.h"
#include "provider/property.h"

const OSSL_PARAM *ab_kdf_gettable_size(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = { OSSL_PARAM_size_t(OSSL_KDF_PARAM_SIZE, NULL), OSSL_PARAM_END };

    (void)ctx;
    (void)provctx;
    return list;
}

int ab_kdf_get_size(OSSL_PARAM params[], int is_lenient)
{
    OSSL_PARAM *p = ab_param_locate(params, OSSL_KDF_PARAM_SIZE);

    if (p == NULL)
        return is_lenient ? 1 : -2;
    return ab_param_set_uint64(p, SIZE_MAX);
}

int ab_kdf_set_octets(const struct ab_provctx *prov, struct ab_octets *o, const OSSL_PARAM *p)
{
    if (p->data_size == 0)
        return ab_octets_set(prov, o, NULL, 0);
    if (p->data != NULL)
        return ab_octets_set_param(prov, o, p);
    ab_octets_clear(o);
    return 1;
}

int ab_kdf_set_properties(const struct ab_provctx *prov, int *lacks, const OSSL_PARAM *p)
{
    if (p->data_type != OSSL_PARAM_UTF8_STRING) {
        AB_RAISE_DETAIL(prov, AB_R_INVALID_PARAMETER, "%s", p->key);
        return 0;
    }
    *lacks = !ab_property_is_met(p->data);
    return 1;
}

/*
 * Use malloc: memory that aligned_alloc got from the kernel is returned to it each time, and half of the time of a
 * short derivation would go into the kernel clearing pages.
 */
void *ab_kdf_allocate(size_t len, void **room)
{
    enum { ALIGNMENT = 64 };

    *room = len > SIZE_MAX - ALIGNMENT ? NULL : malloc(len + ALIGNMENT);
    return *room == NULL ? NULL : (uint8_t *)*room + (-(uintptr_t)*room & (ALIGNMENT - 1));
}
