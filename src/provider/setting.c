/* Read settings from the module's section of the configuration or the default provider's. */
#include "provider/setting.h"

#include <openssl/core_dispatch.h>
#include <openssl/params.h>
#include <strings.h>

#include "provider/fallback/fallback.h"

const char *ab_setting_read(struct ab_provctx *prov, const char *name)
{
    char *text = NULL;
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_ptr(name, &text, 0), OSSL_PARAM_END };
    const struct ab_core *core = &prov->core;

    if (core->get_params == NULL || (core->get_params(core->handle, params) && text != NULL))
        return text;
    if (ab_fallback_is_there(prov) && !core->get_params(atomic_load(&prov->default_provider), params))
        return NULL;
    return text;
}

int ab_setting_is_on(struct ab_provctx *prov, const char *name)
{
    static const char *const no[] = { "0", "no", "false", "off" };
    const char *text = ab_setting_read(prov, name);

    for (unsigned i = 0; text != NULL && i < sizeof(no) / sizeof(no[0]); i++)
        if (strcasecmp(text, no[i]) == 0)
            return 0;
    return 1;
}
