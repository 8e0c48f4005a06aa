/*
 * The calls after which libcrypto may answer otherwise: providers come and go, properties change, a library context
 * ends. Each frees what is kept before it runs, so that no reference of ours keeps a provider from its teardown, and
 * starts another generation after it, for what other threads began meanwhile.
 *
 * A configuration that OpenSSL loads by itself comes through CONF_modules_load, and the providers of a child library
 * context follow those of its parent. A library context that is made is noted (contexts.h); all of libcrypto's ways to
 * make one go through OSSL_LIB_CTX_new.
 */
#include "contexts.h"
#include "ending.h"
#include "providers.h"

/* The library of a caller who is about to change it. */
static struct ab_library *before_change(const void *caller)
{
    struct ab_library *l = ab_library_of(caller);

    if (l != NULL)
        ab_end_generation();
    return l;
}

static int after_change(int result)
{
    ab_end_generation();
    return result;
}

static OSSL_PROVIDER *after_load(OSSL_PROVIDER *provider)
{
    ab_end_generation();
    return provider;
}

AB_STANDS_IN OSSL_PROVIDER *OSSL_PROVIDER_load(OSSL_LIB_CTX *context, const char *name)
{
    struct ab_library *l = before_change(AB_CALLER);

    ab_providers_note(name);
    return l == NULL ? NULL : after_load(l->f.OSSL_PROVIDER_load(context, name));
}

AB_STANDS_IN OSSL_PROVIDER *OSSL_PROVIDER_try_load(OSSL_LIB_CTX *context, const char *name, int retain_fallbacks)
{
    struct ab_library *l = before_change(AB_CALLER);

    ab_providers_note(name);
    return l == NULL ? NULL : after_load(l->f.OSSL_PROVIDER_try_load(context, name, retain_fallbacks));
}

AB_STANDS_IN int OSSL_PROVIDER_unload(OSSL_PROVIDER *provider)
{
    struct ab_library *l = before_change(AB_CALLER);

    return l == NULL ? 0 : after_change(l->f.OSSL_PROVIDER_unload(provider));
}

AB_STANDS_IN int OSSL_PROVIDER_add_builtin(OSSL_LIB_CTX *context, const char *name, OSSL_provider_init_fn *init)
{
    struct ab_library *l = before_change(AB_CALLER);

    ab_providers_note(name);
    return l == NULL ? 0 : after_change(l->f.OSSL_PROVIDER_add_builtin(context, name, init));
}

/* A provider that fails its test loses its algorithms. */
AB_STANDS_IN int OSSL_PROVIDER_self_test(const OSSL_PROVIDER *provider)
{
    struct ab_library *l = before_change(AB_CALLER);

    return l == NULL ? 0 : after_change(l->f.OSSL_PROVIDER_self_test(provider));
}

AB_STANDS_IN int EVP_set_default_properties(OSSL_LIB_CTX *context, const char *properties)
{
    struct ab_library *l = before_change(AB_CALLER);

    return l == NULL ? 0 : after_change(l->f.EVP_set_default_properties(context, properties));
}

AB_STANDS_IN int EVP_default_properties_enable_fips(OSSL_LIB_CTX *context, int enable)
{
    struct ab_library *l = before_change(AB_CALLER);

    return l == NULL ? 0 : after_change(l->f.EVP_default_properties_enable_fips(context, enable));
}

AB_STANDS_IN int CONF_modules_load(const CONF *conf, const char *name, unsigned long flags)
{
    struct ab_library *l = before_change(AB_CALLER);

    if (l == NULL)
        return 0;
    ab_providers_note_conf(l, conf, name);
    return after_change(l->f.CONF_modules_load(conf, name, flags));
}

AB_STANDS_IN void CONF_modules_unload(int all)
{
    struct ab_library *l = before_change(AB_CALLER);

    if (l != NULL) {
        l->f.CONF_modules_unload(all);
        ab_end_generation();
    }
}

AB_STANDS_IN OSSL_LIB_CTX *OSSL_LIB_CTX_new(void)
{
    struct ab_library *l = ab_library_of(AB_CALLER);
    OSSL_LIB_CTX *context = l == NULL ? NULL : l->f.OSSL_LIB_CTX_new();

    if (context != NULL && !ab_contexts_add(context))
        ab_end_generation();
    return context;
}

AB_STANDS_IN void OSSL_LIB_CTX_free(OSSL_LIB_CTX *context)
{
    struct ab_library *l = before_change(AB_CALLER);

    if (l != NULL) {
        ab_contexts_remove(context);
        l->f.OSSL_LIB_CTX_free(context);
        ab_end_generation();
    }
}
