/* Contexts of key generation at random or from a seed. */
#include "provider/keymgmt/seed_generation.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/context.h"
#include "provider/error.h"
#include "provider/param.h"

void ab_seed_generation_free(void *genctx)
{
    struct ab_seed_generation *g = genctx;

    if (g != NULL)
        ab_wipe(g->seed, sizeof(g->seed));
    free(g);
}

/* Like the default provider, accept a short seed here, and refuse it when the key is made. */
static int set_seed(struct ab_seed_generation *g, const OSSL_PARAM *p)
{
    const uint8_t *seed;

    g->seed_len = 0;
    if (!ab_param_get_octets(p, &seed, &g->seed_len) || seed == NULL || g->seed_len > g->max_len) {
        g->seed_len = 0;
        AB_RAISE(g->prov, AB_R_INVALID_SEED_LENGTH);
        return 0;
    }
    memcpy(g->seed, seed, g->seed_len);
    return 1;
}

int ab_seed_generation_set_params(void *genctx, const OSSL_PARAM params[])
{
    const OSSL_PARAM *properties = ab_param_locate_const(params, OSSL_PKEY_PARAM_PROPERTIES); /* nothing is fetched */
    const OSSL_PARAM *seed = ab_param_locate_const(params, AB_PARAM_SEED);
    struct ab_seed_generation *g = genctx;

    if (g == NULL || (seed != NULL && !set_seed(g, seed)))
        return 0;
    return properties == NULL || (properties->data_type == OSSL_PARAM_UTF8_STRING && properties->data != NULL);
}

struct ab_seed_generation *ab_seed_generation_new(struct ab_provctx *prov, size_t max_len, const OSSL_PARAM params[])
{
    struct ab_seed_generation *g = ab_alloc_zeros(prov, sizeof(*g), "key generation");

    if (g == NULL)
        return NULL;
    g->prov = prov;
    g->max_len = max_len;
    if (ab_seed_generation_set_params(g, params))
        return g;
    ab_seed_generation_free(g);
    return NULL;
}

const OSSL_PARAM *ab_seed_generation_settable(void *genctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_octet_string(AB_PARAM_SEED, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)genctx, (void)provctx;
    return list;
}

int ab_seed_generation_find(const struct ab_seed_generation *g, size_t len, const uint8_t **seed)
{
    *seed = g->seed_len == 0 ? NULL : g->seed;
    if (g->seed_len == 0 || g->seed_len == len)
        return 1;
    AB_RAISE(g->prov, AB_R_INVALID_SEED_LENGTH);
    return 0;
}
