/* The provider's section in openssl.cnf, and AFTERBURNER_CPU. */
#ifndef AB_PROVIDER_CONFIG_H
#define AB_PROVIDER_CONFIG_H

#include "provider/provctx.h"

/*
 * Reads `algorithms`, `cpu`, `threads` and `log` from the core, AFTERBURNER_CPU from the environment (secure_getenv),
 * applies the 512-bit policy, and sets level, level_reason, threads, log and algorithms. A value that is not
 * understood, or a level this processor lacks, raises an error that names it and returns 0.
 */
int ab_config_read(struct ab_provctx *prov);

#endif
