/* The groups of TLS whose keys are ours, as the default provider announces them. */
#include "provider/capabilities.h"

#include <openssl/core_names.h>
#include <string.h>
#include <strings.h>

#include "provider/offer.h"
#include "provider/fallback/fallback.h"
#include "provider/param.h"

struct forwarding {
    const struct ab_provctx *prov;
    OSSL_CALLBACK *callback;
    void *arg;
};

/* Pass on those of the default provider's groups whose keys are ours. */
static int forward_ours(const OSSL_PARAM params[], void *arg)
{
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_CAPABILITY_TLS_GROUP_ALG);
    const struct forwarding *t = arg;
    const char *name;

    if (p == NULL || !ab_param_get_utf8(p, &name) || name == NULL || !ab_offer_has(t->prov, OSSL_OP_KEYMGMT, name))
        return 1;
    return t->callback(params, t->arg);
}

int ab_capabilities(struct ab_provctx *prov, const char *capability, OSSL_CALLBACK *callback, void *arg)
{
    struct forwarding t = { prov, callback, arg };

    return strcasecmp(capability, "TLS-GROUP") == 0 && ab_fallback_capabilities(prov, capability, forward_ours, &t);
}
