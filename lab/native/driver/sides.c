/* Open the sides of a comparison: a library context each, with its providers loaded. */
#include <openssl/conf.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/provider.h>
#include <stdio.h>

#include "lab.h"

/* OpenSSL ignores a provider that does not load, and everything would then be measured without it. */
static int has_all_providers(const struct lab_side *side, const CONF *conf, char *why)
{
    const char *section = NCONF_get_string(conf, NULL, "openssl_conf");
    const char *list = section == NULL ? NULL : NCONF_get_string(conf, section, "providers");
    const STACK_OF(CONF_VALUE) *providers = list == NULL ? NULL : NCONF_get_section(conf, list);

    for (int i = 0; i < sk_CONF_VALUE_num(providers); i++) {
        const CONF_VALUE *provider = sk_CONF_VALUE_value(providers, i);
        const char *module;

        if (OSSL_PROVIDER_available(side->libctx, provider->name))
            continue;
        module = NCONF_get_string(conf, provider->value, "module");
        snprintf(why, LAB_WHY_LEN, "%s: this OpenSSL does not load it, or not with its settings",
                 module == NULL ? provider->name : module);
        return 0;
    }
    return 1;
}

static int load(const struct lab_side *side, char *why)
{
    CONF *conf = NCONF_new(NULL);
    int read = conf != NULL && NCONF_load(conf, side->conf, NULL) > 0
               && OSSL_LIB_CTX_load_config(side->libctx, side->conf);
    int ok = read && has_all_providers(side, conf, why);

    if (!read)
        snprintf(why, LAB_WHY_LEN, "%s: not a configuration that OpenSSL reads", side->conf);
    NCONF_free(conf);
    ERR_clear_error();
    return ok;
}

int lab_side_open(struct lab_side *side, const char *name, const char *conf, char *why)
{
    snprintf(side->name, sizeof(side->name), "%s", name);
    side->conf = conf;
    side->libctx = OSSL_LIB_CTX_new();
    return side->libctx == NULL ? lab_refuse(why, "out of memory") : load(side, why);
}
