/* Which providers a process has met, by the calls and the configurations that load them. */
#include "providers.h"

#include <string.h>

#include "generation.h"

static atomic_int has_stranger;

int ab_provider_is_known(const char *name)
{
    static const char *const known[] = { "default", "base", "legacy", "fips", "null", "afterburner" };

    for (unsigned i = 0; name != NULL && i < sizeof(known) / sizeof(known[0]); i++)
        if (strcmp(name, known[i]) == 0)
            return 1;
    return 0;
}

void ab_providers_note(const char *name)
{
    if (!ab_provider_is_known(name))
        atomic_store(&has_stranger, 1);
}

int ab_providers_have_stranger(void)
{
    return atomic_load_explicit(&has_stranger, memory_order_acquire);
}

static int is_known(OSSL_PROVIDER *provider, void *arg)
{
    const struct ab_library *l = arg;

    return ab_provider_is_known(l->f.OSSL_PROVIDER_get0_name(provider));
}

/* A context whose providers are known stays one for this generation. Each thread remembers the last. */
int ab_providers_are_known(const struct ab_library *l, OSSL_LIB_CTX *context)
{
    static _Thread_local struct {
        const OSSL_LIB_CTX *context;
        uint64_t generation;
    } last;
    uint64_t generation = ab_generation();

    if (last.context == context && last.generation == generation)
        return 1;
    if (!l->f.OSSL_PROVIDER_do_all(context, is_known, (void *)l))
        return 0;
    last.context = context;
    last.generation = generation;
    return 1;
}

/* ---- configurations: config(5), "Provider Configuration" ---- */

typedef void note_value_fn(const struct ab_library *l, const CONF *conf, const CONF_VALUE *value);

static void for_all(const struct ab_library *l, const CONF *conf, const char *section, note_value_fn *note)
{
    OPENSSL_STACK *values = (OPENSSL_STACK *)l->f.NCONF_get_section(conf, section);
    int num = values == NULL ? 0 : l->f.OPENSSL_sk_num(values);

    for (int i = 0; i < num; i++)
        note(l, conf, l->f.OPENSSL_sk_value(values, i));
}

/* A line of the list of providers: the name, unless the section that it leads to gives another one. */
static void note_provider(const struct ab_library *l, const CONF *conf, const CONF_VALUE *value)
{
    const char *identity = l->f.NCONF_get_string(conf, value->value, "identity");

    ab_providers_note(value->name);
    if (identity != NULL)
        ab_providers_note(identity);
}

/* A line of the section of modules: "providers", or "providers.suffix", leads to the list of providers. */
static void note_module(const struct ab_library *l, const CONF *conf, const CONF_VALUE *value)
{
    if (strncmp(value->name, "providers", strlen("providers")) == 0)
        for_all(l, conf, value->value, note_provider);
}

void ab_providers_note_conf(const struct ab_library *l, const CONF *conf, const char *application)
{
    const char *const names[] = { application, "openssl_conf" };

    if (conf == NULL)
        return;
    l->f.ERR_set_mark();
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *section = names[i] == NULL ? NULL : l->f.NCONF_get_string(conf, NULL, names[i]);

        if (section != NULL)
            for_all(l, conf, section, note_module);
    }
    l->f.ERR_pop_to_mark();
}
