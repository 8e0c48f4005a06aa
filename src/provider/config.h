/* The provider's section in openssl.cnf, and AFTERBURNER_CPU. */
#ifndef AB_PROVIDER_CONFIG_H
#define AB_PROVIDER_CONFIG_H

#include "provider/provctx.h"

/*
 * Read `algorithms`, `cpu`, `threads`, `log` and `counters` from the core and AFTERBURNER_CPU from the environment
 * (os/environment.h), apply the 512-bit policy to prov->cpu, and set allowed, level_reason, threads, log, has_counters
 * and algorithms. Returns 0 with an error that names the value if a value is not understood or this processor lacks the
 * level.
 */
int ab_config_read(struct ab_provctx *prov);

#endif
