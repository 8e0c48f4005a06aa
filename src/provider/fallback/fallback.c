/* Find the default provider by the core's upcalls, and look up its algorithms and functions. */
#include "provider/fallback/fallback.h"

#include <string.h>

#include "provider/error.h"
#include "provider/names.h"

/*
 * The core calls this for each active provider with its store locked, and, while the registration lasts, for each
 * provider that another thread activates; returning 0 would fail that activation. The reference that is taken here
 * lasts until ab_fallback_release, so no lock and no second search is needed.
 */
static int look_at(const OSSL_CORE_HANDLE *candidate, void *arg)
{
    struct ab_provctx *prov = arg;
    const OSSL_CORE_HANDLE *none = NULL;

    if (strcmp(prov->core.provider_name(candidate), "default") != 0 || !prov->core.provider_up_ref(candidate, 0))
        return 1;
    if (!atomic_compare_exchange_strong(&prov->default_provider, &none, candidate))
        prov->core.provider_free(candidate, 0); /* another thread stored it first */
    return 1;
}

static int ignore_removal(const OSSL_CORE_HANDLE *candidate, void *arg)
{
    (void)candidate, (void)arg;
    return 1;
}

static int ignore_properties(const char *properties, void *arg)
{
    (void)properties, (void)arg;
    return 1;
}

/* The registration performs the search and is undone at once. */
static const OSSL_CORE_HANDLE *find_provider(struct ab_provctx *prov)
{
    const struct ab_core *core = &prov->core;

    if (atomic_load(&prov->default_provider) == NULL && core->provider_register_child_cb != NULL
        && core->provider_register_child_cb(core->handle, look_at, ignore_removal, ignore_properties, prov))
        core->provider_deregister_child_cb(core->handle);
    return atomic_load(&prov->default_provider);
}

const OSSL_DISPATCH *ab_fallback_entry(const OSSL_DISPATCH *functions, int id)
{
    while (functions->function_id != 0 && functions->function_id != id)
        functions++;
    return functions;
}

void *ab_fallback_provctx(const struct ab_provctx *prov)
{
    const OSSL_CORE_HANDLE *provider = atomic_load(&prov->default_provider);

    return provider == NULL ? NULL : prov->core.provider_get0_provider_ctx(provider);
}

static const OSSL_ALGORITHM *query(const OSSL_DISPATCH *functions, void *provctx, int operation)
{
    OSSL_FUNC_provider_query_operation_fn *query_operation = OSSL_FUNC_provider_query_operation(
        ab_fallback_entry(functions, OSSL_FUNC_PROVIDER_QUERY_OPERATION));
    int no_store;

    return query_operation == NULL ? NULL : query_operation(provctx, operation, &no_store);
}

int ab_fallback_find(struct ab_provctx *prov, int operation, const char *name, struct ab_fallback *found)
{
    const OSSL_CORE_HANDLE *provider = find_provider(prov);
    const OSSL_ALGORITHM *a;

    if (provider != NULL) {
        found->provctx = ab_fallback_provctx(prov);
        a = query(prov->core.provider_get0_dispatch(provider), found->provctx, operation);
        for (; a != NULL && a->algorithm_names != NULL; a++)
            if (ab_names_match(a->algorithm_names, name, strlen(name))) {
                found->functions = a->implementation;
                return 1;
            }
    }
    AB_RAISE_DETAIL(prov, AB_R_NO_DEFAULT_PROVIDER, "%s", name);
    return 0;
}

int ab_fallback_is_there(struct ab_provctx *prov)
{
    return find_provider(prov) != NULL;
}

int ab_fallback_capabilities(struct ab_provctx *prov, const char *capability, OSSL_CALLBACK *callback, void *arg)
{
    const OSSL_CORE_HANDLE *provider = find_provider(prov);
    OSSL_FUNC_provider_get_capabilities_fn *get_capabilities;

    if (provider == NULL)
        return 1;
    get_capabilities = OSSL_FUNC_provider_get_capabilities(
        ab_fallback_entry(prov->core.provider_get0_dispatch(provider), OSSL_FUNC_PROVIDER_GET_CAPABILITIES));
    return get_capabilities == NULL || get_capabilities(ab_fallback_provctx(prov), capability, callback, arg);
}

void ab_fallback_release(struct ab_provctx *prov)
{
    const OSSL_CORE_HANDLE *provider = atomic_exchange(&prov->default_provider, NULL);

    if (provider != NULL)
        prov->core.provider_free(provider, 0);
}
