/* Settings that the default provider has, too: a key type's "retain_seed" and the like. */
#ifndef AB_PROVIDER_SETTING_H
#define AB_PROVIDER_SETTING_H

#include "provider/provctx.h"

/*
 * The text of such a setting in the module's section of the configuration or else in the default provider's; NULL if
 * neither has it. Locking as for ab_fallback_find.
 */
const char *ab_setting_read(struct ab_provctx *prov, const char *name);

/* Read a setting that is on by default. Like the default provider, ignore a text that is neither yes nor no. */
int ab_setting_is_on(struct ab_provctx *prov, const char *name);

#endif
